import { pictureScenarios } from '../picture/scenarios.ts';
import { plainWorld as picture } from '../picture/world.ts';
import { positionScenarios } from '../position/scenarios.ts';
import { plainWorld as position } from '../position/world.ts';
import { postsScenarios } from '../posts/scenarios.ts';
import { plainWorld as posts } from '../posts/world.ts';
import { withCommon } from './common.ts';

/** For each service all of its scenarios, and the world that they change. */
export const tables = {
  posts: { table: withCommon(postsScenarios), plainWorld: posts },
  position: { table: withCommon(positionScenarios), plainWorld: position },
  picture: { table: withCommon(pictureScenarios), plainWorld: picture },
};
