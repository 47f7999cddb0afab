import { tick } from 'svelte';

type Find = () => HTMLElement | null;

/** The name of the element that moves; the rules for it are in base.css. */
const name = 'moving';

/**
 * Applies a change of the page, and animates one element into another: a tile into its picture. Without view
 * transitions, without the first element, or with reduced motion, there is no animation.
 */
export async function moveBetween(from: Find, change: () => void, to: Find): Promise<void> {
  const first = from();
  if (
    first === null ||
    typeof document.startViewTransition !== 'function' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  ) {
    change();
    return;
  }
  let last: HTMLElement | null = null;
  first.style.viewTransitionName = name;
  const transition = document.startViewTransition(async () => {
    first.style.viewTransitionName = '';
    change();
    await tick();
    last = to();
    if (last !== null) last.style.viewTransitionName = name;
  });
  // A skipped transition (another one begins, or the page is hidden) has still applied the change.
  await transition.finished.catch(() => undefined);
  (last as HTMLElement | null)?.style.removeProperty('view-transition-name');
}
