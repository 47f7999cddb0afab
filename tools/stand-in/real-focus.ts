import type { Page } from 'playwright-core';

interface Session {
  send(method: string, params: object): Promise<unknown>;
}
/** What lies behind a page when Playwright runs in this process; no part of what it promises. */
interface Inner {
  readonly _connection?: {
    readonly toImpl?: (page: Page) => {
      readonly delegate?: { readonly _mainFrameSession?: { readonly _client?: Session } };
      readonly _delegate?: { readonly _mainFrameSession?: { readonly _client?: Session } };
    };
  };
}

/**
 * Playwright makes every page believe that it has the focus and is on screen, which only the session that asked for
 * it can take back. Without that a page knows neither focus nor `document.hidden`. Throws where Playwright has changed.
 */
export async function useRealFocus(page: Page): Promise<void> {
  const inner = (page as unknown as Inner)._connection?.toImpl?.(page);
  const session = (inner?.delegate ?? inner?._delegate)?._mainFrameSession?._client;
  if (session === undefined) throw new Error('Playwright’s own session was not found');
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
}
