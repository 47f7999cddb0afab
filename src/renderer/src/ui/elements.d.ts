import 'svelte/elements';

declare module 'svelte/elements' {
  // Attributes of ARIA 1.3, which are missing in Svelte's types.
  interface AriaAttributes {
    'aria-description'?: string | undefined | null;
  }
}
