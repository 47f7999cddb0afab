import type { Scenarios } from '../scenarios/definition.ts';

export const postsScenarios: Scenarios<PostsWorld> = {
  public: {
    summary:
      'as the public service: nothing is checked; a body that is no JSON and a replace of an unknown post are 500',
    world: () => ({ isPublic: true }),
  },
};

/** The properties of the posts service that scenarios can change. */
export interface PostsWorld {
  /** Whether the service answers like the public service, which validates nothing. */
  readonly isPublic: boolean;
}

/** The behaviour that the specification defines. */
export const defaultPostsWorld: PostsWorld = { isPublic: false };
