/** What scenarios can change about the position service. */
export interface PositionWorld {
  /** The time that it answers for, ms since the epoch; null: now. */
  readonly time: number | null;
  /** How far the timestamp lags behind the position, s. */
  readonly lag: number;
  /** Degrees by which the position is displaced. */
  readonly east: number;
  readonly north: number;
  readonly latitude: 'geocentric' | 'geodetic';
  readonly coordinates: 'strings' | 'numbers';
  readonly message: 'success' | 'failure';
  /** Which field comes first. */
  readonly first: 'message' | 'timestamp' | 'iss_position';
  /** Whether the gateway in front of it gave up waiting: 504. */
  readonly outage: boolean;
}

/** As the specification has it. */
export const plainWorld: PositionWorld = {
  time: null,
  lag: 0,
  east: 0,
  north: 0,
  latitude: 'geocentric',
  coordinates: 'strings',
  message: 'success',
  first: 'message',
  outage: false,
};
