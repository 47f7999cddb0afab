import type { PictureRecord } from '../picture/picture.ts';
import type { Pass } from '../station/sky/pass.ts';

/** The report of the user that a pass was seen. */
interface SeenPass {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Sentences about the Sun and the Moon at the culmination of the pass; empty if the sky is not known. */
  readonly sky: readonly string[];
}

interface PictureSubject {
  readonly kind: 'picture';
  readonly record: PictureRecord;
}
export interface PassSubject {
  readonly kind: 'pass';
  readonly pass: Pass;
  /** Null if the user has not reported that the pass was seen. */
  readonly seen: SeenPass | null;
}

/** What a new post is about. */
export type PostSubject = PictureSubject | PassSubject;
