import type { ComposingOrder, PictureMeasure } from '#shared/wallpaper/composition.ts';
import { isVideoStill } from '#shared/picture/picture.ts';
import type { Display } from '#platform/windows/display.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { Composer } from '#platform/composer/composer.ts';
import type { CompositionFiles } from '#platform/composer/files.ts';
import type { CaptionText } from '../corners.ts';
import {
  chooseDisplays,
  type Look,
  planWallpaper,
  type WallpaperOverrides,
  type WallpaperPlan,
  type WallpaperSettings,
} from '../plan.ts';
import type { Backend, PicturesToSet } from '../desktops/backend.ts';
import type { LocatedPicture, WallpaperFailure } from '../wallpaper-setter.ts';
import type { PlannedPicture, ShownRecord } from './desktop-store.ts';
import type { ErrorText } from './runner.ts';

/** The displays that change, and those that keep their wallpaper. */
export interface DisplayChoice {
  readonly changed: readonly Display[];
  readonly kept: readonly Display[];
  /** Whether more displays change than were chosen, because the desktop shows one picture on all displays. */
  readonly everywhere: boolean;
}

/** The displays to change and to keep; null if none of the chosen displays is connected. Pure. */
export function chooseDisplaysToChange(
  displays: readonly Display[],
  settings: WallpaperSettings,
  order: WallpaperOverrides,
  canChoose: boolean,
): DisplayChoice | null {
  const chosenDisplays = chooseDisplays(displays, settings.displays, order.displays);
  if (chosenDisplays.length === 0) return null;
  const otherDisplays = displays.filter((one) => !chosenDisplays.includes(one));
  if (otherDisplays.length === 0 || canChoose)
    return { changed: chosenDisplays, kept: otherDisplays, everywhere: false };
  return { changed: displays, kept: [], everywhere: true };
}

/** All values that determine how a picture is drawn, apart from the picture. */
interface PlanInput {
  readonly choice: DisplayChoice;
  readonly settings: WallpaperSettings;
  readonly order: WallpaperOverrides;
  readonly backend: Backend;
  readonly look: Look;
}

function planPicture(
  measure: PictureMeasure,
  text: CaptionText,
  { choice, settings, order, backend, look }: PlanInput,
): WallpaperPlan {
  const drawing = { ...settings, fit: order.fit ?? settings.fit };
  return planWallpaper(measure, text, choice.changed, drawing, backend.reach, look);
}

/** Plans with the same signature draw the same pictures for the same displays. */
const planSignature = ({ reach, compositions }: WallpaperPlan): string =>
  JSON.stringify([reach, compositions]);

/** The signature of all plans of one call of `set`. */
const joinSignatures = (signatures: readonly string[]): string => signatures.join('\n');

/** The displays that get a separate picture. The first display never does. */
function displaysWithOwnPicture<T>(
  { changed }: DisplayChoice,
  others: ReadonlyMap<number, T>,
): readonly { readonly display: Display; readonly other: T }[] {
  return changed.slice(1).flatMap((display) => {
    const otherPicture = others.get(display.id);
    return otherPicture === undefined ? [] : [{ display, other: otherPicture }];
  });
}

const withoutDisplays = (choice: DisplayChoice, displays: readonly Display[]): DisplayChoice => ({
  ...choice,
  changed: choice.changed.filter((display) => !displays.includes(display)),
});
const onlyDisplay = (choice: DisplayChoice, display: Display): DisplayChoice => ({
  ...choice,
  changed: [display],
});

/** The signature that `composeWallpapers` would record for the same pictures now. */
export function picturesSignature(
  main: PlannedPicture,
  others: ReadonlyMap<number, PlannedPicture>,
  input: PlanInput,
): string {
  const ownPictures = displaysWithOwnPicture(input.choice, others);
  const remainingChoice = withoutDisplays(
    input.choice,
    ownPictures.map(({ display }) => display),
  );
  const parts = [
    { picture: main, choice: remainingChoice },
    ...ownPictures.map(({ display, other }) => ({
      picture: other,
      choice: onlyDisplay(input.choice, display),
    })),
  ];
  return joinSignatures(
    parts.map(({ picture, choice }) =>
      planSignature(planPicture(picture.measure, picture, { ...input, choice })),
    ),
  );
}

/** Returns the part of an order that still applies: a later change of the same setting replaces it. */
export function remainingOrder({ order, settings: past }: ShownRecord, present: WallpaperSettings) {
  return {
    fit: present.fit === past.fit ? order.fit : null,
    displays: present.displays === past.displays ? order.displays : null,
  };
}

export interface ComposingTools {
  readonly composer: Pick<Composer, 'compose'>;
  readonly files: CompositionFiles;
  /** Called with the plan of each composed picture. The plan contains the reason for the fit on each display. */
  readonly onPlan: (plan: WallpaperPlan) => void;
  /** Called when the picture of a display could not be composed. The display then shows the main picture. */
  readonly onFailure: (display: Display, detail: ErrorText) => void;
}

export interface ComposedPicture {
  /** The files, each with its display and the day of its picture, and the displays that keep their wallpaper. */
  readonly shown: Omit<PicturesToSet, 'pictures'> & {
    readonly pictures: readonly (PicturesToSet['pictures'][number] & { readonly date: string })[];
  };
  /** The part of the record of the desktop that describes this wallpaper. */
  readonly planned: Omit<ShownRecord, 'session'>;
}

/**
 * Composes the wallpaper files, one picture at a time in the same page. A display whose own picture cannot be composed
 * shows the main one. Fails if the main one cannot be composed. Rejects with the system's error if a file
 * cannot be written.
 */
export async function composeWallpapers(
  tools: ComposingTools,
  main: LocatedPicture,
  others: ReadonlyMap<number, LocatedPicture>,
  input: PlanInput,
  signal: AbortSignal,
): Promise<Result<ComposedPicture, WallpaperFailure>> {
  const { backend, choice, order } = input;
  const canDiffer = backend.reach === 'each' && (order.displays ?? null) === null;
  const separatePictures: { readonly display: Display; readonly composed: ComposedPicture }[] = [];
  for (const { display, other } of canDiffer ? displaysWithOwnPicture(choice, others) : []) {
    const singleInput = { ...input, choice: onlyDisplay(choice, display) };
    const composedPicture = await composePicture(tools, other, singleInput, signal);
    if (!composedPicture.ok) tools.onFailure(display, composedPicture.failure.detail);
    else separatePictures.push({ display, composed: composedPicture.value });
  }
  const remainingChoice = withoutDisplays(
    choice,
    separatePictures.map(({ display }) => display),
  );
  const mainResult = await composePicture(
    tools,
    main,
    { ...input, choice: remainingChoice },
    signal,
  );
  if (!mainResult.ok || separatePictures.length === 0) return mainResult;
  const mainPicture = mainResult.value;
  const allPictures = [mainPicture, ...separatePictures.map(({ composed }) => composed)];
  const pictures = allPictures.flatMap(({ shown }) => shown.pictures);
  const indexOf = ({ display }: { readonly display: Display }): number =>
    choice.changed.indexOf(display);
  return ok({
    shown: { ...mainPicture.shown, pictures: pictures.toSorted((a, b) => indexOf(a) - indexOf(b)) },
    planned: {
      ...mainPicture.planned,
      plan: joinSignatures(allPictures.map(({ planned }) => planned.plan)),
      others: Object.fromEntries(
        separatePictures.map(({ display, composed: { planned } }) => {
          const { measure, title, credit, date, explanation } = planned;
          return [String(display.id), { measure, title, credit, date, explanation }];
        }),
      ),
    },
  });
}

async function composePicture(
  { composer, files, onPlan }: ComposingTools,
  { picture: { record, file }, path }: LocatedPicture,
  input: PlanInput,
  signal: AbortSignal,
): Promise<Result<ComposedPicture, WallpaperFailure>> {
  const { backend, choice, order, settings } = input;
  const { title, credit, date, explanation } = record;
  const plans: { measure: PictureMeasure; plan: WallpaperPlan }[] = [];
  const decide = (measure: PictureMeasure): ComposingOrder => {
    const text = { title, credit, date, explanation };
    const plan = planPicture(measure, text, input);
    plans.push({ measure, plan });
    return { compositions: plan.compositions, lossless: file?.format !== 'jpeg' };
  };
  const isStill = isVideoStill(record);
  const composeResult = await composer.compose({ picture: path, isStill, plan: decide }, signal);
  if (!composeResult.ok) return composeResult;
  const [first] = plans;
  if (first === undefined) throw new Error('a picture was composed without a plan');
  const { measure, plan } = first;
  onPlan(plan);
  const paths = await files.write(date, composeResult.value);
  return ok({
    shown: {
      reach: plan.reach,
      kept: choice.kept,
      pictures: plan.compositions.flatMap((composition, index) => {
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
      explanation,
      others: {},
      plan: planSignature(plan),
      order: { fit: order.fit ?? null, displays: order.displays ?? null },
      settings: { fit: settings.fit, displays: settings.displays },
    },
  });
}
