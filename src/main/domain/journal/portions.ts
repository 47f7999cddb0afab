/** Lets everything else run that is ready to. */
export type Breathe = () => Promise<void>;

interface Text {
  readonly title: string;
  readonly body: string;
}

/** UTF-16 units of text that are worked on in one go: some ten milliseconds. */
const portionLength = 128 * 1024;
/** What a post takes beside its text, in the same unit. */
const otherLength = 400;

/** Cuts a long row of posts into portions of about the same work; no post is cut. */
export function* portions<T extends Text>(posts: Iterable<T>): Generator<T[]> {
  let portion: T[] = [];
  let length = 0;
  for (const post of posts) {
    portion.push(post);
    length += post.title.length + post.body.length + otherLength;
    if (length < portionLength) continue;
    yield portion;
    portion = [];
    length = 0;
  }
  if (portion.length > 0) yield portion;
}
