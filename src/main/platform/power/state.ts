import type { Rest } from '#shared/app.ts';

/** What the system has said of itself. */
export interface PowerState {
  readonly asleep: boolean;
  readonly locked: boolean;
}

export const powerEvents = ['suspend', 'resume', 'lock-screen', 'unlock-screen'] as const;
export type PowerEvent = (typeof powerEvents)[number];

/** Whoever unlocks the screen is there: the machine does not sleep, whatever was said. */
export function afterEvent(state: PowerState, event: PowerEvent): PowerState {
  switch (event) {
    case 'suspend':
      return { ...state, asleep: true };
    case 'resume':
      return { ...state, asleep: false };
    case 'lock-screen':
      return { ...state, locked: true };
    case 'unlock-screen':
      return { asleep: false, locked: false };
  }
}

/** A machine that wakes to a locked screen is not awake yet. */
export const powerOf = ({ asleep, locked }: PowerState): Rest['power'] =>
  asleep ? 'asleep' : locked ? 'locked' : 'awake';
