import type { ComposingOrder, PictureMeasure } from '#shared/wallpaper/composition.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { Display } from '#platform/windows/display.ts';
import type { Composer } from '#platform/compositor/composer.ts';
import type { CompositionFiles } from '#platform/compositor/files.ts';
import {
  type CaptionText,
  chooseDisplays,
  planWallpaper,
  type Reach,
  type WallpaperOverrides,
  type WallpaperPlan,
  type WallpaperSettings,
} from '../plan.ts';
import type { Backend, Shown } from '../desktops/backend.ts';
import type { ShownRecord } from './desktop-store.ts';
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
): WallpaperPlan {
  const drawing = { fit: order.fit ?? settings.fit, caption: settings.caption };
  return planWallpaper(measure, text, changed, drawing, reach);
}

/** Two plans with the same text make the same pictures for the same displays. */
export const signature = ({ reach, compositions }: WallpaperPlan): string =>
  JSON.stringify([reach, compositions]);

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
}

interface Wish {
  readonly backend: Backend;
  readonly choice: Choice;
  readonly order: WallpaperOverrides;
  readonly settings: WallpaperSettings;
  readonly signal: AbortSignal;
}

interface ComposedPicture {
  /** The files that were made, and which display each is for. */
  readonly shown: Shown;
  /** The record of it. */
  readonly planned: Omit<ShownRecord, 'session'>;
}

/** Composes the wallpaper files. Rejects with the system's error if they cannot be written. */
export async function composePicture(
  { composer, files, onPlan }: Tools,
  { record, file }: DayPicture,
  path: string,
  { backend, choice, order, settings, signal }: Wish,
): Promise<ComposedPicture | ErrorText> {
  const { title, credit, date } = record;
  const plans: { measure: PictureMeasure; made: WallpaperPlan }[] = [];
  const decide = (measure: PictureMeasure): ComposingOrder => {
    const made = plan(measure, { title, credit }, choice, settings, order, backend.reach);
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
        return display === undefined ? [] : [{ path: paths[index] ?? '', display }];
      }),
    },
    planned: {
      backend: backend.name,
      measure,
      title,
      credit,
      plan: signature(made),
      order: { fit: order.fit ?? null, displays: order.displays ?? null },
      settings: { fit: settings.fit, displays: settings.displays },
    },
  };
}
