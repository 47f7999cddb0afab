/** The pseudo-classes that otherwise need a pointer or the keyboard. */
const states = { hover: ':hover', focus: ':focus-visible', active: ':active' } as const;
export type ForcedState = keyof typeof states;

const pressableSelector = ':is(a, button, input, select, textarea, [tabindex], fieldset label)';
const forcedSheets = new WeakSet<CSSStyleSheet>();

/**
 * For each rule with `:hover`, `:focus-visible` or `:active`, adds a rule that applies to the links, buttons, fields
 * and labels inside `[data-force~="hover"]`, `"focus"` or `"active"`.
 */
function addForcedRules(sheet: CSSStyleSheet): void {
  forcedSheets.add(sheet);
  for (const rule of [...sheet.cssRules]) {
    if (!(rule instanceof CSSStyleRule)) continue;
    for (const [name, selector] of Object.entries(states)) {
      if (!rule.selectorText.includes(selector)) continue;
      const forced = rule.selectorText.replaceAll(selector, pressableSelector);
      const body = rule.cssText.slice(rule.cssText.indexOf('{'));
      sheet.insertRule(`[data-force~="${name}"] :is(${forced})${body}`, sheet.cssRules.length);
    }
  }
}

/** Adds the rules of `addForcedRules` for all style sheets of the page, including those that are added later. */
export function keepForced(): void {
  const look = (): void => {
    for (const sheet of document.styleSheets) if (!forcedSheets.has(sheet)) addForcedRules(sheet);
  };
  look();
  new MutationObserver(look).observe(document.head, { childList: true, subtree: true });
}
