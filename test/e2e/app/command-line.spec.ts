import { access, readdir } from 'node:fs/promises';
import { run, statusOf } from '../support/command.ts';
import { expect, limit, test } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

test('prints the version without a running instance, refuses an unknown option, and reports that no instance runs', async ({
  start,
}) => {
  expect(await run(start, '--version')).toEqual({
    code: 0,
    output: expect.stringMatching(/^Overhead \d+\.\d+\.\d+$/),
  });
  expect(await run(start, '--hiden')).toEqual({
    code: 2,
    output: expect.stringMatching(/^overhead: Unknown option: --hiden\. .*--help/),
  });
  expect(await run(start, '--status')).toEqual({ code: 3, output: 'Overhead is not running.' });
  expect(await run(start, '--quit')).toEqual({ code: 0, output: 'Overhead is not running.' });
});

sharedTest(
  'prints the status of the running instance',
  { tag: '@main' },
  async ({ app, start, stage }) => {
    const status = await statusOf(start);
    expect(status.today).not.toBeNull();
    expect(status.simulated).toBe(true);
    const [shown] = status.displays;
    expect(shown?.date).toBe(status.today?.date);
    await expect(access(shown?.file ?? '')).resolves.toBeUndefined();
    expect(status.services.picture.waitsFor).not.toBe('');
    const inWords = await run(start, '--status');
    expect(inWords.code).toBe(0);
    expect(inWords.output).toMatch(/^Demo data: not real, for trying out Overhead\n/);
    expect(inWords.output).toContain(`Today       ${status.today?.title ?? ''}`);
    const sandboxed = !stage.runtime.args.includes('--no-sandbox');
    expect(status.sandboxed).toBe(sandboxed);
    expect(inWords.output.includes('\nChromium runs without its sandbox, because')).toBe(
      !sandboxed,
    );
    expect(inWords.output).toMatch(/\nPicture\n {2}state {10}\S/);
    // The folders for the answers are removed.
    const temporary = await readdir(stage.desktop.env['TMPDIR'] ?? '');
    const left = temporary.filter((name) => name.startsWith('overhead-answer-'));
    expect(left).toEqual([]);
    expect(app.gone.aborted).toBe(false);
  },
);

sharedTest(
  '--check-now, --set-wallpaper, --favourite, --next and --restore control the running instance',
  async ({ app, start }) => {
    const { activities } = await app.main.state();
    expect(await run(start, '--check-now')).toMatchObject({ code: 0 });
    await app.main.waitForState(
      ({ activities: { position } }) =>
        position.lastSuccessAt !== activities.position.lastSuccessAt,
      limit(),
    );
    expect(await run(start, '--set-wallpaper', '2024-02-29')).toEqual({
      code: 0,
      output: 'Wallpaper: The picture of Feb 29, 2024.',
    });
    const unknown = await run(start, '--set-wallpaper=1990-01-01');
    expect(unknown.code).toBe(1);
    expect(unknown.output).toContain('began on June 16, 1995');
    expect(await run(start, '--favourite')).toMatchObject({ code: 0 });
    expect((await app.main.state()).choice.favourites).toEqual(['2024-02-29']);
    expect(await run(start, '--next')).toMatchObject({ code: 0 });
    const { wallpaper } = await app.main.state();
    if (wallpaper.kind !== 'set') throw new Error('no wallpaper was set');
    expect(wallpaper.date).not.toBe('2024-02-29');
    await expect(access(wallpaper.path)).resolves.toBeUndefined();
    expect(await run(start, '--restore')).toMatchObject({ code: 0 });
    expect(await run(start, '--pin')).toEqual({
      code: 1,
      output: 'The desktop shows no picture of Overhead.',
    });
  },
);
