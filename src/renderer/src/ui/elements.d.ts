import 'svelte/elements';

declare module 'svelte/elements' {
  // Attributes of ARIA 1.3, which Svelte's types lack.
  interface AriaAttributes {
    'aria-description'?: string | undefined | null;
  }
}
