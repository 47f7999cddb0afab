import axe, { type RunOptions } from 'axe-core';

/** WCAG 2.2 A and AA, and axe's best practices. */
const options: RunOptions = {
  runOnly: [...['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], 'best-practice'],
  resultTypes: ['violations'],
};

/** A rule that an element breaks. */
interface Violation {
  /** Axe's name of the rule, such as `color-contrast`. */
  readonly rule: string;
  /** A selector that finds the element. */
  readonly element: string;
  /** What is wrong with it, such as the contrast measured. */
  readonly why: string;
}

/** The faults of accessibility that axe finds in the page. */
export async function findViolations(): Promise<Violation[]> {
  // What fades in is looked at when it is there.
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => ({
      rule: id,
      element: target.join(' '),
      why: [...any, ...all, ...none].map(({ message }) => message).join('; '),
    })),
  );
}
