import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, statusOf } from '../support/command.ts';
import { expect, test, type App, type Start } from '../support/fixtures.ts';

const pictureIsThere = (start: Start) =>
  expect.poll(async () => (await statusOf(start)).today, { timeout: 30_000 }).not.toBeNull();

async function startHidden(start: Start): Promise<App> {
  const first = await start({ args: ['--hidden'] });
  await first.tray();
  return first;
}

test('prints the version and the help without a running instance, and refuses invalid arguments', async ({
  start,
}) => {
  expect(await run(start, '--version')).toEqual({
    code: 0,
    output: expect.stringMatching(/^Overhead \d+\.\d+\.\d+$/),
  });
  expect(await run(start, '--help')).toEqual({ code: 0, output: expect.stringMatching(/^Usage:/) });
  expect(await run(start, '--hiden')).toEqual({
    code: 2,
    output: expect.stringMatching(/^overhead: Unknown option: --hiden\. .*--help/),
  });
  expect((await run(start, '--set-wallpaper', '2026-02-30')).code).toBe(2);
});

test('prints “Overhead is not running.” for a command without an instance', async ({ start }) => {
  for (const args of [['--status'], ['--check-now'], ['--set-wallpaper']])
    expect(await run(start, ...args)).toEqual({ code: 3, output: 'Overhead is not running.' });
  expect(await run(start, '--quit')).toEqual({ code: 0, output: 'Overhead is not running.' });
});

test('prints the status of the running instance', async ({ start, stage }) => {
  await startHidden(start);
  await pictureIsThere(start);
  const status = await statusOf(start);
  expect(status.simulated).toBe(true);
  expect(status.services.picture.waitsFor).not.toBe('');
  const inWords = await run(start, '--status');
  expect(inWords.code).toBe(0);
  expect(inWords.output).toMatch(/^Demo data: invented, to try the app with\n/);
  expect(inWords.output).toContain(`Today       ${status.today?.title ?? ''}`);
  const sandboxed = !stage.runtime.args.includes('--no-sandbox');
  expect(status.sandboxed).toBe(sandboxed);
  expect(inWords.output.includes('\nChromium runs without its sandbox, because')).toBe(!sandboxed);
  expect(inWords.output).toMatch(/\nPicture\n {2}state {10}\S/);
  // The folders for the answers are removed.
  const temporary = await readdir(stage.desktop.env['TMPDIR'] ?? '');
  const left = temporary.filter((name) => name.startsWith('overhead-answer-'));
  expect(left).toEqual([]);
});

test('--check-now, --set-wallpaper and --quit control the running instance', async ({ start }) => {
  test.slow();
  const first = await startHidden(start);
  await pictureIsThere(start);
  const lastSuccess = (await statusOf(start)).services.position.lastSuccessAt;
  expect(await run(start, '--check-now')).toMatchObject({ code: 0 });
  await expect
    .poll(async () => (await statusOf(start)).services.position.lastSuccessAt, { timeout: 20_000 })
    .not.toBe(lastSuccess);

  const set = await run(start, '--set-wallpaper', '2024-02-29');
  expect(set).toEqual({ code: 0, output: 'Wallpaper: The picture of Feb 29, 2024.' });
  const unknown = await run(start, '--set-wallpaper=1990-01-01');
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain('began on June 16, 1995');

  expect(await run(start, '--quit')).toEqual({ code: 0, output: 'Overhead has quit.' });
  // The answer came after the app had ended, not before.
  await expect(Promise.race([first.exited, Promise.resolve('runs')])).resolves.toBe(0);
});

test('runs the wallpaper command after each picture set by a command, and restores the original wallpaper', async ({
  start,
  stage,
}) => {
  test.slow();
  const out = join(stage.desktop.env['TMPDIR'] ?? '', 'command-ran');
  const first = await start({
    args: ['--hidden', `--wallpaper-command=echo "$OVERHEAD_DATE $OVERHEAD_WALLPAPER" >> '${out}'`],
  });
  await first.tray();
  await expect
    .poll(async () => (await statusOf(start)).displays, { timeout: 30_000 })
    .not.toEqual([]);
  const [newest] = (await statusOf(start)).displays;
  await expect(access(newest?.file ?? '')).resolves.toBeUndefined();
  expect(await run(start, '--set-wallpaper', '2024-02-29')).toMatchObject({ code: 0 });
  expect(await run(start, '--favourite')).toMatchObject({ code: 0 });
  expect(await run(start, '--next')).toMatchObject({ code: 0 });
  expect((await statusOf(start)).displays[0]?.date).toBe(newest?.date);
  const ran = () => readFile(out, 'utf8').then((text) => text.trim().split('\n'));
  await expect
    .poll(async () => (await ran()).map((line) => line.split(' ')[0]), { timeout: 20_000 })
    .toEqual([newest?.date, '2024-02-29', newest?.date]);
  expect((await ran())[0]).toContain(newest?.file);
  expect(await run(start, '--restore')).toMatchObject({ code: 0 });
  expect(await run(start, '--pin')).toEqual({
    code: 1,
    output: 'The desktop shows no picture of Overhead.',
  });
});

test('does not wait for an instance that was killed', async ({ start }) => {
  const first = await startHidden(start);
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  expect(await run(start, '--status')).toEqual({ code: 3, output: 'Overhead is not running.' });
});
