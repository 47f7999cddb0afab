import { z } from 'zod';
import type { AppState } from '#shared/state.ts';
import { instantSchema } from '#shared/instant.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';
import { passSchema, type Pass } from '#shared/station/sky/pass.ts';
import { passDrawingSchema } from '#shared/wallpaper/composition.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller, type Poller } from '#runtime/poller.ts';
import { dimmingAt } from './dimming.ts';
import type { Look } from './plan.ts';
import { aheadMs, drawPass, isSaidBy, nextVisible } from './tonight.ts';

/** What the time of day adds to the wallpaper at present. Persisted across restarts. */
export const heldLookSchema = z.object({
  dimmed: z.boolean(),
  tonight: z
    .object({
      pass: passSchema,
      drawing: passDrawingSchema,
      /** Whether the embedded services made it up. */
      simulated: z.boolean(),
      drawnAt: instantSchema,
    })
    .nullable(),
  /** When a pass was drawn, replaced or removed in the last days. */
  redraws: z.array(instantSchema).readonly(),
});
export type HeldLook = z.infer<typeof heldLookSchema>;

export const noLook: HeldLook = { dimmed: false, tonight: null, redraws: [] };

export interface LookStore {
  current(): HeldLook;
  remember(look: HeldLook): void;
}

/** Whether the desktop is dark: by the setting, or else by the system. */
export interface DarkTheme {
  isDark(): boolean;
  /** Returns its unsubscribe. */
  onChange(listener: () => void): () => void;
}

type Conditions = Pick<AppState, 'services' | 'settings' | 'station' | 'suspension'>;

/** The look as the wallpaper is planned with it. */
export const lookOf = ({ dimmed, tonight }: HeldLook): Look => ({
  dimmed,
  pass: tonight?.drawing ?? null,
});

/** A look for a preview, with the next visible pass, whenever that is. */
export function exampleLook({ station }: AppState, dimmed: boolean, now: number): Look {
  const pass = nextVisible(station.passes, now);
  const { observer } = station;
  return { dimmed, pass: pass === null || observer === null ? null : drawPass(pass, observer) };
}

/** How often a day a pass is drawn, replaced or removed; dimming takes two compositions of its own. */
const mostRedraws = { alone: 4, withDimming: 2 };
/** Redraws are remembered for two days, so that a clock that jumps does not forget those of today. */
const memoryMs = 48 * 3600_000;

/** The look that the wallpaper should have at `now`, and when to ask again; null: when the conditions change. Pure. */
function nextLook(
  held: HeldLook,
  { services, settings, station, suspension }: Conditions,
  isDark: boolean,
  now: number,
): { readonly look: HeldLook; readonly nextAt: number | null } {
  const { appearance } = settings.wallpaper;
  const { observer } = station;
  const isPaused = suspension.paused !== null;
  const times: number[] = [];
  const at = (time: number | null): void => {
    if (time !== null) times.push(time);
  };

  const { dimmed, nextAt } = dimmingAt(appearance.dimming, { isDark, place: observer }, now);
  at(nextAt);
  const redraws = held.redraws.filter((time) => Math.abs(now - time) < memoryMs);
  const today = redraws.filter((time) => isSameDay(time, now)).length;
  const left = mostRedraws[appearance.dimming === 'never' ? 'alone' : 'withDimming'] - today;

  /** The pass that the wallpaper shows, if it is still right. */
  function stillRight(): HeldLook['tonight'] {
    const { tonight } = held;
    if (tonight === null || observer === null) return null;
    const { pass, drawing, simulated, drawnAt } = tonight;
    const isOver = passSpan(pass).to * 1000 <= now;
    // The clock was set back: it may have been drawn for another day.
    const isEarly = passSpan(pass).from * 1000 - now > aheadMs;
    if (isOver || isEarly || simulated !== services.simulated) return null;
    // After a start, passes are not known for some seconds: what was true is kept, unless the orbit has changed.
    if (!isKnown) return (station.burn?.foundAt ?? 0) > drawnAt ? null : tonight;
    const { title, detail } = drawPass(pass, observer);
    const isReadable = title === drawing.title && detail === drawing.detail;
    return isReadable && next !== null && isSaidBy(pass, next) ? tonight : null;
  }

  function tonight(): HeldLook['tonight'] {
    if (!appearance.tonight) return null;
    const kept = stillRight();
    if (kept !== null) {
      at(passSpan(kept.pass).to * 1000);
      return kept;
    }
    if (next === null || observer === null || isPaused) return null;
    const appearsAt = passSpan(next).from * 1000 - aheadMs;
    if (appearsAt > now) {
      at(appearsAt);
      return null;
    }
    // The last redraw of a day removes what the others drew.
    if (left < 2) {
      at(new Date(now).setHours(24, 0, 0, 0));
      return null;
    }
    at(passSpan(next).to * 1000);
    const drawing = drawPass(next, observer);
    return { pass: next, drawing, simulated: services.simulated, drawnAt: now };
  }

  const isKnown = station.passesUntil !== null && station.passesUntil > now;
  const next: Pass | null = isKnown ? nextVisible(station.passes, now) : null;
  const shown = tonight();
  const isRedrawn = shown !== held.tonight && (appearance.tonight || held.tonight === null);
  const look: HeldLook = {
    // While paused the desktop keeps what it shows, but for a pass that is over.
    dimmed: isPaused ? held.dimmed : dimmed,
    tonight: shown,
    redraws: isRedrawn ? [...redraws, now] : redraws,
  };
  const isSame = look.dimmed === held.dimmed && look.tonight === held.tonight;
  return {
    look: isSame ? held : look,
    nextAt: times.length === 0 ? null : Math.min(...times),
  };
}

const isSameDay = (time: number, other: number): boolean =>
  new Date(time).toDateString() === new Date(other).toDateString();

interface LookOptions {
  readonly clock: Clock;
  readonly state: StateHolder;
  readonly store: LookStore;
  readonly theme: DarkTheme;
  /** Composes the wallpaper again if its look has changed. */
  readonly recompose: (signal: AbortSignal) => Promise<void>;
  readonly begin: Promise<void>;
  readonly onDefect: (error: unknown) => void;
}

/** Rounds start at least this far apart: conditions change in bursts. Milliseconds. */
const minGapMs = 1000;

/**
 * Keeps the look up to date: it sleeps until something changes by itself, or is poked when conditions change. While the
 * screen is locked or the computer sleeps nothing is composed.
 */
export function startLook(options: LookOptions): Pick<Poller, 'poke' | 'dispose'> {
  const { clock, begin, state, store, theme, recompose, onDefect } = options;
  const loop = startPoller({
    clock,
    begin,
    minGapMs,
    onPlan: () => undefined,
    onDefect,
    async round(signal) {
      if (state.current.suspension.power !== 'awake') return { delayMs: null };
      const held = store.current();
      const now = clock.now();
      const { look, nextAt } = nextLook(held, state.current, theme.isDark(), now);
      if (look !== held) {
        store.remember(look);
        await recompose(signal);
        // The conditions may have changed meanwhile.
        return { delayMs: 0 };
      }
      return { delayMs: nextAt === null ? null : Math.max(nextAt - clock.now(), 0) };
    },
  });
  let before = conditionsOf(state.current);
  const unsubscribe = state.subscribe((current) => {
    const now = conditionsOf(current);
    if (now.some((value, index) => value !== before[index])) loop.poke();
    before = now;
  });
  const stopListening = theme.onChange(() => loop.poke());
  return {
    poke: () => loop.poke(),
    async dispose() {
      unsubscribe();
      stopListening();
      await loop.dispose();
    },
  };
}

/** What the look depends on. The state keeps the identity of what has not changed. */
const conditionsOf = ({
  settings,
  language,
  station,
  suspension,
}: AppState): readonly unknown[] => [
  settings.wallpaper,
  language,
  station.passes,
  station.passesUntil,
  station.observer,
  station.burn,
  suspension.power,
  suspension.paused,
];
