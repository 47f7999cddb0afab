import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { easternDay } from '#services/picture/calendar.ts';
import { dayOf } from '#services/picture/day.ts';
import { defaultPictureWorld, type PictureShape } from '#services/picture/world.ts';
import type { Bridge } from '#shared/contract.ts';
import type { AppState } from '#shared/state.ts';
import { missingCommands } from '#stand-in/system/packages.ts';
import { deskOf } from '../support/desk.ts';
import { expect, limit, test, type Stage } from '../support/fixtures.ts';

const run = promisify(execFile);

const left = '1280x720+0+0';
const right = '800x600+1280+0';

const missing = missingCommands(['Xvnc']);
test.skip(missing.length > 0, `missing: ${missing.join(', ')}`);
test.use({ monitors: [left, right] });

interface Shown {
  readonly monitor: string;
  readonly path: string;
}

/** The XFCE setting of each connected monitor, by its geometry. */
async function shownOn(env: NodeJS.ProcessEnv): Promise<Shown[]> {
  const settings = await run('xfconf-query', ['-c', 'xfce4-desktop', '-l', '-v'], { env });
  const monitors = await run('xrandr', ['--listactivemonitors'], { env });
  return [...monitors.stdout.matchAll(/ (\d+)\/\d+x(\d+)\/\d+(\+\d+\+\d+) {2}(\S+)/g)].flatMap(
    ([, width, height, at, name]) => {
      const key = `/backdrop/screen0/monitor${name}/workspace0/last-image `;
      const line = settings.stdout.split('\n').find((one) => one.startsWith(key));
      const path = line?.slice(key.length).trim();
      return path === undefined ? [] : [{ monitor: `${width}x${height}${at}`, path }];
    },
  );
}

const sizeOf = (monitor: string): string => monitor.replace(/\+.*/, '');

/** The sizes of the pictures, by path. The app writes each picture to a new file. */
const sizes = new Map<string, string>();

/** Whether the file was made for the monitor: not the desktop's own picture, or the picture of an earlier run. */
async function isMadeFor({ monitor, path }: Shown): Promise<boolean> {
  if (!path.includes('/wallpaper/') || !existsSync(path)) return false;
  const size = sizes.get(path) ?? (await run('identify', ['-format', '%wx%h', path])).stdout;
  sizes.set(path, size);
  return size === sizeOf(monitor);
}

/** How much a monitor's screen differs from a picture of the monitor's size: the mean over all pixels, 0 to 1. */
async function distance(screen: string, { monitor, path }: Shown): Promise<number> {
  const [width = 0, height = 0] = sizeOf(monitor).split('x').map(Number);
  // Compare only the part below the panel, because the panel covers a part of the first monitor.
  const below = `${width}x${height - 60}+0+60`;
  const { stdout } = await run('convert', [
    ...['(', screen, '-crop', monitor, '+repage', '-crop', below, '+repage', ')'],
    ...['(', path, '-crop', below, '+repage', ')'],
    ...['-metric', 'MAE', '-compare', '-format', '%[distortion]', 'info:'],
  ]);
  return Number(stdout);
}

/** Waits until each monitor shows the file that was made for it, with a mean difference below 1 %. */
async function expectShown(stage: Stage, screen: string, monitors: readonly string[]) {
  const { env } = stage.desktop;
  await expect
    .poll(
      async () => {
        const shown = await shownOn(env);
        if (shown.map(({ monitor }) => monitor).join() !== monitors.join()) return 'other monitors';
        // The app may remove a file while it is read here: then the monitor shows a newer one.
        const made = await Promise.all(shown.map((one) => isMadeFor(one).catch(() => false)));
        // A screenshot costs more than all other steps.
        if (made.includes(false)) return 'other pictures';
        await stage.desktop.screenshot(screen);
        const seen = await Promise.all(shown.map((one) => distance(screen, one).catch(() => 1)));
        return seen.every((value) => value < 0.01) ? 'shown' : seen.join();
      },
      { intervals: [500] },
    )
    .toBe('shown');
}

const portrait = '600x900+1280+0';
const third = '1024x768+1880+0';

/** The newest past days whose pictures have that shape, from the embedded service. */
function pastDays(shape: PictureShape, count: number): string[] {
  const newest = easternDay(Date.now());
  const past = Array.from({ length: 200 }, (_day, back) =>
    new Date(Date.parse(newest) - (back + 1) * 86_400_000).toISOString().slice(0, 10),
  );
  const world = { ...defaultPictureWorld, kind: 'image' } as const;
  return past.filter((date) => dayOf(date, world, newest).shape === shape).slice(0, count);
}

/** The day of the picture on each monitor. The name of each file begins with its day. */
const daysOn = async (env: NodeJS.ProcessEnv): Promise<string[]> =>
  (await shownOn(env)).map(({ path }) => basename(path).slice(0, 10));

test('shows a picture of the right size on each monitor, other pictures and a portrait on the portrait monitor when the monitors have changed while the app was off, and later keeps a wallpaper that the user chose', async ({
  start,
  stage,
}, info) => {
  const screen = info.outputPath('screen.ppm');
  const { env } = stage.desktop;
  // A window would cover a part of the first monitor.
  const first = await start({ args: ['--hidden'] });
  await expectShown(stage, screen, [left, right]);
  const [one, other] = await shownOn(env);
  // The path of the data folder has spaces, `#` and `%`.
  expect(one?.path).toMatch(/ .*#.*%/);
  expect(one?.path).not.toBe(other?.path);
  await first.stop();

  await stage.desktop.setMonitors([left, portrait, third]);
  const second = await start();
  const main = await second.window();
  const { page } = main;
  await main.waitForState(({ wallpaper }) => wallpaper.kind === 'set', limit());
  const [tall = ''] = pastDays('portrait', 1);
  const wide = pastDays('landscape', 3);
  const { settings } = await main.state();
  const showOnOthers = async (others: 'favourites' | 'archive'): Promise<void> => {
    const wallpaper = { ...settings.wallpaper, others };
    const changed = await page.evaluate(
      (change) =>
        (window as unknown as { readonly overhead: Bridge }).overhead.settings.change(change),
      { wallpaper },
    );
    expect(changed).toMatchObject({ ok: true });
  };
  const countPictures = ({ wallpaper: shown }: AppState): number =>
    shown.kind === 'set' ? new Set(shown.displays?.map(({ date }) => date)).size : 0;
  // By default the other monitors get the last days, whatever their shape, because no others are saved.
  await main.waitForState((state) => countPictures(state) === 3, limit());
  await showOnOthers('favourites');
  await main.waitForState((state) => countPictures(state) === 1, limit());
  // Open the days one after another, like a user.
  const problems = await page.evaluate(
    async (dates) => {
      const { overhead } = window as unknown as { readonly overhead: Bridge };
      const failures: unknown[] = [];
      for (const date of dates) {
        const day = await overhead.picture.day(date);
        if (!day.ok) failures.push(day.failure);
      }
      return failures;
    },
    [tall, ...wide],
  );
  expect(problems).toEqual([]);
  await showOnOthers('archive');
  await main.waitForState(
    ({ wallpaper: shown }) =>
      shown.kind === 'set' &&
      new Set(shown.displays?.map(({ date }) => date)).size === 3 &&
      shown.displays?.[1]?.date === tall,
    limit(),
  );
  await deskOf(stage.desktop).close('Overhead');
  await expectShown(stage, screen, [left, portrait, third]);
  const daysBefore = await daysOn(env);
  expect(daysBefore[1]).toBe(tall);
  expect(new Set(daysBefore).size).toBe(3);

  await stage.desktop.setMonitors([left, portrait]);
  await expectShown(stage, screen, [left, portrait]);
  await expect.poll(() => daysOn(env)).toEqual(daysBefore.slice(0, 2));

  await stage.desktop.setMonitors([left, portrait, third]);
  await expectShown(stage, screen, [left, portrait, third]);
  // The app may still be setting the picture of the reconnected monitor.
  await expect.poll(() => daysOn(env)).toEqual(daysBefore);
  await second.stop();

  await stage.desktop.setMonitors([left, right]);
  const mine = info.outputPath('mine.png');
  await run('convert', ['-size', '64x36', 'xc:red', mine]);
  const { stdout: keys } = await run('xfconf-query', ['-c', 'xfce4-desktop', '-l'], { env });
  for (const key of keys.split('\n').filter((path) => path.endsWith('/last-image')))
    await run('xfconf-query', ['-c', 'xfce4-desktop', '-p', key, '-s', mine], { env });
  const last = await (await start()).window();
  await last.waitForState(
    ({ picture, activities }) => picture.status === 'ready' && activities.picture.next.at !== null,
    limit(),
  );
  expect((await last.state()).wallpaper.kind).toBe('untouched');
  expect(new Set((await shownOn(env)).map(({ path }) => path))).toEqual(new Set([mine]));
});
