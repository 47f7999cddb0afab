import { getContext, setContext } from 'svelte';

const key = Symbol('layer');

/** Names the element into which what floats is put: the open dialog, because the rest of the page is inert. */
export const setLayer = (layer: () => HTMLElement | undefined): void => void setContext(key, layer);

/** Where to put what floats. */
export function useLayer(): () => HTMLElement {
  const layer = getContext<(() => HTMLElement | undefined) | undefined>(key);
  return () => layer?.() ?? document.body;
}

/** The direction of text. */
export const direction = (): 'ltr' | 'rtl' =>
  document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
