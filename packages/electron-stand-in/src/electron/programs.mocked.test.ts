import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from '../test/browser-double.ts';
import { createProcessDouble } from '../test/process-double.ts';
import { createTranscript } from '../test/transcript.ts';

const { folder, logged, load } = createProcessDouble();
const callsPath = join(folder, 'calls');

const { lines, step, text } = createTranscript((line) =>
  line
    .replaceAll(folder, 'FOLDER')
    .replaceAll(homedir(), 'HOME')
    .replaceAll(process.execPath, 'NODE'),
);
beforeEach(() => {
  lines.length = 0;
  writeFileSync(callsPath, '');
});
const recorded = (name: string) => expect(text()).toMatchFileSnapshot(`records/${name}.txt`);

/** Puts a program on the PATH that records its arguments and its input. */
function putProgram(name: string, script = '', input = false): void {
  const path = join(folder, 'bin', name);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(
    path,
    `#!/bin/sh\nPATH=/usr/bin:/bin\n{ printf '%s' ${name}; printf ' [%s]' "$@"; ${input ? "printf ' < '; cat; " : ''}echo; } >> ${callsPath}.new\nmv ${callsPath}.new ${callsPath}\n${script}\n`,
  );
  chmodSync(path, 0o755);
}
/** Waits for the call of a program. Returns its arguments and its input. */
async function nextCall(): Promise<string> {
  const calls = await vi.waitUntil(() => readFileSync(callsPath, 'utf8') || undefined);
  writeFileSync(callsPath, '');
  return calls.trimEnd();
}

const start = (variables: NodeJS.ProcessEnv = {}, args: readonly string[] = []) =>
  load(args, { PATH: join(folder, 'bin'), ...variables });

it('opens files, addresses and dialogs with the programs of the desktop', async () => {
  for (const name of ['xdg-open', 'zenity'])
    putProgram(name, name === 'zenity' ? 'echo /chosen/file' : '');
  const { shell, clipboard, dialog, becomeReady } = await start();
  await step('an error before ready', () => {
    dialog.showErrorBox('T', 'C');
    return logged.mock.calls.splice(0);
  });
  becomeReady();
  await step('openExternal()', async () => {
    await shell.openExternal('https://example.org/ä b');
    return nextCall();
  });
  await step('openExternal() without an address', () => shell.openExternal('nonsense'));
  await step('openPath()', async () => {
    const answer = await Promise.race([shell.openPath('/a b'), nextCall()]);
    return answer;
  });
  await step('an error', async () => {
    dialog.showErrorBox('T', 'C');
    return [logged.mock.calls.splice(0), await nextCall()];
  });
  const filters = [
    { name: 'Text', extensions: ['txt', 'md'] },
    { name: 'All', extensions: ['*'] },
  ];
  const saved = { title: 'T', defaultPath: '/d/f', filters };
  await step('a save dialog', async () => [await dialog.showSaveDialog(saved), await nextCall()]);
  await step('a save dialog of a window', async () => [
    await dialog.showSaveDialog(null, { ...saved, filters: [] }),
    await nextCall(),
  ]);
  await step('an open dialog', async () => [await dialog.showOpenDialog(saved), await nextCall()]);
  putProgram('zenity', 'echo /chosen/file; exit 1');
  await step('a closed dialog', async () => [
    await dialog.showSaveDialog(saved),
    await dialog.showOpenDialog(saved),
  ]);
  rmSync(join(folder, 'bin', 'zenity'));
  await step('a dialog without zenity', () => dialog.showSaveDialog(saved));
  await step('openExternal() without xdg-open', () => {
    rmSync(join(folder, 'bin', 'xdg-open'));
    return shell.openExternal('https://example.org/');
  });
  await step('the clipboard without a program', () => clipboard.writeText('text'));
  putProgram('xsel', '', true);
  await step('the clipboard of xsel', async () => {
    await clipboard.writeText('text ü');
    return nextCall();
  });
  putProgram('xclip', '', true);
  await step('the clipboard of xclip', async () => {
    await clipboard.writeText('text ü');
    return nextCall();
  });
  await recorded('dialogs');
});

it('asks questions in a window', async () => {
  const { dialog, becomeReady } = await start({ DISPLAY: ':1' }, ['--remote-debugging-port=9000']);
  becomeReady();
  const options = {
    title: 'T"',
    message: '<M>',
    detail: 'D & d',
    buttons: ['One', 'Two'],
    defaultId: 1,
    cancelId: 1,
  };
  const ask = (answer: string | null) => async () => {
    browser.calls.length = 0;
    browser.pages.length = 0;
    const response = dialog.showMessageBox(options);
    await vi.waitUntil(() => browser.calls.some(([name]) => name === 'Page.bringToFront'));
    const [launch, ...calls] = browser.calls.splice(0);
    const [page] = browser.pages;
    if (answer === null) page?.pageEnd.resolve(undefined);
    else page?.emit('Runtime.bindingCalled', { name: 'answer', payload: answer });
    const result = await response;
    const [, , args] = launch ?? [];
    const shownArgs = (args as string[]).filter((one) => /window-|port/.test(one));
    const content = decodeURIComponent(page?.window.location.href ?? '');
    return [result, shownArgs, content, ...calls, ...browser.calls.slice(-2)];
  };
  await step('a question', ask('0'));
  await step('a question that is closed', ask(null));
  const answered = await start({ STAND_IN_MESSAGE_BOX: '2' });
  answered.becomeReady();
  await step('a question that a variable answers', () => answered.dialog.showMessageBox(options));
  await recorded('questions');
});

it('has the paths, the names and the switches of the application', async () => {
  const pathsOf = ({ app }: Awaited<ReturnType<typeof start>>) =>
    [
      'home',
      'appData',
      'userData',
      'sessionData',
      'temp',
      'exe',
      'pictures',
      'documents',
      'logs',
      'crashDumps',
    ].map((name) => app.getPath(name));
  const plain = await start({ XDG_CONFIG_HOME: undefined });
  await step('paths', () => pathsOf(plain));
  await step('a path that does not exist', () => plain.app.getPath('none'));
  await step('setPath()', () => {
    plain.app.setPath('userData', '/u');
    plain.app.setPath('logs', '/l');
    return pathsOf(plain);
  });
  await step('setPath() of another name', () => plain.app.setPath('none', '/u'));
  await step('setPath() with a relative path', () => plain.app.setPath('userData', 'u'));
  await step('names', () => [
    plain.app.getName(),
    plain.app.name,
    plain.app.getVersion(),
    plain.app.getAppPath(),
    plain.app.isPackaged,
  ]);
  await step('parts of Windows', () =>
    [plain.app, plain.Notification].map((one) =>
      Object.keys(one).filter((name) => /^set(App|Toast|Name)|handle/.test(name)),
    ),
  );
  await step('a lock in a folder that cannot be made', () => {
    plain.app.setPath('userData', join(folder, 'package.json', 'x'));
    return plain.app.requestSingleInstanceLock();
  });
  await step('a lock', () => {
    plain.app.setPath('userData', join(folder, 'new', 'data'));
    return [plain.app.requestSingleInstanceLock(), plain.app.requestSingleInstanceLock()];
  });
  const { waitUntilReadyAllowed } = await import('./app.ts');
  await step('ready with the lock', () => waitUntilReadyAllowed());
  plain.app.releaseSingleInstanceLock();
  const given = await start({ XDG_CONFIG_HOME: '/config' }, [
    '--User-Data-Dir=/data',
    '--a=b=c',
    '-x',
    'more',
    '--a-b',
  ]);
  await step('given paths', () => pathsOf(given));
  await step('switches', () =>
    ['a', 'A', 'a-b', 'x', 'User-data-dir'].map((name) => [
      given.app.commandLine.hasSwitch(name),
      given.app.commandLine.getSwitchValue(name),
    ]),
  );
  await step('given paths without a folder', async () =>
    pathsOf(await start({ XDG_CONFIG_HOME: '/config' }, ['--user-data-dir='])),
  );
  await step('the proxy', () => given.app.resolveProxy());
  await step('relaunch()', () => given.app.relaunch());
  await recorded('app');
});

it('runs utility processes', async () => {
  const { utilityProcess, app, becomeReady } = await start();
  becomeReady();
  const program = join(folder, 'program.js');
  writeFileSync(
    program,
    `const { argv, env } = process;
    console.error('an error');
    const isWaiting = argv[2] === 'wait';
    if (isWaiting) setInterval(() => undefined, 1000);
    process.stdout.write(JSON.stringify([argv.slice(2), env.NAME ?? null]), () => isWaiting || process.exit(3));`,
  );
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const outputOf = async (
    args: string[],
    options?: { stdio: typeof stdio; env?: NodeJS.ProcessEnv },
  ) => {
    const child = utilityProcess.fork(program, args, options);
    const output = child.stdout === null ? [] : once(child.stdout, 'data');
    const [code] = (await once(child, 'exit')) as [number];
    return [code, String(await output), child.stdout, child.stderr];
  };
  await step('pipes, and another environment', () =>
    outputOf(['a', 'b'], { stdio, env: { NAME: 'n' } }),
  );
  await step('pipes, and the same environment', () => outputOf(['a'], { stdio }));
  await step('no pipes', () => outputOf([]));
  await step('a program that fails', () => once(utilityProcess.fork('/none'), 'exit'));
  await step('a parent that has ended', async () => {
    const host = join(import.meta.dirname, 'utility-host.ts');
    const child = fork(host, [program, 'wait'], { silent: true });
    // The program prints when it has started.
    if (child.stdout !== null) await once(child.stdout, 'data');
    child.disconnect();
    return once(child, 'exit');
  });
  const waiting = utilityProcess.fork(program, ['wait']);
  waiting.on('spawn', () => lines.push(`  event spawn ${typeof waiting.pid}`));
  await step('kill()', async () => {
    await once(waiting, 'spawn');
    const exit = once(waiting, 'exit');
    const isKilled = waiting.kill();
    return [isKilled, await exit, waiting.pid, waiting.kill()];
  });
  const left = utilityProcess.fork(program, ['wait']);
  await step('the end of the app ends it', async () => {
    await once(left, 'spawn');
    const exit = once(left, 'exit');
    app.exit(0);
    return exit;
  });
  await recorded('utility-process');
});
