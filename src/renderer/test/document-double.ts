import { vi } from 'vitest';

/**
 * A document whose visibility a test changes. The test files of one process share it, because `on-screen.ts` keeps the
 * document of its first import. A test imports this module before all modules that use the document.
 */
export const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
vi.stubGlobal('document', page);

export function show(state: DocumentVisibilityState): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
}
