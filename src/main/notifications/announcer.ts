import { needsOf, type NeedKind } from '#shared/status/needs.ts';
import type { AppState } from '#shared/state.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import type { StoredValue } from '#runtime/value.ts';
import { reportDefect } from '#runtime/defects.ts';
import type { Notice } from './notice.ts';
import {
  isOfOtherPlace,
  noticesFor,
  problemNoticeKey,
  solvedProblemKinds,
  summaryNotice,
} from './rules.ts';

interface AnnouncerOptions {
  readonly clock: Clock;
  readonly state: StateHolder;
  /** The keys of the notices that were shown, the oldest first. */
  readonly shownKeys: StoredValue<readonly string[]>;
  readonly show: (notice: Notice) => void;
  /** Closes each notice on screen for which `isOutdated` returns true. */
  readonly withdraw: (isOutdated: (notice: Notice) => boolean) => void;
  /** Returns whether a window of the app has the focus. */
  readonly isFocused: () => boolean;
}

/**
 * How long notices are collected after the computer wakes, in milliseconds: the first requests take up to half a
 * minute.
 */
const gatherAfterResumeMs = 45_000;

/** The shortest time between two notices, in milliseconds: most desktops show the later one over the earlier one. */
const gapMs = 5_000;

/** How many keys of notices are stored: enough for more than a month. */
const maxStoredKeys = 200;

/**
 * Shows a notice once for each event.
 *
 *   awake ──sleeps, or is locked──▶ held ──awake again──▶ gathering ──45 s──▶ awake
 *                                    nothing is shown        then one notice, or one summary of several
 *   awake ──a notice is shown──▶ gathering ──5 s──▶ awake, then the next notice
 */
export function startAnnouncer(options: AnnouncerOptions) {
  const { clock, state, shownKeys, show, withdraw, isFocused } = options;
  const stop = new AbortController();
  const startedAt = clock.now();
  let gathering = new AbortController();
  let gatherEnd: Promise<void> = Promise.resolve();
  let phase: 'awake' | 'held' | 'gathering' = 'awake';
  let standingKinds: ReadonlySet<NeedKind> = new Set();
  let { observer } = state.current.station;

  function check(now: AppState): void {
    // Forget the keys of solved problems, so that the next problem of the same kind is announced.
    const solvedKeys = solvedProblemKinds(now, standingKinds, Math.min(startedAt, clock.now())).map(
      problemNoticeKey,
    );
    const keys = shownKeys.get();
    if (solvedKeys.some((key) => keys.includes(key)))
      shownKeys.set(keys.filter((key) => !solvedKeys.includes(key)));
    standingKinds = new Set(needsOf(now).map(({ kind }) => kind));
    if (now.station.observer !== observer) {
      ({ observer } = now.station);
      withdraw((notice) => isOfOtherPlace(notice, observer));
    }
    if (now.suspension.power !== 'awake') {
      phase = 'held';
      gathering.abort();
    } else if (phase === 'held') gather(gatherAfterResumeMs, true);
    if (phase === 'awake') tell(now, false);
  }

  /** Waits, then shows the notices that are due: all `asOne` summary, or the first. */
  function gather(ms: number, asOne: boolean): void {
    phase = 'gathering';
    gathering = new AbortController();
    const eitherSignal = AbortSignal.any([stop.signal, gathering.signal]);
    gatherEnd = clock
      .sleep(ms, eitherSignal)
      .then((slept) => {
        if (!slept) return;
        phase = 'awake';
        tell(state.current, asOne);
      })
      .catch(reportDefect);
  }

  function tell(now: AppState, asOne: boolean): void {
    const time = clock.now();
    const dueNotices = noticesFor(now, new Set(shownKeys.get()), time);
    // A new picture counts as announced if a window of the app has the focus.
    const notices = dueNotices.filter(({ kind }) => kind !== 'picture' || !isFocused());
    const [first] = notices;
    const shownNotices = asOne ? notices : notices.slice(0, 1);
    const doneKeys = dueNotices
      .filter((notice) => shownNotices.includes(notice) || !notices.includes(notice))
      .map(({ key }) => key);
    if (doneKeys.length > 0) {
      // A key that is shown again becomes the newest.
      const otherKeys = shownKeys.get().filter((key) => !doneKeys.includes(key));
      shownKeys.set([...otherKeys, ...doneKeys].slice(-maxStoredKeys));
    }
    if (first === undefined) return;
    show(shownNotices.length > 1 ? summaryNotice(shownNotices, time) : first);
    gather(gapMs, false);
  }

  const unsubscribe = state.subscribe(check);
  check(state.current);
  return {
    async dispose() {
      unsubscribe();
      stop.abort();
      await gatherEnd;
    },
  };
}
