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
  type WallpaperOrder,
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
  /** Whether more change than were chosen, since the desktop can do no other. */
  readonly everywhere: boolean;
}

/** Null where none of those that were chosen is there. Pure, as all of this file. */
export function choose(
  displays: readonly Display[],
  settings: WallpaperSettings,
  order: WallpaperOrder,
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
  order: WallpaperOrder,
  reach: Reach,
): WallpaperPlan {
  const drawing = { fit: order.fit ?? settings.fit, caption: settings.caption };
  return planWallpaper(measure, text, changed, drawing, reach);
}

/** Two plans with the same text make the same pictures for the same displays. */
export const signature = ({ reach, compositions }: WallpaperPlan): string =>
  JSON.stringify([reach, compositions]);

/** What of an order outlives a change of the settings: what the person has set since is newer. */
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
  readonly order: WallpaperOrder;
  readonly settings: WallpaperSettings;
  readonly signal: AbortSignal;
}

interface ComposedPicture {
  /** The files that were made, and which display each is for. */
  readonly shown: Shown;
  /** What is noted of it. */
  readonly planned: Omit<ShownRecord, 'session'>;
}

/** Makes the files that a desktop is to show. Rejects with the system's error when the disk will not take them. */
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
      ...{ backend: backend.name, measure, title, credit, plan: signature(made) },
      order: { fit: order.fit ?? null, displays: order.displays ?? null },
      settings: { fit: settings.fit, displays: settings.displays },
    },
  };
}
