import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import type { AppState } from '#shared/state.ts';
import App from '#renderer/app/App.svelte';
import '#renderer/ui/base.css';
import '#renderer/ui/tokens.css';
import { loadView } from '#renderer/app/view-code.ts';
import type { ViewId } from '#renderer/app/views.ts';
import { toasts } from '#renderer/ui/toast.svelte.ts';
import { type CommandAnswers, bridgeDouble, type BridgeDouble } from './bridge-double.ts';

/** Renders the whole app in a window of the usual size, with `view` open, or a part of a view: `settings/data`. */
export async function openApp(
  view: ViewId | `${ViewId}/${string}`,
  state: AppState,
  answers: CommandAnswers = {},
): Promise<BridgeDouble & { unmount: () => Promise<void> }> {
  await page.viewport(1080, 720);
  toasts.clear();
  history.replaceState(null, '', `#${view}`);
  // Load all views, as in a window that has been open for a while.
  await loadView('archive');
  const main = bridgeDouble(state, answers);
  const { unmount } = await render(App, { props: { bridge: main.bridge } });
  return { ...main, unmount };
}
