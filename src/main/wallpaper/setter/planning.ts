import type { ComposingOrder, PictureMeasure } from '#shared/wallpaper/composition.ts';
import type { Display } from '#platform/windows/display.ts';
import type { Composer } from '#platform/compositor/composer.ts';
import type { CompositionFiles } from '#platform/compositor/files.ts';
import type { CaptionText } from '../corners.ts';
import {
  chooseDisplays,
  type Look,
  planWallpaper,
  type Reach,
  type WallpaperOverrides,
  type WallpaperPlan,
  type WallpaperSettings,
} from '../plan.ts';
import type { Backend, Shown } from '../desktops/backend.ts';
import type { LocatedPicture } from '../ports.ts';
import type { PlannedPicture, ShownRecord } from './desktop-store.ts';
import type { ErrorText } from './runner.ts';

/** Which displays are to change, and which keep what they show. */
export interface Choice {
  readonly changed: readonly Display[];
  readonly kept: readonly Display[];
  /** Whether more displays change than were chosen, because the desktop cannot tell them apart. */
  readonly everywhere: boolean;
}

/** Returns null if none of the chosen displays is connected. Pure. */
export function choose(
  displays: readonly Display[],
  settings: WallpaperSettings,
  order: WallpaperOverrides,
  canChoose: boolean,
): Choice | null {
  const chosen = chooseDisplays(displays, settings.displays, order.displays);
  if (chosen.length === 0) return null;
  const rest = displays.filter((one) => !chosen.includes(one));
  if (rest.length === 0 || canChoose) return { changed: chosen, kept: rest, everywhere: false };
  return { changed: displays, kept: [], everywhere: true };
}

export function plan(
  measure: PictureMeasure,
  text: CaptionText,
  { changed }: Choice,
  settings: WallpaperSettings,
  order: WallpaperOverrides,
  reach: Reach,
  look: Look,
): WallpaperPlan {
  const drawing = { ...settings, fit: order.fit ?? settings.fit };
  return planWallpaper(measure, text, changed, drawing, reach, look);
}

/** Two plans with the same text make the same pictures for the same displays. */
export const signature = ({ reach, compositions }: WallpaperPlan): string =>
  JSON.stringify([reach, compositions]);

/** The signature of all plans of one set. */
const joined = (plans: readonly string[]): string =>
  plans.length === 1 ? (plans[0] ?? '') : JSON.stringify(plans);

/** The displays that get a picture of their own. The first display never does. */
function apart<T>(
  { changed }: Choice,
  others: ReadonlyMap<number, T>,
): readonly { readonly display: Display; readonly other: T }[] {
  return changed.slice(1).flatMap((display) => {
    const other = others.get(display.id);
    return other === undefined ? [] : [{ display, other }];
  });
}

const without = (choice: Choice, displays: readonly Display[]): Choice => ({
  ...choice,
  changed: choice.changed.filter((display) => !displays.includes(display)),
});
const only = (choice: Choice, display: Display): Choice => ({ ...choice, changed: [display] });

/** What `composeAll` would record as its plan for the same pictures on the displays of `choice`. */
export function planAgain(
  main: PlannedPicture,
  others: ReadonlyMap<number, PlannedPicture>,
  choice: Choice,
  settings: WallpaperSettings,
  order: WallpaperOverrides,
  reach: Reach,
  look: Look,
): string {
  const alone = apart(choice, others);
  const rest = without(
    choice,
    alone.map(({ display }) => display),
  );
  const plans = [
    { picture: main, chosen: rest },
    ...alone.map(({ display, other }) => ({ picture: other, chosen: only(choice, display) })),
  ];
  return joined(
    plans.map(({ picture, chosen }) =>
      signature(plan(picture.measure, picture, chosen, settings, order, reach, look)),
    ),
  );
}

/** Returns the part of an order that still applies: a later change of the same setting overrides it. */
export function remaining({ order, settings: then }: ShownRecord, now: WallpaperSettings) {
  return {
    fit: now.fit === then.fit ? order.fit : null,
    displays: now.displays === then.displays ? order.displays : null,
  };
}

interface Tools {
  readonly composer: Composer;
  readonly files: CompositionFiles;
  readonly onPlan: (plan: WallpaperPlan) => void;
  /** Called when the picture of a display could not be composed, so that it shows the main one. */
  readonly onFailure: (display: Display, detail: ErrorText) => void;
}

interface Wish {
  readonly backend: Backend;
  readonly choice: Choice;
  readonly order: WallpaperOverrides;
  readonly settings: WallpaperSettings;
  readonly look: Look;
  readonly signal: AbortSignal;
}

type MadePicture = Shown['pictures'][number] & { readonly date: string };

interface ComposedPicture {
  /** The files that were made, which display each is for, and of which day it is. */
  readonly shown: Omit<Shown, 'pictures'> & { readonly pictures: readonly MadePicture[] };
  /** The record of it. */
  readonly planned: Omit<ShownRecord, 'session'>;
}

/**
 * Composes the wallpaper files, one picture after the other in the same page. A display whose own picture cannot be
 * composed shows the main one. Rejects with the system's error if a file cannot be written.
 */
export async function composeAll(
  tools: Tools,
  main: LocatedPicture,
  others: ReadonlyMap<number, LocatedPicture>,
  wish: Wish,
): Promise<ComposedPicture | ErrorText> {
  try {
    return await composeEach(tools, main, others, wish);
  } finally {
    tools.composer.close();
  }
}

async function composeEach(
  tools: Tools,
  main: LocatedPicture,
  others: ReadonlyMap<number, LocatedPicture>,
  wish: Wish,
): Promise<ComposedPicture | ErrorText> {
  const { backend, choice, order } = wish;
  const canDiffer = backend.reach === 'each' && (order.displays ?? null) === null;
  const made: { readonly display: Display; readonly composed: ComposedPicture }[] = [];
  for (const { display, other } of canDiffer ? apart(choice, others) : []) {
    const composed = await composePicture(tools, other, { ...wish, choice: only(choice, display) });
    if (typeof composed === 'string') tools.onFailure(display, composed);
    else made.push({ display, composed });
  }
  const rest = without(
    choice,
    made.map(({ display }) => display),
  );
  const first = await composePicture(tools, main, { ...wish, choice: rest });
  if (typeof first === 'string' || made.length === 0) return first;
  const all = [first, ...made.map(({ composed }) => composed)];
  const pictures = all.flatMap(({ shown }) => shown.pictures);
  const place = ({ display }: { readonly display: Display }): number =>
    choice.changed.indexOf(display);
  return {
    shown: { ...first.shown, pictures: pictures.toSorted((a, b) => place(a) - place(b)) },
    planned: {
      ...first.planned,
      plan: joined(all.map(({ planned }) => planned.plan)),
      others: Object.fromEntries(
        made.map(({ display, composed: { planned } }) => {
          const { measure, title, credit, date } = planned;
          return [String(display.id), { measure, title, credit, date }];
        }),
      ),
    },
  };
}

async function composePicture(
  { composer, files, onPlan }: Tools,
  { picture: { record, file }, path }: LocatedPicture,
  { backend, choice, order, settings, look, signal }: Wish,
): Promise<ComposedPicture | ErrorText> {
  const { title, credit, date } = record;
  const plans: { measure: PictureMeasure; made: WallpaperPlan }[] = [];
  const decide = (measure: PictureMeasure): ComposingOrder => {
    const text = { title, credit, date };
    const made = plan(measure, text, choice, settings, order, backend.reach, look);
    plans.push({ measure, made });
    return { compositions: made.compositions, lossless: file?.format !== 'jpeg' };
  };
  const composed = await composer.compose({ path, plan: decide }, signal);
  if (!composed.ok) return composed.failure.detail;
  const [planned] = plans;
  if (planned === undefined) return 'nothing was planned';
  const { measure, made } = planned;
  onPlan(made);
  const paths = await files.write(date, composed.value);
  return {
    shown: {
      reach: made.reach,
      kept: choice.kept,
      pictures: made.compositions.flatMap((composition, index) => {
        const display = choice.changed.find(({ id }) => composition.displays.includes(id));
        return display === undefined ? [] : [{ path: paths[index] ?? '', display, date }];
      }),
    },
    planned: {
      backend: backend.name,
      measure,
      title,
      credit,
      date,
      others: {},
      plan: signature(made),
      order: { fit: order.fit ?? null, displays: order.displays ?? null },
      settings: { fit: settings.fit, displays: settings.displays },
    },
  };
}
