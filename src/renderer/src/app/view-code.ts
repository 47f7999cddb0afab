import type { Component, Snippet } from 'svelte';
import type { Bridge } from '#shared/contract.ts';
import type { PostSubject } from '#shared/journal/post-subject.ts';
import type { AppState } from '#shared/state.ts';
import type { Editor } from '../journal/editor.svelte.ts';
import Today from '../picture/Today.svelte';
import type { ViewId } from './views.ts';

/** The properties that every view gets. */
interface ViewProps {
  state: AppState;
  bridge: Bridge;
  editor: Editor;
  /** What the sky shows tonight. */
  tonight: Snippet;
  /** Starts a post about this. */
  onwrite: (subject: PostSubject) => void;
}
type ViewCode = Component<ViewProps>;

/** All views but the first, once they are loaded. The window shows the first view without waiting for their code. */
let otherViews: Readonly<Record<Exclude<ViewId, 'today'>, ViewCode>> | null = null;

/** Null until the view is loaded. */
export const loadedViewCode = (view: ViewId): ViewCode | null =>
  view === 'today' ? Today : (otherViews?.[view] ?? null);

export async function loadView(view: ViewId): Promise<ViewCode> {
  if (view === 'today') return Today;
  otherViews ??= await import('./other-views.ts');
  return otherViews[view];
}

/** Loads all views after the first paint, when the page is idle, so that opening a view does not wait. */
export function loadViewsWhenIdle(): void {
  const load = (): void => void loadView('archive').catch(() => undefined);
  const observer = new PerformanceObserver((entries) => {
    // The first paint may show the background alone.
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    requestIdleCallback(load);
  });
  observer.observe({ type: 'paint', buffered: true });
}
