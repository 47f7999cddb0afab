import type { Scenarios } from '../scenarios/definition.ts';

export const postsScenarios: Scenarios<PostsWorld> = {
  public: {
    summary:
      'as the public service: nothing is checked; a body that is no JSON and a replace of an unknown post are 500',
    world: () => ({ isPublic: true }),
  },
};

/** What scenarios can change about the posts service. */
export interface PostsWorld {
  /** Answers as the public service does, which checks nothing. */
  readonly isPublic: boolean;
}

/** As the specification has it. */
export const plainWorld: PostsWorld = { isPublic: false };
