import type { ComposingOrder, PictureMeasure } from '#shared/wallpaper/composition.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { WallpaperOrder, WallpaperPlan, WallpaperSettings } from '../plan/plan.ts';
import type { Composer } from '#platform/compositor/composer.ts';
import type { CompositionFiles } from '#platform/compositor/files.ts';
import type { Backend, Shown } from '../desktops/backend.ts';
import type { ShownNote } from './memory.ts';
import { plan, signature, type Choice } from './planning.ts';
import type { Trouble } from './runner.ts';

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
  readonly planned: Omit<ShownNote, 'session'>;
}

/** Makes the files that a desktop is to show. Rejects with the system's error when the disk will not take them. */
export async function composePicture(
  { composer, files, onPlan }: Tools,
  { record, file }: DayPicture,
  path: string,
  { backend, choice, order, settings, signal }: Wish,
): Promise<ComposedPicture | Trouble> {
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
