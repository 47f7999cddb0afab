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

/**
 * Keeps the focus off `body`. If the focused element is removed and no other element takes the focus, the focus moves
 * to the new element with the same id (the page is built again when the language changes), or else to the heading.
 *
 * @returns a function that stops this
 */
export function keepFocus(): () => void {
  let lastFocusedElement: Element | null = null;
  let frame = 0;
  const remember = ({ target }: FocusEvent): void => {
    lastFocusedElement = target instanceof Element ? target : null;
  };
  function restore(): void {
    if (
      lastFocusedElement === null ||
      lastFocusedElement.isConnected ||
      document.activeElement !== document.body
    )
      return;
    const replacement =
      lastFocusedElement.id === '' ? null : document.getElementById(lastFocusedElement.id);
    lastFocusedElement = null;
    replacement?.focus();
    if (document.activeElement === document.body) focusHeading(document);
  }
  const observer = new MutationObserver(() => {
    if (lastFocusedElement === null || lastFocusedElement.isConnected) return;
    // Wait for the next frame: a list or a dialog may move the focus to a nearer element.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restore);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    document.removeEventListener('focusin', remember);
  };
}
