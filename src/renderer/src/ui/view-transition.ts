import { tick } from 'svelte';

type FindElement = () => HTMLElement | null;

/** The name of the element that moves; the rules for it are in base.css. */
const transitionName = 'moving';

/**
 * Applies a change of the page, and animates one element into another: a tile into its picture. Without view
 * transitions, without the first element, or with reduced motion, there is no animation.
 */
export async function animateBetween(
  from: FindElement,
  change: () => void,
  to: FindElement,
): Promise<void> {
  const firstElement = from();
  if (
    firstElement === null ||
    typeof document.startViewTransition !== 'function' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  ) {
    change();
    return;
  }
  let lastElement: HTMLElement | null = null;
  firstElement.style.viewTransitionName = transitionName;
  const transition = document.startViewTransition(async () => {
    firstElement.style.viewTransitionName = '';
    change();
    await tick();
    lastElement = to();
    if (lastElement !== null) lastElement.style.viewTransitionName = transitionName;
  });
  // A skipped transition (another one begins, the page is hidden, or its size changes) has still applied the change. Then
  // `ready` rejects too.
  await Promise.allSettled([transition.ready, transition.finished]);
  (lastElement as HTMLElement | null)?.style.removeProperty('view-transition-name');
}
