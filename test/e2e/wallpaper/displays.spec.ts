import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { missingCommands } from '#tools/system/packages.ts';
import { expect, limit, test, type Stage } from '../support/fixtures.ts';

const run = promisify(execFile);

const left = '1280x720+0+0';
const right = '800x600+1280+0';
const large = '1024x768+1280+0';

const missing = missingCommands(['Xvnc']);
test.skip(missing.length > 0, `missing: ${missing.join(', ')}`);
test.use({ monitors: [left, right] });
// Each change of the monitors is waited out, and composed for. On one worker, which needs a desktop of its own for it.
test.describe.configure({ mode: 'default', timeout: 150_000 });

interface Shown {
  readonly monitor: string;
  readonly path: string;
}

/** What XFCE is set to show on each monitor that is plugged in, by its geometry. */
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

/** How far what a monitor shows is from a file in its size: the mean difference of a pixel, 0 to 1. */
async function distance(screen: string, { monitor, path }: Shown): Promise<number> {
  const [, width = 0, height = 0] = /^(\d+)x(\d+)/.exec(monitor)?.map(Number) ?? [];
  // Below the panel, which lies on the first.
  const below = `${width}x${height - 60}+0+60`;
  // The desktop's own picture, or that of an earlier run.
  if (!path.includes('/wallpaper/') || !existsSync(path)) return 1;
  const size = await run('identify', ['-format', '%wx%h', path]);
  if (size.stdout !== `${width}x${height}`) return 1;
  const { stdout } = await run('convert', [
    ...['(', screen, '-crop', monitor, '+repage', '-crop', below, '+repage', ')'],
    ...['(', path, '-crop', below, '+repage', ')'],
    ...['-metric', 'MAE', '-compare', '-format', '%[distortion]', 'info:'],
  ]);
  return Number(stdout);
}

/** Waits until each monitor shows the file that was made for it, pixel by pixel. */
async function expectShown(stage: Stage, screen: string, monitors: readonly string[]) {
  const { env } = stage.desktop;
  await expect
    .poll(
      async () => {
        const shown = await shownOn(env);
        if (shown.map(({ monitor }) => monitor).join() !== monitors.join()) return 'other monitors';
        await stage.desktop.screenshot(screen);
        // The app may remove a file while it is read here: it shows a newer one then.
        const seen = await Promise.all(shown.map((one) => distance(screen, one).catch(() => 1)));
        return seen.every((value) => value < 0.01) ? 'shown' : seen.join();
      },
      { timeout: 40_000, intervals: [500] },
    )
    .toBe('shown');
}

/** A window would hide a part of the first monitor. */
const hidden = { args: ['--hidden'] };

test('each monitor shows a picture of its own size, and a new one when it changes', async ({
  start,
  stage,
}, info) => {
  const screen = info.outputPath('screen.png');
  const app = await start(hidden);
  await expectShown(stage, screen, [left, right]);
  const [first, second] = await shownOn(stage.desktop.env);
  // The data lies below a path with blanks, `#` and `%`.
  expect(first?.path).toMatch(/ .*#.*%/);
  expect(first?.path).not.toBe(second?.path);

  // A larger monitor in place of the second one, and none at all.
  await stage.desktop.setMonitors([left, large]);
  await expectShown(stage, screen, [left, large]);
  await stage.desktop.setMonitors([left]);
  await expectShown(stage, screen, [left]);
  await stage.desktop.setMonitors([left, right]);
  await expectShown(stage, screen, [left, right]);
  await app.stop();
});

test('after a restart it goes by the monitors that are there then, and leaves the person’s choice', async ({
  start,
  stage,
}, info) => {
  const screen = info.outputPath('screen.png');
  const { env } = stage.desktop;
  const first = await start(hidden);
  await expectShown(stage, screen, [left, right]);
  await first.stop();

  await stage.desktop.setMonitors([left, large]);
  const second = await start(hidden);
  await expectShown(stage, screen, [left, large]);
  await second.stop();

  await stage.desktop.setMonitors([left, right]);
  const mine = info.outputPath('mine.png');
  await run('convert', ['-size', '64x36', 'xc:red', mine]);
  const { stdout: keys } = await run('xfconf-query', ['-c', 'xfce4-desktop', '-l'], { env });
  for (const key of keys.split('\n').filter((one) => one.endsWith('/last-image')))
    await run('xfconf-query', ['-c', 'xfce4-desktop', '-p', key, '-s', mine], { env });
  const third = await start();
  const page = await third.window();
  await page.waitForState(
    ({ picture, activities }) => picture.status === 'ready' && activities.picture.next.at !== null,
    limit(),
  );
  expect((await page.state()).wallpaper.kind).toBe('untouched');
  expect(new Set((await shownOn(env)).map(({ path }) => path))).toEqual(new Set([mine]));
});
