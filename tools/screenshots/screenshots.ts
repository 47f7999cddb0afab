// `npm run screenshots`: pictures of the app on a virtual desktop, with the embedded services and at a fixed time.
import { languages } from '#shared/language/language.ts';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand, UsageError } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { RefusalError } from '../setup/process.ts';
import { chooseRuntime } from '../setup/runtime.ts';
import { ensureSystemPackages, type PackageNeed } from '#stand-in/system/packages.ts';
import { photographJournal } from './journal.ts';
import { recordAll } from './recordings.ts';
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
    --language ${languages.join('|')}|pseudo
                           pseudo: long words with accents
    --rtl                  from right to left
    --size WIDTHxHEIGHT    of the window, in pixels (${defaultVariant.width}x${defaultVariant.height})
    --zoom FACTOR          1 or 2
    --contrast             as people see it who ask for more contrast
    --night                in red night mode`;

interface Asked {
  readonly names: readonly string[];
  /** The variants of the tour; null: the tool takes the pictures for the docs, or the recordings. */
  readonly variants: readonly Variant[] | null;
  readonly isRecording: boolean;
}

const options = {
  record: { type: 'boolean' },
  tour: { type: 'boolean' },
  theme: { type: 'string' },
  language: { type: 'string' },
  size: { type: 'string' },
  zoom: { type: 'string' },
  rtl: { type: 'boolean' },
  contrast: { type: 'boolean' },
  night: { type: 'boolean' },
} as const;
interface Values {
  readonly record?: boolean;
  readonly tour?: boolean;
  readonly theme?: string;
  readonly language?: string;
  readonly size?: string;
  readonly zoom?: string;
  readonly rtl?: boolean;
  readonly contrast?: boolean;
  readonly night?: boolean;
}

function readOptions(values: Values, names: readonly string[]): Asked {
  const { tour, theme, language, rtl, size, zoom, contrast, night } = values;
  const hasOptions = [theme, language, rtl, size, zoom, contrast, night].some(
    (value) => value !== undefined,
  );
  const isTour = tour === true || hasOptions;
  const isRecording = values.record === true;
  if (isRecording && (isTour || names.length > 0))
    throw new UsageError('--record takes neither names nor other options');
  const known: readonly string[] = isTour ? tourViews : Object.keys(photographers);
  for (const name of names) oneOf(name, known);
  if (!isTour) return { names, variants: null, isRecording };
  if (!hasOptions) return { names, variants: tourVariants, isRecording };
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size ?? '1080x720') ?? [];
  if (width === undefined) throw new UsageError(`--size takes WIDTHxHEIGHT, not “${size}”`);
  const variant: Variant = {
    theme: oneOf(theme ?? defaultVariant.theme, themes),
    language: language === 'pseudo' ? 'en' : oneOf(language ?? defaultVariant.language, languages),
    pseudo: language === 'pseudo',
    rtl: rtl ?? false,
    width: Number(width),
    height: Number(height),
    zoom: Number(oneOf(zoom ?? '1', ['1', '2'])),
    contrast: contrast ?? false,
    night: night ?? false,
  };
  return { names, variants: [variant], isRecording };
}

function oneOf<T extends string>(name: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === name);
  if (choice === undefined)
    throw new UsageError(`there is no “${name}”, but ${choices.join(', ')}`);
  return choice;
}

const log = (line: string): void => console.log(line);

async function photograph({ names, variants, isRecording }: Asked): Promise<number> {
  const signal = AbortSignal.any([AbortSignal.timeout(900_000), interruptionSignal()]);
  const isJapanese = variants?.some(({ language }) => language === 'ja') === true;
  const needs: readonly PackageNeed[] = [
    'desktop',
    'browser',
    ...(isJapanese ? ['japanese' as const] : []),
  ];
  const system = await ensureSystemPackages({ log, signal, needs });
  if (!system.ok) throw new RefusalError(`${system.reason}; ${system.hint}`);
  await ensureBuilt({ log, signal });
  const runtime = await chooseRuntime({ log, signal });
  await withStudio({ runtime, signal, log }, async (studio) => {
    if (isRecording) return recordAll(studio);
    if (variants !== null) return photographTour(studio, variants, names);
    for (const [name, take] of Object.entries(photographers))
      if (names.length === 0 || names.includes(name)) await take(studio);
  });
  return 0;
}

await runCommand(
  { name: 'screenshots', usage, options, allowPositionals: true },
  ({ values, positionals }) => photograph(readOptions(values, positionals)),
);
