import type { Attachment } from 'svelte/attachments';

/** Before one appears under a resting pointer; and before it goes, so that the pointer can move onto it. */
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
  // The element has the same words as its name or description.
  tip.setAttribute('aria-hidden', 'true');
  tip.textContent = text;
  tip.addEventListener('pointerenter', () => clearTimeout(timer));
  tip.addEventListener('pointerleave', () => later(hide, hideAfterMs));
  // Inside an open dialog: the rest of the page is inert.
  (element.closest('dialog') ?? document.body).append(tip);
  tip.showPopover();
  place(element.getBoundingClientRect(), tip);
}

/** Above the element; below it where there is no room above. */
function place(anchor: DOMRect, box: HTMLElement): void {
  const { width, height } = box.getBoundingClientRect();
  const above = anchor.top - gap - height;
  const middle = anchor.left + (anchor.width - width) / 2;
  const most = document.documentElement.clientWidth - width - gap;
  box.style.top = `${above >= 0 ? above : anchor.bottom + gap}px`;
  box.style.left = `${Math.max(gap, Math.min(middle, most))}px`;
}

/**
 * Shows `text` beside the element while the pointer rests on it or the keyboard's focus is on it; null for nothing.
 * It is for the eyes: the element itself has the same words as its `aria-label` or `aria-description`.
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
