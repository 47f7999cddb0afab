import { z } from 'zod';
import { rectSchema, type Rect } from '#shared/wallpaper/composition.ts';
import { parseJson } from '#shared/json.ts';
import type { Display } from '#platform/windows/display.ts';
import {
  pictureSettings,
  pixelsOf,
  programCommand,
  type Backend,
  type DesktopSetting,
  type ProgramCommand,
} from './backend.ts';

/**
 * The program of the commands below: `windows-program.ts`, which the setter runs in a process of its own. The first
 * argument names a command of that program.
 */
export const windowsProgram = 'IDesktopWallpaper';

/** The beginning of the error of `windows-com.ts` if Koffi's native module is missing, or blocked by a virus scanner. */
export const missingModule = 'the native module cannot be loaded';

const slideshowSchema = z.object({
  /** The folder, or the files. */
  paths: z.array(z.string()),
  /** `DESKTOP_SLIDESHOW_OPTIONS`: 1 shuffles. */
  options: z.int(),
  /** Milliseconds between two pictures. */
  tickMs: z.int(),
});

const stateSchema = z.object({
  position: z.int(),
  /** `DESKTOP_SLIDESHOW_STATE`: the bit 2 is set if a slideshow is configured. */
  status: z.int(),
  /** The value `BackgroundType` of the registry; null if this version of Windows does not write it. */
  backgroundType: z.int().nullable(),
  /** The names of the policies that fix the wallpaper. */
  policies: z.array(z.string()),
  slideshow: slideshowSchema.nullable(),
  /** In pixels. `area` is null for a monitor that is not connected; `path` is '' for a plain colour. */
  monitors: z.array(
    z.object({ id: z.string(), area: rectSchema.nullable(), path: z.string().nullable() }),
  ),
});
export type WindowsState = z.infer<typeof stateSchema>;

/**
 * A call of `IDesktopWallpaper`: the name of the method, and its arguments. If `monitor` is null, the call changes all
 * monitors.
 */
export type WindowsCall =
  | readonly ['SetPosition', position: number]
  | readonly ['SetWallpaper', monitor: string | null, path: string]
  | readonly ['SetSlideshow', slideshow: z.infer<typeof slideshowSchema>];

const parseState = (answer: string | undefined): WindowsState | null =>
  stateSchema.safeParse(parseJson(answer ?? '')).data ?? null;

type ConnectedMonitor = WindowsState['monitors'][number] & { readonly area: Rect };

const connectedMonitors = (state: WindowsState | null): readonly ConnectedMonitor[] =>
  (state?.monitors ?? []).flatMap(({ area, ...monitor }) =>
    area === null || area.width === 0 ? [] : [{ ...monitor, area }],
  );

const positionKey = 'position';
/** `DWPOS_FILL`: the position for a picture that is scaled and cropped. */
const filledPosition = 4;

/** The kind of the background: `picture`, `color`, `spotlight`, or `slideshow` and its settings as JSON. */
const kindKey = 'background';
const spotlight = { key: kindKey, value: 'spotlight' } as const;
const slideshowPrefix = 'slideshow ';
/** Values of `BackgroundType`. */
const slideshowType = 2;
const spotlightType = 3;
const slideshowBit = 2;

function backgroundKind({ backgroundType, status, slideshow, monitors }: WindowsState): string {
  if (backgroundType === spotlightType) return spotlight.value;
  const isSlideshow =
    backgroundType === null ? (status & slideshowBit) !== 0 : backgroundType === slideshowType;
  if (isSlideshow && slideshow !== null && slideshow.paths.length > 0)
    return `${slideshowPrefix}${JSON.stringify(slideshow)}`;
  return monitors.every(({ path }) => path === '') ? 'color' : 'picture';
}

/** A display's area in pixels, in which Windows describes monitors. */
const pixelAreaOf = (display: Display): Rect => display.pixels ?? pixelsOf(display);

/**
 * The backend for Windows 8 and later. The keys are a device path for each monitor's picture, `position` for the
 * scaling, and `background` for the kind of the background.
 */
export const windows: Backend = {
  name: 'windows',
  reach: 'each',
  canChoose: true,
  persists: true,
  survey: [programCommand(windowsProgram, 'survey')],
  // Windows changes `BackgroundType` later or not at all when a program sets a picture.
  unreported: [kindKey],
  spotlight,
  held([answer]) {
    const state = parseState(answer);
    if (state === null) return null;
    const pictures = connectedMonitors(state).flatMap(({ id, path }) =>
      path === null ? [] : [[id, path] as const],
    );
    return new Map([
      [kindKey, backgroundKind(state)],
      [positionKey, `${state.position}`],
      ...pictures,
    ]);
  },
  reasonFor: (error) => (error.includes(missingModule) ? 'module-missing' : undefined),
  refusal: ([answer]) => ((parseState(answer)?.policies.length ?? 0) > 0 ? 'policy' : null),
  settings([answer], shown) {
    const screens = connectedMonitors(parseState(answer)).map(({ id, area }) => ({
      key: id,
      area,
    }));
    const pictures = pictureSettings(shown, screens, pixelAreaOf);
    return pictures.length === 0
      ? []
      : [
          { key: kindKey, value: 'picture' },
          { key: positionKey, value: `${filledPosition}` },
          ...pictures,
        ];
  },
  write: (key, value) => writeCommand([{ key, value }]),
  writeAll: (settings) => writeCommand(settings),
};

const writeCommand = (settings: readonly DesktopSetting[]): ProgramCommand =>
  programCommand(windowsProgram, 'write', JSON.stringify(windowsCalls(settings)));

/**
 * The calls that write the settings. `SetWallpaper` of one monitor with an empty path shows the picture that Windows
 * remembers for it; only a null monitor gives the plain colour back, on all monitors. A slideshow chooses the pictures
 * itself. No call starts Windows Spotlight: its last picture comes back.
 */
export function windowsCalls(settings: readonly DesktopSetting[]): readonly WindowsCall[] {
  const values = new Map(settings.map(({ key, value }) => [key, value]));
  const position = values.get(positionKey);
  const calls: WindowsCall[] =
    position === undefined ? [] : [['SetPosition', Number(position ?? filledPosition)]];
  const kind = values.get(kindKey) ?? '';
  const slideshow = kind.startsWith(slideshowPrefix)
    ? slideshowSchema.safeParse(parseJson(kind.slice(slideshowPrefix.length))).data
    : undefined;
  if (slideshow !== undefined) return [...calls, ['SetSlideshow', slideshow]];
  const pictures = settings.filter(({ key }) => key !== positionKey && key !== kindKey);
  const shown = pictures.flatMap(({ key, value }): WindowsCall[] =>
    (value ?? '') === '' ? [] : [['SetWallpaper', key, value ?? '']],
  );
  const isPlain = pictures.length > 0 && shown.length === 0;
  return [...calls, ...(isPlain ? [['SetWallpaper', null, ''] as const] : shown)];
}

/** `QUERY_USER_NOTIFICATION_STATE`: a full-screen window, a full-screen game, and presentation mode. */
const fullScreenStates = ['2', '3', '4'];

/** Asks Windows whether an app fills the screen, such as a game or a film, or whether a presentation is shown. */
export const windowsFullScreen = {
  ask: programCommand(windowsProgram, 'notifications'),
  isFullScreen: (answer: string): boolean => fullScreenStates.includes(answer.trim()),
};
