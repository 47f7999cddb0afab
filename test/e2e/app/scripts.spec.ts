import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { pictureAnswerSchemas } from '#picture/picture-queries.ts';
import { stationAnswerSchemas } from '#station/station-queries.ts';
import type { Bridge } from '#shared/contract.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { root } from '#tools/setup/paths.ts';
import { signalGroup } from '#tools/setup/process.ts';
import { electronEnvironment } from '#tools/setup/runtime.ts';
import { readXfceWallpaper } from '#stand-in/dbus/wallpaper.ts';
import { run } from '../support/command.ts';
import { expect, limit, test, type App, type Stage, type Start } from '../support/fixtures.ts';
import { sharedTest, type SharedApp } from '../support/shared.ts';
import { newWallpaper } from '../support/wallpaper.ts';

type WithBridge = typeof globalThis & { readonly overhead: Bridge };

const schemas = stationAnswerSchemas();
const place = { latitude: 48.137, longitude: 11.575, altitude: 524 };

/** Sets the place, and waits for the passes over it. */
async function setPlace({ main }: SharedApp): Promise<void> {
  await main.page.evaluate(
    (station) => (globalThis as WithBridge).overhead.settings.change({ station }),
    { ...defaultSettings.station, observer: place },
  );
  await main.waitForState(({ station }) => station.passes.length > 0, limit());
}

async function jsonOf(start: Start, ...args: string[]): Promise<unknown> {
  const { output } = await run(start, ...args);
  return JSON.parse(output.slice(output.indexOf('{')));
}
const passesOf = async (start: Start, ...more: string[]) =>
  schemas.passes.parse(await jsonOf(start, '--passes', '--json', ...more));

sharedTest('a second instance prints answers that match the schemas', async ({ app, start }) => {
  await setPlace(app);
  const passes = await passesOf(start);
  expect(passes).toMatchObject({
    version: 1,
    simulated: true,
    unknown: null,
    place: { latitude: place.latitude, longitude: place.longitude, source: 'settings' },
  });
  expect(passes.passes.length).toBeGreaterThan(10);
  const ofADay = await passesOf(start, '--days', '1');
  const tomorrow = Date.now() + 86_400_000;
  expect(ofADay.passes.length).toBeLessThan(passes.passes.length);
  for (const { from } of ofADay.passes) expect(Date.parse(from)).toBeLessThan(tomorrow);
  const visible = await passesOf(start, '--visible');
  expect(visible.passes).toEqual(passes.passes.filter((pass) => pass.visible));

  const { position } = schemas.position.parse(await jsonOf(start, '--position', '--json'));
  expect(position).toMatchObject({ source: 'orbit' });
  expect(Math.abs(position?.latitude ?? NaN)).toBeLessThan(52);
  // The app computes the transits when the command requests them.
  const transits = schemas.transits.parse(await jsonOf(start, '--transits', '--json'));
  expect(transits).toMatchObject({ unknown: null, withinKm: 30 });
  const { picture } = pictureAnswerSchemas().picture.parse(
    await jsonOf(start, '--picture', '--json'),
  );
  expect((await readFile(picture?.file ?? '')).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

  const words = await run(start, '--passes', '--visible');
  expect(words.code).toBe(0);
  expect(words.output).toMatch(/^Demo data: /);
});

test('runs the wallpaper command after each picture that is set; --watch prints a line after each change, and exits when the app quits', async ({
  start,
  stage,
}) => {
  const out = join(stage.desktop.env['TMPDIR'] ?? '', 'command-ran');
  const first = await start({
    args: ['--hidden', `--wallpaper-command=echo "$OVERHEAD_DATE $OVERHEAD_WALLPAPER" >> '${out}'`],
  });
  const tray = await first.tray();
  const json = await start({ args: ['--picture', '--watch', '--json'] });
  const words = await start({ args: ['--status', '--watch'] });
  const lines = (app: App): string[] => app.output.trim().split('\n');
  const titles = () =>
    lines(json)
      .filter((line) => line.startsWith('{'))
      .map((line) => pictureAnswerSchemas().picture.parse(JSON.parse(line)).picture?.title);
  await newWallpaper(stage, first, undefined);
  const [file = ''] = await readXfceWallpaper(stage.desktop.env);
  await expect(access(file)).resolves.toBeUndefined();
  // The name of each file begins with its day.
  const newest = basename(file).slice(0, 10);
  const ran = async () => (await readFile(out, 'utf8').catch(() => '')).trim().split('\n');
  const days = async () => (await ran()).map((line) => line.split(' ')[0]);
  await expect.poll(days).toEqual([newest]);
  expect(await run(start, '--set-wallpaper', '2024-02-29')).toMatchObject({ code: 0 });
  await expect.poll(days).toEqual([newest, '2024-02-29']);
  expect((await ran())[0]).toContain(file);

  await expect.poll(() => titles().at(-1)).toBeDefined();
  await expect.poll(() => words.output.trim()).not.toBe('');
  // A line is printed only when it differs from the line before, apart from its time.
  const contents = lines(json).map((line) => line.replace(/"at":"[^"]*"/, ''));
  expect(contents.every((line, n) => line !== contents[n - 1])).toBe(true);

  await tray.click('Quit');
  for (const app of [json, words]) {
    expect(await app.exited).toBe(3);
    expect(lines(app).at(-1)).toBe('Overhead is not running.');
  }
  expect((await run(start, '--passes', '--watch')).code).toBe(3);
});

/** A folder with a program `overhead`, as in an installed app, for the app with this data folder. */
async function installCommand({ runtime, desktop }: Stage, dataDir: string): Promise<string> {
  const folder = join(desktop.env['TMPDIR'] ?? '', 'bin');
  await mkdir(folder, { recursive: true });
  const quoted = [
    ...[runtime.command, ...runtime.args, root],
    ...['--services=embedded', '--no-first-run', `--user-data-dir=${dataDir}`],
  ].map((part) => `'${part}'`);
  const file = join(folder, 'overhead');
  await writeFile(file, `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`);
  await chmod(file, 0o755);
  return folder;
}

/** Runs a command line of the docs in a shell whose PATH contains `overhead`. */
function shell(line: string, { desktop }: Stage, bin: string) {
  const env = electronEnvironment({
    ...process.env,
    ...desktop.env,
    LANGUAGE: 'en_US',
    XDG_RUNTIME_DIR: desktop.env['TMPDIR'],
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
  });
  const child = spawn('/bin/sh', ['-c', line], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return {
    child,
    output: () => output,
    errors: () => errors,
    ended: once(child, 'exit').then(([code]) => code as number | null),
  };
}

function end({ pid }: ChildProcess): void {
  if (pid !== undefined) signalGroup(pid, 'SIGTERM');
}

sharedTest(
  'the examples for waybar and Home Assistant in the docs work',
  async ({ app, start, stage, dataDir }) => {
    const page = await readFile(join(root, 'docs', 'command-line.md'), 'utf8');
    function find(pattern: RegExp): string {
      const text = pattern.exec(page)?.[1];
      if (text === undefined) throw new Error(`the page has no ${pattern.source}`);
      return text;
    }
    const bin = await installCommand(stage, dataDir);
    await setPlace(app);
    const [next] = (await passesOf(start, '--visible')).passes;
    const waybar = JSON.parse(find(/```json\n(\{\s+"custom[^`]*)```/)) as Record<
      string,
      { exec: string }
    >;
    const bar = shell(waybar['custom/pass']?.exec ?? '', stage, bin);
    try {
      const expected = /^Demo data: (now|today|tomorrow|none|\w{3}, )/i;
      await expect.poll(() => bar.output()).toMatch(expected);
      // The command of the sensor, and the fields that its template reads from the answer.
      const sensor = shell(find(/^ +command: (.*)$/m), stage, bin);
      expect(await sensor.ended).toBe(0);
      const answer = schemas.passes.parse(JSON.parse(sensor.output()));
      expect(answer.passes[0]?.from).toBe(next?.from);
      expect(bar.errors()).toBe('');
    } finally {
      end(bar.child);
    }
  },
);
