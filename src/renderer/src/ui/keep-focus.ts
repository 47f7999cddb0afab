/**
 * Resolves when the page has been drawn. Move the focus then, not before, if the focused element was removed: Orca hears
 * of the removal later than of the new focus otherwise, and does not say what has the focus.
 */
export const pageDrawn = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Moves the focus to the heading in `root`, so that a screen reader continues there. */
export function focusHeading(root: ParentNode): void {
  const heading = root.querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  // Screen readers call everything clickable that can take the focus.
  heading.addEventListener('focusout', () => {
    // The focus also goes out while another window is active, and returns.
    if (document.activeElement !== heading) heading.removeAttribute('tabindex');
  });
}

const isGone = (element: Element): boolean =>
  !element.isConnected || !element.checkVisibility({ visibilityProperty: true });

/**
 * Keeps the focus off `body`. If the focused element is removed or hidden and no other element takes the focus, the
 * focus moves to the new element with the same id (the page is built again when the language changes), or else to the
 * heading.
 *
 * @returns a function that stops this
 */
export function keepFocus(): () => void {
  let lastFocusedElement: Element | null = null;
  let isStopped = false;
  const remember = ({ target }: FocusEvent): void => {
    lastFocusedElement = target instanceof Element ? target : null;
  };
  function restore(): void {
    if (
      isStopped ||
      lastFocusedElement === null ||
      !isGone(lastFocusedElement) ||
      document.activeElement !== document.body
    )
      return;
    const replacement =
      lastFocusedElement.id === '' ? null : document.getElementById(lastFocusedElement.id);
    lastFocusedElement = null;
    replacement?.focus();
    if (document.activeElement === document.body) focusHeading(document);
  }
  // Wait: a list, a dialog or a view may move the focus to a nearer element.
  const restoreSoon = (): void => void pageDrawn().then(pageDrawn).then(restore);
  const observer = new MutationObserver(() => {
    if (lastFocusedElement?.isConnected === false) restoreSoon();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  // The focus also leaves an element that is hidden.
  document.addEventListener('focusout', restoreSoon);
  return () => {
    observer.disconnect();
    isStopped = true;
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', restoreSoon);
  };
}
