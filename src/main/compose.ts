import { createDisposals } from './disposals.ts';
import type { LaunchOptions } from './domain/arguments.ts';
import type { Log } from './shell/log.ts';
import { startEngine } from './wiring/engine.ts';
import { layFoundation } from './wiring/foundation.ts';
import { raiseSurface } from './wiring/surface.ts';

export interface Overhead {
  openWindow(): void;
  /** Stops everything that was started, the newest first. Never rejects. */
  dispose(): Promise<void>;
}

/** Wires the rooms together. Only this file and the room `wiring` know them all. */
export function compose(launch: LaunchOptions, log: Log): Overhead {
  const disposals = createDisposals((error) => log.error('defect', error));
  const foundation = layFoundation(launch, log, disposals);
  const engine = startEngine(foundation);
  const surface = raiseSurface(foundation, engine);
  return { openWindow: () => surface.openWindow(), dispose: () => disposals.run() };
}
