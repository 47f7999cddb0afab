import { needsOf, type NeedKind } from '#shared/status/needs.ts';
import type { AppState } from '#shared/state.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import type { Notice, NoticeStore } from './notice.ts';
import { noticesFor, settledKinds, summaryOf, problemKey } from './rules.ts';

interface AnnouncerOptions {
  readonly clock: Clock;
  readonly state: StateHolder;
  readonly store: NoticeStore;
  readonly show: (notice: Notice) => void;
  readonly onDefect: (error: unknown) => void;
}

/** After resume, the app collects notices for this long: its first round takes up to half a minute. */
const gatherMs = 45_000;

/**
 * Shows a notice once for each event.
 *
 *   awake ──sleeps, or is locked──▶ held ──awake again──▶ gathering ──45 s──▶ awake
 *                                    nothing is shown        then one notice, or one summary of several
 */
export function startAnnouncer(options: AnnouncerOptions) {
  const { clock, state, store, show, onDefect } = options;
  const stop = new AbortController();
  const since = clock.now();
  let gathering = new AbortController();
  let gathered: Promise<void> = Promise.resolve();
  let phase: 'awake' | 'held' | 'gathering' = 'awake';
  let standing: ReadonlySet<NeedKind> = new Set();

  function check(now: AppState): void {
    for (const kind of settledKinds(now, standing, Math.min(since, clock.now()))) {
      const key = problemKey(kind);
      if (store.shown().has(key)) store.forget(key);
    }
    standing = new Set(needsOf(now).map(({ kind }) => kind));
    if (now.suspension.power !== 'awake') {
      phase = 'held';
      gathering.abort();
    } else if (phase === 'held') gather();
    if (phase === 'awake') tell(now, false);
  }

  function gather(): void {
    phase = 'gathering';
    gathering = new AbortController();
    const either = AbortSignal.any([stop.signal, gathering.signal]);
    gathered = clock
      .sleep(gatherMs, either)
      .then((slept) => {
        if (!slept) return;
        phase = 'awake';
        tell(state.current, true);
      })
      .catch(onDefect);
  }

  function tell(now: AppState, asOne: boolean): void {
    const at = clock.now();
    const notices = noticesFor(now, store.shown(), at);
    for (const { key } of notices) store.remember(key);
    if (asOne && notices.length > 1) show(summaryOf(notices, at));
    else for (const notice of notices) show(notice);
  }

  const unsubscribe = state.subscribe(check);
  check(state.current);
  return {
    async dispose() {
      unsubscribe();
      stop.abort();
      await gathered;
    },
  };
}
