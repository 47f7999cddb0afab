// Imported for the type of `cdp()`.
import type {} from '@vitest/browser-playwright';
import axe, { type RunOptions } from 'axe-core';
import { cdp } from 'vitest/browser';

/** WCAG 2.2 A and AA, and axe's best practices. */
const allRules: RunOptions = {
  runOnly: [...['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], 'best-practice'],
  resultTypes: ['violations'],
};

/** The rules whose result depends on colors. They need less than half of the time of all rules. */
const colorRules: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

/** A rule that an element breaks. */
interface Violation {
  /** Axe's name of the rule, such as `color-contrast`. */
  readonly rule: string;
  /** A selector that finds the element. */
  readonly element: string;
  /** The details, such as the measured contrast. */
  readonly why: string;
}

/** The accessibility faults that axe finds in the page, by all rules or by the rules on colors only. */
export async function findViolations(rules: 'all' | 'colors' = 'all'): Promise<Violation[]> {
  // Move the pointer out of the page first: axe does not report the order of headings if a tooltip is added to the page
  // while axe runs.
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: -1, y: -1 });
  // Finish animations first: axe must not measure an element that fades in.
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  const { violations } = await axe.run(document, rules === 'all' ? allRules : colorRules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => ({
      rule: id,
      element: target.join(' '),
      why: [...any, ...all, ...none].map(({ message }) => message).join('; '),
    })),
  );
}
