/** Moves the focus to the heading of what `root` shows, so that a screen reader reads on from there. */
export function focusHeading(root: ParentNode): void {
  const heading = root.querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Keeps the focus off `body`: when the element that had it leaves the page, and nobody gives the focus on, it goes to
 * the element that has the same id now (the page is made anew in another language), else to the heading.
 *
 * @returns what ends it
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  let frame = 0;
  const remember = ({ target }: FocusEvent): void => {
    last = target instanceof Element ? target : null;
  };
  function restore(): void {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    const heir = last.id === '' ? null : document.getElementById(last.id);
    last = null;
    heir?.focus();
    if (document.activeElement === document.body) focusHeading(document);
  }
  const observer = new MutationObserver(() => {
    if (last === null || last.isConnected) return;
    // In the next frame: a list or a dialog may give the focus to something nearer.
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
