import type { Attachment } from 'svelte/attachments';

/** The delay before a tooltip appears, and before it disappears, so that the pointer can move onto it. */
const showDelayMs = 500;
const hideDelayMs = 150;
const gap = 6;

let tooltipElement: HTMLElement | null = null;
let tooltipOwner: HTMLElement | null = null;
let hideTimer: ReturnType<typeof setTimeout> | undefined;

function hideTooltipSoon(): void {
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hideTooltip, hideDelayMs);
}

function hideTooltipOnEscape({ key }: KeyboardEvent): void {
  if (key === 'Escape') hideTooltip();
}

function hideTooltip(): void {
  clearTimeout(hideTimer);
  removeEventListener('keydown', hideTooltipOnEscape);
  tooltipElement?.remove();
  tooltipElement = null;
  tooltipOwner = null;
}

function showTooltip(element: HTMLElement, text: string): void {
  hideTooltip();
  tooltipOwner = element;
  tooltipElement = document.createElement('div');
  tooltipElement.className = 'tooltip';
  tooltipElement.popover = 'manual';
  // The name or description of the element contains the same text.
  tooltipElement.setAttribute('aria-hidden', 'true');
  tooltipElement.textContent = text;
  tooltipElement.addEventListener('pointerenter', () => clearTimeout(hideTimer));
  tooltipElement.addEventListener('pointerleave', hideTooltipSoon);
  // Listen on the window: another element may have the focus while the pointer rests on this one.
  addEventListener('keydown', hideTooltipOnEscape);
  // In an open dialog the tooltip must be inside the dialog: the rest of the page is inert.
  (element.closest('dialog') ?? document.body).append(tooltipElement);
  tooltipElement.showPopover();
  placeTooltip(element.getBoundingClientRect(), tooltipElement);
}

/** Places the tooltip above the element, or below it if there is no room above. */
function placeTooltip(anchor: DOMRect, box: HTMLElement): void {
  const { width, height } = box.getBoundingClientRect();
  const topAbove = anchor.top - gap - height;
  const middle = anchor.left + (anchor.width - width) / 2;
  const maxLeft = document.documentElement.clientWidth - width - gap;
  box.style.top = `${topAbove >= 0 ? topAbove : anchor.bottom + gap}px`;
  box.style.left = `${Math.max(gap, Math.min(middle, maxLeft))}px`;
}

/**
 * Shows `text` beside the element while the pointer rests on it or it has keyboard focus; null for no tooltip. Visual
 * only: the element must have the same text in `aria-label` or `aria-description`.
 */
export function tooltip(text: () => string | null | undefined): Attachment<HTMLElement> {
  return (element) => {
    const controller = new AbortController();
    const { signal } = controller;
    let showTimer: ReturnType<typeof setTimeout> | undefined;
    const showNow = (): void => {
      clearTimeout(showTimer);
      const words = text();
      if (words) showTooltip(element, words);
    };
    const enter = (): void => {
      clearTimeout(showTimer);
      if (tooltipOwner === element) clearTimeout(hideTimer);
      else showTimer = setTimeout(showNow, showDelayMs);
    };
    const hideOwn = (): void => {
      clearTimeout(showTimer);
      if (tooltipOwner === element) hideTooltip();
    };
    const leave = (): void => {
      clearTimeout(showTimer);
      if (tooltipOwner === element) hideTooltipSoon();
    };
    element.addEventListener('pointerenter', enter, { signal });
    element.addEventListener('pointerleave', leave, { signal });
    element.addEventListener(
      'focusin',
      () => {
        if (element.matches(':focus-visible')) showNow();
      },
      { signal },
    );
    element.addEventListener('focusout', hideOwn, { signal });
    element.addEventListener('pointerdown', hideOwn, { signal });
    return () => {
      controller.abort();
      hideOwn();
    };
  };
}
