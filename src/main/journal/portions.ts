/** Lets everything else run that is ready to. */
export type Breathe = () => Promise<void>;

interface Text {
  readonly title: string;
  readonly body: string;
}

/** UTF-16 units of text that are worked on in one go: some ten milliseconds. */
export const portionLength = 32 * 1024;
/** What a post takes beside its text, in the same unit. */
const otherLength = 400;

/** How much work a post is, in UTF-16 units. */
export const lengthOf = ({ title, body }: Text): number => title.length + body.length + otherLength;
