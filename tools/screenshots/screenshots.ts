// `npm run screenshots`: pictures of the app on a virtual desktop, with the embedded services and at a fixed time.
import { languages } from '#shared/language/language.ts';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand, UsageError } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { RefusalError } from '../setup/process.ts';
import { chooseRuntime } from '../setup/runtime.ts';
import { ensureSystemPackages, type PackageNeed } from '#stand-in/system/packages.ts';
import { photographJournal } from './journal.ts';
import { recordAll, requireImg2webp } from './recordings.ts';
import { displayScales, photographScale, scaledScreen } from './scale.ts';
import { recordSpoken, requireOrca } from './spoken.ts';
import { themes, withStudio, type Photographer } from './studio.ts';
import { defaultVariant, photographTour, tourVariants, tourViews, type Variant } from './tour.ts';
import {
  photographArchive,
  photographGlance,
  photographSettings,
  photographStation,
  photographToday,
  photographStatus,
} from './views.ts';
import { photographWallpapers } from './wallpapers.ts';

/** The order matters: the last photographers change posts and settings. */
const photographers: Readonly<Record<string, Photographer>> = {
  today: photographToday,
  station: photographStation,
  glance: photographGlance,
  archive: photographArchive,
  settings: photographSettings,
  status: photographStatus,
  journal: photographJournal,
  wallpapers: photographWallpapers,
};

const usage = `Usage: npm run screenshots [-- NAME…]
  Makes the pictures of README and docs in docs/images, each in the dark theme (NAME.jpg) and in the light one
  (NAME-light.jpg). NAME is one of ${Object.keys(photographers).join(', ')}; all of them unless told.

       npm run screenshots -- --record
  Makes the recordings of the globe, of a pass and of the first start: docs/images/recording-NAME.webp, at most 1.5 MB
  each. Needs img2webp (Debian package webp).

       npm run screenshots -- --tour [VIEW…] [OPTIONS]
  Shows every view in .run/screenshots/tour/VARIANT/VIEW.png, and names the texts that are cut off. VIEW is one of
  ${tourViews.join(', ')}.
  Without options: dark and light; each language; 720x520, 2560x1440 and 200 %; high
  contrast and red night mode.
    --theme ${themes.join('|')}
    --language ${languages.join('|')}
    --size WIDTHxHEIGHT    of the window, in pixels (${defaultVariant.width}x${defaultVariant.height})
    --zoom FACTOR          1 or 2
    --contrast             as people see it who ask for more contrast
    --night                in red night mode

       npm run screenshots -- --scale ${displayScales.join('|')}
  Shows the whole desktop on a screen of ${scaledScreen.slice(0, 9)} with displays of this scale, in
  .run/screenshots/scale-SCALE/: two views, the glance, and the wallpaper behind them, whose size is printed.

       npm run screenshots -- --spoken
  Carries out six tasks by keyboard with the screen reader Orca, and writes what it says to docs/spoken.txt. Needs Orca
  (Debian package orca).`;

type Asked =
  | { readonly kind: 'recordings' }
  | { readonly kind: 'spoken' }
  | { readonly kind: 'scale'; readonly scale: string }
  | {
      readonly kind: 'tour';
      readonly variants: readonly Variant[];
      readonly names: readonly string[];
    }
  | { readonly kind: 'docs'; readonly names: readonly string[] };

const options = {
  record: { type: 'boolean' },
  scale: { type: 'string' },
  spoken: { type: 'boolean' },
  tour: { type: 'boolean' },
  theme: { type: 'string' },
  language: { type: 'string' },
  size: { type: 'string' },
  zoom: { type: 'string' },
  contrast: { type: 'boolean' },
  night: { type: 'boolean' },
} as const;
interface Values {
  readonly record?: boolean;
  readonly scale?: string;
  readonly spoken?: boolean;
  readonly tour?: boolean;
  readonly theme?: string;
  readonly language?: string;
  readonly size?: string;
  readonly zoom?: string;
  readonly contrast?: boolean;
  readonly night?: boolean;
}

function readOptions(values: Values, names: readonly string[]): Asked {
  const { record, scale, spoken, tour, ...variantValues } = values;
  const hasVariant = Object.keys(variantValues).length > 0;
  const [alone, ...others] = Object.entries({ record, scale, spoken })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (alone !== undefined) {
    if (others.length > 0 || tour === true || hasVariant || names.length > 0)
      throw new UsageError(`--${alone} takes neither names nor other options`);
    if (scale !== undefined) return { kind: 'scale', scale: oneOf(scale, displayScales) };
    return { kind: record === true ? 'recordings' : 'spoken' };
  }
  const isTour = tour === true || hasVariant;
  const known: readonly string[] = isTour ? tourViews : Object.keys(photographers);
  for (const name of names) oneOf(name, known);
  if (!isTour) return { kind: 'docs', names };
  return {
    kind: 'tour',
    variants: hasVariant ? [readVariant(variantValues)] : tourVariants,
    names,
  };
}

function readVariant(values: Values): Variant {
  const { theme, language, size, zoom, contrast, night } = values;
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size ?? '1080x720') ?? [];
  if (width === undefined) throw new UsageError(`--size takes WIDTHxHEIGHT, not “${size}”`);
  return {
    theme: oneOf(theme ?? defaultVariant.theme, themes),
    language: oneOf(language ?? defaultVariant.language, languages),
    width: Number(width),
    height: Number(height),
    zoom: Number(oneOf(zoom ?? '1', ['1', '2'])),
    contrast: contrast ?? false,
    night: night ?? false,
  };
}

function oneOf<T extends string>(name: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === name);
  if (choice === undefined)
    throw new UsageError(`there is no “${name}”, but ${choices.join(', ')}`);
  return choice;
}

const log = (line: string): void => console.log(line);

async function photograph(asked: Asked): Promise<number> {
  if (asked.kind === 'recordings') requireImg2webp();
  const signal = AbortSignal.any([AbortSignal.timeout(1_800_000), interruptionSignal()]);
  const isJapanese =
    asked.kind === 'tour' && asked.variants.some(({ language }) => language === 'ja');
  const needs: readonly PackageNeed[] = [
    'desktop',
    'browser',
    ...(isJapanese ? ['japanese' as const] : []),
  ];
  const system = await ensureSystemPackages({ log, signal, needs });
  if (!system.ok) throw new RefusalError(`${system.reason}; ${system.hint}`);
  if (asked.kind === 'spoken') requireOrca();
  await ensureBuilt({ log, signal });
  const runtime = await chooseRuntime({ log, signal });
  const setup = asked.kind === 'scale' ? { screen: scaledScreen, scale: asked.scale } : {};
  await withStudio({ runtime, signal, log, ...setup }, async (studio) => {
    if (asked.kind === 'scale') return photographScale(studio, asked.scale);
    if (asked.kind === 'recordings') return recordAll(studio);
    if (asked.kind === 'spoken') return recordSpoken(studio);
    if (asked.kind === 'tour') return photographTour(studio, asked.variants, asked.names);
    for (const [name, take] of Object.entries(photographers))
      if (asked.names.length === 0 || asked.names.includes(name)) await take(studio);
  });
  return 0;
}

await runCommand(
  { name: 'screenshots', usage, options, allowPositionals: true },
  ({ values, positionals }) => photograph(readOptions(values, positionals)),
);
