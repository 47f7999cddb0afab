import { z } from 'zod';
import type { AppState } from '#shared/state.ts';
import { instantSchema } from '#shared/instant.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';
import { passSchema, type Pass } from '#shared/station/sky/pass.ts';
import { passDrawingSchema } from '#shared/wallpaper/composition.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller, type Poller } from '#runtime/poller.ts';
import type { StoredValue } from '#runtime/value.ts';
import { dimmingAt } from './dimming.ts';
import type { Look } from './plan.ts';
import { passLeadMs, drawPass, isSamePassDrawing, nextVisiblePass } from './tonight.ts';

/** The dimming and the drawn pass of the wallpaper at present. Persisted across restarts. */
export const storedLookSchema = z.object({
  dimmed: z.boolean(),
  tonight: z
    .object({
      pass: passSchema,
      drawing: passDrawingSchema,
      /** Whether the embedded services provided the pass. */
      simulated: z.boolean(),
      drawnAt: instantSchema,
    })
    .nullable(),
  /** The times of the last two days at which a pass was drawn, replaced or removed. */
  redraws: z.array(instantSchema).readonly(),
});
export type StoredLook = z.infer<typeof storedLookSchema>;

export const noLook: StoredLook = { dimmed: false, tonight: null, redraws: [] };

/** The app's colour theme, from its setting or from the system. */
export interface DarkTheme {
  isDark(): boolean;
  /** Calls the listener after each change of the theme. Returns a function that stops these calls. */
  onChange(listener: () => void): () => void;
}

type LookConditions = Pick<AppState, 'services' | 'settings' | 'station' | 'suspension'>;

/** The look in the form in which the wallpaper is planned. */
export const lookOf = ({ dimmed, tonight }: StoredLook): Look => ({
  dimmed,
  pass: tonight?.drawing ?? null,
});

/** A look for a preview, with the next visible pass, however far ahead this pass is. */
export function exampleLook({ station }: AppState, dimmed: boolean, now: number): Look {
  const pass = nextVisiblePass(station.passes, now);
  const { observer } = station;
  return { dimmed, pass: pass === null || observer === null ? null : drawPass(pass, observer) };
}

/**
 * Largest number of times per day that a pass is drawn, replaced or removed. The limit is lower with dimming, which
 * itself composes the wallpaper twice a day.
 */
const maxRedraws = { alone: 4, withDimming: 2 };
/** How long the times of redraws are stored: two days, so that today's redraws survive a jump of the clock. */
const redrawMemoryMs = 48 * 3600_000;

/** The look for `now`, and when to compute it again (null: only when the conditions change). Pure. */
export function nextLook(
  current: StoredLook,
  { services, settings, station, suspension }: LookConditions,
  isDark: boolean,
  now: number,
): { readonly look: StoredLook; readonly nextAt: number | null } {
  const { appearance } = settings.wallpaper;
  const { observer } = station;
  const isPaused = suspension.paused !== null;
  const times: number[] = [];
  const noteTime = (time: number | null): void => {
    if (time !== null) times.push(time);
  };

  const { dimmed, nextAt } = dimmingAt(appearance.dimming, { isDark, place: observer }, now);
  noteTime(nextAt);
  const redraws = current.redraws.filter((time) => Math.abs(now - time) < redrawMemoryMs);
  const redrawsToday = redraws.filter((time) => isSameDay(time, now)).length;
  const redrawsLeft =
    maxRedraws[appearance.dimming === 'never' ? 'alone' : 'withDimming'] - redrawsToday;

  /** The pass on the wallpaper if its drawing is still valid. */
  function currentPass(): StoredLook['tonight'] {
    const { tonight } = current;
    if (tonight === null || observer === null) return null;
    const { pass, drawing, simulated, drawnAt } = tonight;
    const isOver = passSpan(pass).to * 1000 <= now;
    // The clock was set back: the drawing may be for another day.
    const isEarly = passSpan(pass).from * 1000 - now > passLeadMs;
    if (isOver || isEarly || simulated !== services.simulated) return null;
    // For some seconds after a start, passes are not computed yet: the drawing is kept unless the orbit has changed.
    if (!isKnown) return (station.burn?.detectedAt ?? 0) > drawnAt ? null : tonight;
    const { title, detail } = drawPass(pass, observer);
    const isReadable = title === drawing.title && detail === drawing.detail;
    return isReadable && nextPass !== null && isSamePassDrawing(pass, nextPass) ? tonight : null;
  }

  function tonightDrawing(): StoredLook['tonight'] {
    if (!appearance.tonight) return null;
    const drawing = currentPass();
    if (drawing !== null) {
      noteTime(passSpan(drawing.pass).to * 1000);
      return drawing;
    }
    if (nextPass === null || observer === null || isPaused) return null;
    const appearsAt = passSpan(nextPass).from * 1000 - passLeadMs;
    if (appearsAt > now) {
      noteTime(appearsAt);
      return null;
    }
    // Keep the last redraw of the day for the removal of a pass.
    if (redrawsLeft < 2) {
      noteTime(new Date(now).setHours(24, 0, 0, 0));
      return null;
    }
    noteTime(passSpan(nextPass).to * 1000);
    return {
      pass: nextPass,
      drawing: drawPass(nextPass, observer),
      simulated: services.simulated,
      drawnAt: now,
    };
  }

  const isKnown = station.passesUntil !== null && station.passesUntil > now;
  const nextPass: Pass | null = isKnown ? nextVisiblePass(station.passes, now) : null;
  const shownDrawing = tonightDrawing();
  const isRedrawn =
    shownDrawing !== current.tonight && (appearance.tonight || current.tonight === null);
  const look: StoredLook = {
    // While paused the desktop keeps its look, except for a pass that is over.
    dimmed: isPaused ? current.dimmed : dimmed,
    tonight: shownDrawing,
    redraws: isRedrawn ? [...redraws, now] : redraws,
  };
  const isSame = look.dimmed === current.dimmed && look.tonight === current.tonight;
  return {
    look: isSame ? current : look,
    nextAt: times.length === 0 ? null : Math.min(...times),
  };
}

const isSameDay = (time: number, other: number): boolean =>
  new Date(time).toDateString() === new Date(other).toDateString();

interface LookOptions {
  readonly clock: Clock;
  readonly state: StateHolder;
  readonly store: StoredValue<StoredLook>;
  readonly theme: DarkTheme;
  /** Composes the wallpaper again if its look has changed. */
  readonly recompose: (signal: AbortSignal) => Promise<void>;
  readonly begin: Promise<unknown>;
}

/** The least time between the starts of two runs of the loop, milliseconds, because conditions change in bursts. */
const minGapMs = 1000;

/**
 * Keeps the look up to date: waits until the next change by time, or until it is poked because conditions have changed.
 * While the screen is locked or the computer sleeps, composes nothing.
 */
export function startLook(options: LookOptions): Pick<Poller, 'poke' | 'dispose'> {
  const { clock, begin, state, store, theme, recompose } = options;
  const loop = startPoller({
    clock,
    begin,
    minGapMs,
    onPlan: () => undefined,
    async round(signal) {
      if (state.current.suspension.power !== 'awake') return { delayMs: null };
      const currentLook = store.get();
      const now = clock.now();
      const { look, nextAt } = nextLook(currentLook, state.current, theme.isDark(), now);
      if (look !== currentLook) {
        store.set(look);
        await recompose(signal);
        // The conditions may have changed during the composition.
        return { delayMs: 0 };
      }
      return { delayMs: nextAt === null ? null : Math.max(nextAt - clock.now(), 0) };
    },
  });
  let lastConditions = conditionsOf(state.current);
  const unsubscribe = state.subscribe((current) => {
    const conditions = conditionsOf(current);
    if (conditions.some((value, index) => value !== lastConditions[index])) loop.poke();
    lastConditions = conditions;
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

/**
 * The parts of the state that the look depends on and that may change during a run. A part that does not change keeps
 * its identity.
 */
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
