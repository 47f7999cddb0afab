import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type * as timersModule from 'node:timers/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProcessDouble } from '../test/process-double.ts';
import { openBus, type Bus } from '../dbus/bus.ts';
import { serveLogind, type Logind } from '../dbus/logind.ts';
import { programManifest, programSwitch } from './app.ts';
import {
  aloneDefects,
  defects,
  earlyDefects,
  hanging,
  inModule,
  nothing,
  same,
  type Change,
} from '../test/rule-defects.ts';
import type { Electron, Outcome } from './rule.ts';

/** Called with each line of JSON that the checks print. */
const printed = vi.hoisted(() => ({ onLine: (_what: string, _value: unknown): void => undefined }));
vi.mock('node:fs', async (original) => ({
  ...(await original<object>()),
  writeSync: (_file: number, text: string) => {
    const { what, value } = JSON.parse(text) as { what: string; value: unknown };
    printed.onLine(what, value);
  },
}));
vi.mock('node:timers/promises', async (original) => {
  const timers = await original<typeof timersModule>();
  return {
    ...timers,
    // The rules wait for seconds to see that nothing happens. Time limits of minutes stay as they are.
    setTimeout: <T>(ms: number, value?: T, options?: object) =>
      timers.setTimeout(ms < 60_000 ? ms / 20 : ms, value, options),
  };
});

const { folder, exits, load } = createProcessDouble(programManifest);
const variables: NodeJS.ProcessEnv = { XDG_RUNTIME_DIR: folder };
const hasBus = existsSync('/usr/bin/dbus-daemon');
let bus: Bus;
let logind: Logind;
beforeAll(async () => {
  if (!hasBus) return;
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(createInterface({ input: daemon.stdout }), 'line')) as [string];
  bus = await openBus(address);
  logind = await serveLogind(bus);
  Object.assign(variables, { RULES_LOGIND: 'yes', DBUS_SYSTEM_BUS_ADDRESS: address });
  afterAll(() => void daemon.kill());
});
/** Loads the stand-in and the rules as in a process that has just started. */
async function start(more: NodeJS.ProcessEnv = {}) {
  const args = [programSwitch, '--no-sandbox', `--user-data-dir=${join(folder, 'data')}`];
  const { becomeReady, ...electron } = await load(args, { ...variables, ...more });
  const [{ electronRules }, { runRules }] = await Promise.all([
    import('./index.ts'),
    import('./run-rules.ts'),
  ]);
  exits.length = 0;
  return {
    electron: electron as unknown as Electron,
    becomeReady,
    rules: electronRules.filter(({ platforms }) => platforms?.includes('linux') ?? true),
    runRules,
  };
}

/** Checks the rules with these titles in one start. Returns the outcomes by the titles of the rules. */
async function run(titles: readonly string[], change: Change = same, more: NodeJS.ProcessEnv = {}) {
  const outcomes = new Map<string, Outcome>();
  const { electron, becomeReady, rules, runRules } = await start(more);
  const chosen = new Map([...rules.entries()].filter(([, { title }]) => titles.includes(title)));
  const end = Promise.withResolvers<undefined>();
  printed.onLine = (what, value) => {
    if (what === 'logind') logind[value === 'shutdown' ? 'shutDown' : (value as 'sleep')]();
    if (what !== 'outcome') return;
    const { index, ...outcome } = value as Outcome & { index: number };
    outcomes.set(rules[index]?.title ?? '', outcome);
    if (outcomes.size === titles.length) end.resolve(undefined);
  };
  runRules(change(electron), chosen);
  becomeReady();
  await end.promise;
  await vi.waitFor(() => expect(exits).toHaveLength(1));
  return outcomes;
}

const waylandTitle = '`getCursorScreenPoint()` returns 0,0 on Wayland';
const xTitle = 'the displays are those of the X server, if their scale is 1';
const differs = { result: 'differs', detail: 'no end' } as const;

describe.skipIf(!hasBus)(
  'the rules with a double of the browser (skipped without dbus-daemon)',
  () => {
    it('hold on the stand-in', async () => {
      const { rules } = await start();
      const titles = rules.filter(({ when }) => when !== 'alone').map(({ title }) => title);
      const outcomes = await run(titles);
      expect(exits).toEqual([0]);
      for (const { title, exitCode = 0 } of rules.filter(({ when }) => when === 'alone')) {
        for (const [name, outcome] of await run([title])) outcomes.set(name, outcome);
        expect(exits).toEqual([exitCode]);
      }
      expect(outcomes.size).toBe(rules.length);
      expect(outcomes.get('`decryptStringAsync()` returns the encrypted text')).toEqual({
        result: 'ok',
        detail: 'basic_text, v10',
      });
      const others = [...outcomes].filter(([, { result }]) => result !== 'ok');
      expect(others.map(([title, { result, detail }]) => `${result} ${title}: ${detail}`)).toEqual([
        'ask the process of a page is sandboxed: not in the stand-in: app.getAppMetrics',
        'ask `getCursorScreenPoint()` returns 0,0 on Wayland: this is not Wayland',
        'ask `readText()` returns the text that was written: not in the stand-in: clipboard.readText',
      ]);
    });

    it('differ on an Electron that breaks them', async () => {
      const { electron, becomeReady, rules } = await start();
      const { outcomeOfError } = await import('./rule.ts');
      electron.app.on('window-all-closed', nothing);
      // Each check adds its listeners.
      electron.app.setMaxListeners(0);
      printed.onLine = (what, value) => {
        if (what === 'logind') logind[value === 'shutdown' ? 'shutDown' : (value as 'sleep')]();
      };
      const unseen: string[] = [];
      async function expectDifferences(table: typeof defects): Promise<void> {
        for (const [title, changes] of Object.entries(table))
          for (const [index, change] of changes.entries()) {
            const rule = rules.find((one) => one.title === title);
            if (rule === undefined) throw new Error(`there is no rule ${title}`);
            const outcome = await Promise.race([
              (async () => await rule.check(change(electron), nothing))().then(
                () => ({ result: 'ok' }),
                outcomeOfError,
              ),
              hanging.has(change) ? delay(100, differs) : delay(60_000, null, { ref: false }),
            ]);
            if (outcome?.result !== 'differs') unseen.push(`${title} ${index}`);
            for (const window of electron.BrowserWindow.getAllWindows()) window.destroy();
          }
      }
      await expectDifferences(earlyDefects);
      becomeReady();
      await expectDifferences(defects);
      for (const [title, changes] of Object.entries(aloneDefects))
        for (const [index, change] of changes.entries()) {
          const [[, outcome] = []] = await run([title], change);
          if (outcome?.result !== 'differs') unseen.push(`${title} ${index}`);
        }
      expect(unseen).toEqual([]);
      const known = Object.keys({ ...defects, ...earlyDefects, ...aloneDefects });
      // The rules of the module Node are about Node itself. Two rules of the screen depend on the environment.
      const others = rules.filter(
        ({ module, title }) =>
          module !== 'Node' && ![...known, xTitle, waylandTitle].includes(title),
      );
      expect(others.map(({ title }) => title)).toEqual([]);
    });

    it.each([
      '`decryptStringAsync()` returns the encrypted text',
      'another process decrypts the text',
      '`decryptStringAsync()` rejects other data, and returns an empty text for an empty buffer',
    ])('ask a person where no keyring answers: %s', async (title) => {
      const isAsyncEncryptionAvailable = () => Promise.resolve(false);
      const change = inModule('safeStorage', () => ({ isAsyncEncryptionAvailable }));
      expect((await run([title], change)).get(title)).toEqual({
        result: 'ask',
        detail: 'no keyring answers',
      });
    });

    const pointOf = (x: number, y: number): Change =>
      inModule('screen', () => ({ getCursorScreenPoint: () => ({ x, y }) }));
    it.each<[string, Readonly<Record<string, string>>, Change, string, title?: string]>([
      ['Wayland', { XDG_SESSION_TYPE: 'wayland' }, same, 'ok', waylandTitle],
      ['Wayland with x', { XDG_SESSION_TYPE: 'wayland' }, pointOf(1, 0), 'differs', waylandTitle],
      ['Wayland with y', { XDG_SESSION_TYPE: 'wayland' }, pointOf(0, 1), 'differs', waylandTitle],
      ['X', {}, same, 'ok'],
      ['X with other displays', { XRANDR: '1280x720+0+1' }, same, 'differs'],
      ['X without xrandr', { PATH: '/nonexistent' }, same, 'ask'],
      ['no display', { DISPLAY: '', XRANDR: '1x1+0+0' }, same, 'ok'],
      ['X beside Wayland', { WAYLAND_DISPLAY: 'w', XRANDR: '1x1+0+0' }, same, 'ok'],
      ['X with another scale', { STAND_IN_SCALE: '2' }, same, 'ok'],
    ])('compare the screen on %s', async (what, env, change, result, title = xTitle) => {
      const places = env['XRANDR'] ?? '1280x720+0+0';
      const output = `DP-1 connected primary ${places} (normal)\nDP-2 disconnected (normal)`;
      writeFileSync(join(folder, 'xrandr'), `#!/bin/sh\necho '${output}'\n`, { mode: 0o755 });
      const PATH = `${folder}:${process.env['PATH'] ?? ''}`;
      const more = { PATH, XDG_SESSION_TYPE: '', DISPLAY: ':9', ...env };
      const [[, outcome] = []] = await run([title], change, more);
      expect(outcome?.result).toBe(result);
      if (what === 'X') expect(outcome?.detail).toBe(' 1280x720+0+0 at 1');
    });
  },
);
