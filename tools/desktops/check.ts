import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { findTrayItem, hasTray, type TrayItem } from '#stand-in/dbus/tray.ts';
import { root } from '../setup/paths.ts';
import { runCommandLine } from '../setup/process.ts';
import { electronEnvironment, type Runtime } from '../setup/runtime.ts';
import { waitUntil } from '#stand-in/system/until.ts';
import type { Profile } from './profiles.ts';
import { startSession, type Session } from './session.ts';

/** `-`: the desktop does not have the feature, or its state cannot be read. */
export type FeatureMark = 'yes' | 'no' | '-';

/** The columns of the table, in this order. */
export const columns = [
  'seen',
  'read back',
  'both monitors',
  'next',
  'icon',
  'menu',
  'notifications',
  'restart',
  'restored',
  'ended',
] as const;
export type Column = (typeof columns)[number];

const yesOrNo = (is: boolean): FeatureMark => (is ? 'yes' : 'no');

export interface Outcome {
  readonly name: string;
  readonly marks: Readonly<Record<Column, FeatureMark>> | null;
  /** Why the desktop did not run. */
  readonly reason: string;
}

/** The table as Markdown. */
export function outcomeTable(outcomes: readonly Outcome[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['desktop', ...columns]),
    row(['---', ...columns.map(() => '---')]),
    ...outcomes.map(({ name, marks, reason }) =>
      row([
        name,
        ...columns.map((column, index) => marks?.[column] ?? (index === 0 ? reason : '')),
      ]),
    ),
  ].join('\n');
}

/** The fraction of pixels that differ between two screenshots, in the columns from `left` to `right`. */
export function pixelDifference(earlier: PNG, later: PNG, left: number, right: number): number {
  const part = (image: PNG): PNG => {
    const cut = new PNG({ width: right - left, height: image.height });
    PNG.bitblt(image, cut, left, 0, right - left, image.height, 0, 0);
    return cut;
  };
  const [a, b] = [part(earlier), part(later)];
  return pixelmatch(a.data, b.data, undefined, a.width, a.height) / (a.width * a.height);
}

/**
 * If at least this share of the pixels has changed, the wallpaper is new: a wallpaper covers most of a monitor; a
 * clock, a panel or a popup does not.
 */
const pictureShare = 0.25;
const maxSameDifference = 0.03;
/** The limit for a change of the screen, in milliseconds. On a busy machine the first picture takes half a minute. */
const drawLimitMs = 120_000;
/** A range of columns of a screenshot. `from` is included, `to` is not. */
type Columns = readonly [from: number, to: number];
const rightMonitor: Columns = [1280, 2304];
/**
 * The columns at the right edge of the first monitor. The app's window does not cover them, even if it opens in the
 * middle because there is no tray.
 */
const leftEdge: Columns = [1190, 1280];

/**
 * Checks the main features of the app on a desktop. Screenshots go to `folder`. Throws an Error if the desktop does
 * not start.
 */
export async function checkDesktop(
  profile: Profile,
  { command, args }: Runtime,
  folder: string,
  signal: AbortSignal,
): Promise<Record<Column, FeatureMark>> {
  const session = await startSession(profile, join(folder, 'log'), signal);
  const marks = Object.fromEntries(columns.map((one) => [one, '-'])) as Record<Column, FeatureMark>;
  const env = electronEnvironment(session.env);
  const data = join(session.home, 'overhead');
  const app = [...args, root, `--user-data-dir=${data}`];
  const ask = (...own: string[]) => runCommandLine(command, [...app, ...own], { env, signal });
  /** Runs a command of the app, again while it fails: on a busy machine a picture may take longer than the app waits. */
  const succeeds = (command: string): Promise<boolean> => {
    const attempt = async (): Promise<boolean> => {
      const { code, output } = await ask(command);
      appendFileSync(join(folder, 'log', 'commands.log'), `${command}: ${code}\n${output}\n`);
      return code === 0;
    };
    const options = { message: command, timeoutMs: drawLimitMs, intervalMs: 5_000, signal };
    return waitUntil(attempt, options).catch(() => false);
  };
  const readBack = async (): Promise<string> =>
    profile.readBack === undefined
      ? ''
      : (await runCommandLine('sh', ['-c', profile.readBack], { cwd: session.home, env, signal }))
          .output;
  const shot = async (name: string): Promise<PNG> => {
    const path = join(folder, `${name}.png`);
    await session.screenshot(path);
    return PNG.sync.read(readFileSync(path));
  };
  /** Waits until the screenshot satisfies `condition`. The last screenshot stays in the folder. */
  const becomes = async (name: string, condition: (image: PNG) => boolean): Promise<boolean> => {
    const look = async (): Promise<boolean> => condition(await shot(name));
    return waitUntil(look, {
      message: name,
      timeoutMs: drawLimitMs,
      intervalMs: 500,
      signal,
    }).catch(() => false);
  };
  try {
    const settled = async (): Promise<PNG | null> => {
      const [one, two] = [await shot('before'), await shot('before')];
      return pixelDifference(one, two, 0, one.width) === 0 && !isPlainBlack(two) ? two : null;
    };
    const options = {
      message: 'it draws nothing',
      timeoutMs: drawLimitMs,
      intervalMs: 1_000,
      signal,
    };
    const firstShot = await waitUntil(settled, options).catch(() => shot('before'));

    session.start(command, [...app, '--hidden', '--no-first-run', '--services=embedded']);
    const differs = ([from, to]: Columns, image: PNG): boolean =>
      pixelDifference(firstShot, image, from, to) > pictureShare;
    marks.seen = yesOrNo(await becomes('picture', (image) => differs(leftEdge, image)));
    if (profile.isFirstMonitorOnly !== true)
      marks['both monitors'] = yesOrNo(
        await becomes('picture', (image) => differs(rightMonitor, image)),
      );
    if (profile.readBack !== undefined)
      marks['read back'] = yesOrNo((await readBack()).includes(data));

    const compared: Columns = profile.isFirstMonitorOnly === true ? leftEdge : rightMonitor;
    const picture = await shot('picture');
    const changed = (image: PNG): boolean =>
      pixelDifference(picture, image, ...compared) > pictureShare && differs(compared, image);
    const isEarlier =
      (await succeeds('--set-wallpaper=2026-11-20')) && (await becomes('earlier', changed));
    const shownEarlier = await shot('earlier');
    marks.next = yesOrNo(
      isEarlier &&
        (await succeeds('--next')) &&
        (await becomes(
          'next',
          // Some desktops show a plain colour while they load a picture.
          (image) =>
            pixelDifference(shownEarlier, image, ...compared) > pictureShare &&
            differs(compared, image),
        )),
    );

    // Before the panel is restarted, because on some desktops it is the notification service.
    marks.notifications = yesOrNo(await hasNotifications(session, signal));

    if (await hasTray(session.bus)) {
      const item = await itemOf(session, signal);
      marks.icon = yesOrNo(item !== null);
      marks.menu = yesOrNo(((await item?.menu()) ?? []).length > 5);
      if (profile.panel !== undefined) {
        await session.restart(profile.panel);
        marks.restart = yesOrNo((await itemOf(session, signal)) !== null);
      }
    }
    const hasRestored = await succeeds('--restore');
    const isBefore = await becomes(
      'restored',
      (image) => pixelDifference(firstShot, image, ...compared) < maxSameDifference,
    );
    marks.restored = yesOrNo(hasRestored && isBefore);
    marks.ended = yesOrNo((await ask('--quit')).code === 0);
    return marks;
  } finally {
    await session.stop();
  }
}

const isPlainBlack = ({ data }: PNG): boolean =>
  data.every((value, index) => index % 4 === 3 || value === 0);

/**
 * Whether a notification service answers within a minute. The first call starts the service of GNOME, which may take
 * longer than the limit of one call on a busy machine.
 */
function hasNotifications({ bus }: Session, signal: AbortSignal): Promise<boolean> {
  const name = 'org.freedesktop.Notifications';
  const call = {
    destination: name,
    path: '/org/freedesktop/Notifications',
    interface: name,
    member: 'GetCapabilities',
  };
  const look = (): Promise<boolean> =>
    bus.call(call).then(
      () => true,
      () => false,
    );
  return waitUntil(look, { message: name, timeoutMs: 60_000, intervalMs: 500, signal }).catch(
    () => false,
  );
}

/**
 * The tray item of the app, which may belong to any process of the desktop; null if no item appears within ten seconds.
 */
async function itemOf(session: Session, signal: AbortSignal): Promise<TrayItem | null> {
  const look = async (): Promise<TrayItem | null> => {
    const items = session
      .processes()
      .map((pid) => findTrayItem(session.bus, pid, { timeoutMs: 0, signal }).catch(() => null));
    return (await Promise.all(items)).find((item) => item !== null) ?? null;
  };
  return waitUntil(look, { message: 'no item', timeoutMs: 10_000, intervalMs: 500, signal }).catch(
    () => null,
  );
}
