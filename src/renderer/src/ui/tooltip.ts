import type { Attachment } from 'svelte/attachments';

/** The delay before a tooltip appears, and before it disappears, so that the pointer can move onto it. */
const showAfterMs = 500;
const hideAfterMs = 150;
const gap = 6;

let tip: HTMLElement | null = null;
let owner: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function later(act: () => void, ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(act, ms);
}

function hide(): void {
  clearTimeout(timer);
  tip?.remove();
  tip = null;
  owner = null;
}

function show(element: HTMLElement, text: string): void {
  hide();
  owner = element;
  tip = document.createElement('div');
  tip.className = 'tooltip';
  tip.popover = 'manual';
  // The name or description of the element contains the same text.
  tip.setAttribute('aria-hidden', 'true');
  tip.textContent = text;
  tip.addEventListener('pointerenter', () => clearTimeout(timer));
  tip.addEventListener('pointerleave', () => later(hide, hideAfterMs));
  // In an open dialog the tooltip must be inside the dialog: the rest of the page is inert.
  (element.closest('dialog') ?? document.body).append(tip);
  tip.showPopover();
  place(element.getBoundingClientRect(), tip);
}

/** Places the tooltip above the element, or below it if there is no room above. */
function place(anchor: DOMRect, box: HTMLElement): void {
  const { width, height } = box.getBoundingClientRect();
  const above = anchor.top - gap - height;
  const middle = anchor.left + (anchor.width - width) / 2;
  const most = document.documentElement.clientWidth - width - gap;
  box.style.top = `${above >= 0 ? above : anchor.bottom + gap}px`;
  box.style.left = `${Math.max(gap, Math.min(middle, most))}px`;
}

/**
 * Shows `text` beside the element while the pointer rests on it or it has keyboard focus; null for no tooltip. Visual
 * only: the element must have the same text in `aria-label` or `aria-description`.
 */
export function tooltip(text: () => string | null | undefined): Attachment<HTMLElement> {
  return (element) => {
    const stop = new AbortController();
    const { signal } = stop;
    const showNow = (): void => {
      const words = text();
      if (words) show(element, words);
    };
    const leave = (): void => {
      if (owner === element) later(hide, hideAfterMs);
      else clearTimeout(timer);
    };
    element.addEventListener('pointerenter', () => later(showNow, showAfterMs), { signal });
    element.addEventListener('pointerleave', leave, { signal });
    element.addEventListener(
      'focusin',
      () => {
        if (element.matches(':focus-visible')) showNow();
      },
      { signal },
    );
    element.addEventListener('focusout', () => owner === element && hide(), { signal });
    element.addEventListener('pointerdown', hide, { signal });
    element.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal });
    return () => {
      stop.abort();
      if (owner === element) hide();
    };
  };
}
