import { connections } from './connections.ts';
import type { Scenarios } from './definition.ts';
import { jsonFaults } from './json.ts';
import { replies } from './replies.ts';

/** Scenarios of every service. They touch no world, so that they fit any. */
const common: Scenarios<unknown> = { ...replies, ...connections, ...jsonFaults };

/** All scenarios of a service: those that every service has, and its own. */
export function withCommon<World>(own: Scenarios<World>): Scenarios<World> {
  return { ...(common as Scenarios<World>), ...own };
}
