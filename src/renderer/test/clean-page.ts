import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-svelte';
import { toasts } from '#renderer/ui/toast.svelte.ts';

/** Resets the page before each test, because several test files share a page and its modules. */
beforeEach(() => {
  // vitest-browser-svelte does this in the first file that imports it.
  cleanup();
  // The modules of the page fill the buffer, which then takes no entry of a test.
  performance.clearResourceTimings();
  toasts.clear();
});
