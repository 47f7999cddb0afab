import type { Settings } from '#shared/settings/settings.ts';
import type { RotationHold } from '#shared/wallpaper/selection.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller, type NextRound } from '#runtime/poller.ts';
import type { Suspension } from '#runtime/suspension.ts';
import { rotationDueAt } from './pools.ts';
import type { Selection } from './selection.ts';

/** Conditions that hold the rotation, apart from the user's choice. */
export interface RotationHolds {
  /** Whether the computer runs on battery; also false if the system does not report its power supply. */
  readonly isOnBattery: () => Promise<boolean>;
  /** Whether the active window fills its display; also false if the desktop does not report it. */
  readonly isFullScreen: (signal: AbortSignal) => Promise<boolean>;
}

interface RotationOptions {
  readonly clock: Clock;
  readonly selection: Selection;
  readonly settings: () => Settings['wallpaper'];
  readonly holds: RotationHolds;
  /** The rotation is held while the app is paused. */
  readonly suspension: Pick<Suspension, 'isPaused'>;
  /** Shows the selected pictures. */
  readonly show: (signal: AbortSignal) => Promise<void>;
  /** The first check waits for this promise. */
  readonly begin: Promise<unknown>;
}

type RotationSchedule =
  | { readonly kind: 'held'; readonly by: RotationHold }
  | { readonly kind: 'planned'; readonly at: number }
  | { readonly kind: 'due' };

/**
 * How often to check, in milliseconds, while the desktop holds the rotation. No event reports that a full-screen window
 * has closed, and on Linux none reports that the power supply has changed.
 */
const holdCheckMs = 10 * 60_000;

/**
 * Whether the rotation is due, the time at which it will be due, or the condition that holds it. The conditions of the
 * desktop, `RotationHolds`, are only checked when it is due.
 */
function rotationScheduleOf(options: RotationOptions): RotationSchedule {
  const { clock, selection, settings, suspension } = options;
  const { rotation, enabled } = settings();
  if (rotation.pool === 'off' || enabled !== true) return { kind: 'held', by: 'off' };
  const { shownSince } = selection;
  // Without a picture there is nothing to rotate; the call of `refresh` that shows the first picture pokes this loop.
  if (shownSince === null) return { kind: 'held', by: 'nothing-else' };
  if (suspension.isPaused) return { kind: 'held', by: 'paused' };
  if (selection.choice.pinned !== null) return { kind: 'held', by: 'pinned' };
  if (selection.isOwn) return { kind: 'held', by: 'own-wallpaper' };
  const now = clock.now();
  const dueAt = rotationDueAt(rotation, selection.correctShownSince(shownSince), now);
  return dueAt <= now ? { kind: 'due' } : { kind: 'planned', at: dueAt };
}

/** Changes the picture when a change is due. Call `poke` when a condition changes. */
export function startRotation(options: RotationOptions) {
  const { clock, selection, settings, holds, show, begin } = options;

  function hold(by: RotationHold): NextRound {
    selection.publish({ rotation: { kind: 'held', by } });
    return { delayMs: by === 'battery' || by === 'full-screen' ? holdCheckMs : null };
  }

  async function round(signal: AbortSignal): Promise<NextRound> {
    let schedule = rotationScheduleOf(options);
    if (schedule.kind === 'due') {
      if (await holds.isOnBattery()) return hold('battery');
      if (await holds.isFullScreen(signal)) return hold('full-screen');
      // The user may have pinned the picture or switched the rotation off in the meantime.
      schedule = rotationScheduleOf(options);
    }
    if (schedule.kind === 'planned') {
      selection.publish({ rotation: schedule });
      return { delayMs: schedule.at - clock.now() };
    }
    if (schedule.kind === 'held') {
      if (schedule.by === 'off' && selection.choice.back?.rotated === true) {
        selection.chooseNewest();
        await show(signal);
      }
      return hold(schedule.by);
    }
    const { pool } = settings().rotation;
    if (pool === 'off' || !selection.turn(pool)) return hold('nothing-else');
    await show(signal);
    return round(signal);
  }

  return startPoller({ clock, round, begin, minGapMs: 1_000, onPlan: () => undefined });
}
