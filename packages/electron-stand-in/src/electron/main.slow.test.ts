import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTranscript } from '../test/transcript.ts';
import { runInStandIn } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'overhead-main-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { lines, step, text } = createTranscript((line) =>
  line
    .replaceAll(folder, 'FOLDER')
    .replaceAll(process.execPath, 'NODE')
    .replaceAll(process.cwd(), 'CWD'),
);

const program = `
import { app } from 'electron';
import * as electron from 'electron/main';
const say = (what, value = null) => console.log(JSON.stringify({ what, value }));
process.on('exit', (code) => say('exit', code));
for (const name of ['before-quit', 'will-quit', 'quit']) app.on(name, (event, code) => say(name, code ?? null));
app.on('second-instance', (_event, argv, cwd, data) => say('second', { argv, cwd, data, isReady: app.isReady() }));
app.on('ready', () => say('ready'));
const [, ...args] = process.argv;
say('start', { args, versions: typeof process.versions.electron, type: process.type, same: electron.app === app, isReady: app.isReady() });
say('ahead', Math.round((Date.now() - performance.timeOrigin) / 3_600_000));
if (args.includes('--lock')) say('lock', app.requestSingleInstanceLock({ text: 'from ' + args.at(-1) }));
if (args.includes('--fail')) throw new Error('a defect');
if (args.includes('--exit')) process.exit(5);
if (args.includes('--exit-code')) { process.exitCode = 6; process.exit(); }
void app.whenReady().then(() => args.includes('--quit') && app.quit());
`;

/** Makes an application with this program. */
function makeApplication(name: string, main: string, manifest: object = {}): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(
    join(path, 'package.json'),
    JSON.stringify({ name, version: '1', type: 'module', main: 'main.js', ...manifest }),
  );
  writeFileSync(join(path, 'main.js'), main);
  writeFileSync(join(path, 'index.js'), main);
  return path;
}

it('runs applications in processes', async () => {
  const application = makeApplication('app', program);
  /** Runs the application to its end. Returns what it said, and its exit code. */
  const run = async (path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const started = runInStandIn(path, folder, args, env);
    const [code] = await started.exited;
    return [code, ...started.output()];
  };
  await step('a program that quits', () => run(application, ['--quit', 'x']));
  await step('a program that exits', () => run(application, ['--exit']));
  await step('a program that exits with an exit code', () => run(application, ['--exit-code']));
  await step('a program that fails', () => run(application, ['--fail']));
  await step('a program with the name index.js', () =>
    run(makeApplication('other', program, { main: undefined }), ['--quit']),
  );
  await step('an import that it lacks', () =>
    run(makeApplication('lacking', "import { net } from 'electron';"), []),
  );
  await step('a folder without a package', () => run(join(folder, 'none'), []));
  await step('another clock', () =>
    run(application, ['--quit'], { STAND_IN_CLOCK_AHEAD: '7200000' }),
  );

  const first = runInStandIn(application, folder, ['--lock', 'first']);
  await step('the first instance', async () => [
    await first.said('lock'),
    await first.said('ready'),
  ]);
  await step('the second instance', () => run(application, ['--lock', '--quit', 'second']));
  await step('the first instance hears of it', () => first.said('second'));
  await step('SIGTERM', async () => {
    await first.end('SIGTERM');
    return first.exited.then(([code]) => [code, ...first.output().slice(-4)]);
  });
  await step('it ends without another word', () => first.said('none'));
  const waiting = runInStandIn(application, folder, ['--lock', '--quit', 'first'], {
    STAND_IN_SECOND_INSTANCE: 'before-ready',
  });
  await step('an instance that waits for a second one', () => waiting.said('lock'));
  await step('a second one', () => run(application, ['--lock', '--quit', 'second']));
  await step('it becomes ready then', async () => {
    await waiting.exited;
    return waiting.output().slice(3);
  });
  await expect(text()).toMatchFileSnapshot('records/main.txt');
  expect(lines.length).toBeGreaterThan(20);
});
