import 'svelte/elements';

declare module 'svelte/elements' {
  // ARIA 1.3; Svelte's types do not have it yet.
  interface AriaAttributes {
    'aria-description'?: string | undefined | null;
  }
}
