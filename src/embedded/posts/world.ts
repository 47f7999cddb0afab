/** What scenarios can change about the posts service. */
export interface PostsWorld {
  /** Answers as the public service does, which checks nothing. */
  readonly isPublic: boolean;
}

/** As the specification has it. */
export const plainWorld: PostsWorld = { isPublic: false };
