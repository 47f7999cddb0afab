import type { Scenarios } from '../scenarios/definition.ts';
import type { PostsWorld } from './world.ts';

export const postsScenarios: Scenarios<PostsWorld> = {
  public: {
    summary:
      'as the public service: nothing is checked; a body that is no JSON and a replace of an unknown post are 500',
    world: () => ({ isPublic: true }),
  },
};
