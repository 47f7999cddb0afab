import { pictureScenarios } from '../picture/picture-scenarios.ts';
import { defaultPictureWorld as picture } from '../picture/world.ts';
import {
  defaultPositionWorld as position,
  positionScenarios,
} from '../position/position-scenarios.ts';
import { defaultPostsWorld as posts, postsScenarios } from '../posts/posts-scenarios.ts';
import { connections } from './connections.ts';
import type { Scenarios } from './definition.ts';
import { jsonFaults } from './json.ts';
import { replyScenarios } from './replies.ts';

/**
 * The scenarios that every service has. They do not change the data of a service (its world), so they work with any
 * service.
 */
const commonScenarios: Scenarios<unknown> = { ...replyScenarios, ...connections, ...jsonFaults };

export function withCommonScenarios<World>(own: Scenarios<World>): Scenarios<World> {
  return { ...(commonScenarios as Scenarios<World>), ...own };
}

/** For each service, all of its scenarios, and the world that the scenarios change. */
export const tables = {
  posts: { table: withCommonScenarios(postsScenarios), plainWorld: posts },
  position: { table: withCommonScenarios(positionScenarios), plainWorld: position },
  picture: { table: withCommonScenarios(pictureScenarios), plainWorld: picture },
};
