import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { Rule } from '#stand-in/rules/rule.ts';
import { timeZoneAtNoon } from '../setup/daytime.ts';
import { openDisplay } from '../start/display.ts';
import { askedRules } from './asked-rules.ts';
import { checkRules, lineOf } from './check-rules.ts';

/** The rules that the stand-in cannot show. */
const lacking = [
  'WebContents: the process of a page is sandboxed',
  'BrowserWindow: a window in full screen is hidden only after it has left full screen',
  'clipboard: `readText()` returns the text that was written',
  'screen: `getCursorScreenPoint()` returns 0,0 on Wayland',
  'package: the fuses are set, and `ELECTRON_RUN_AS_NODE` has no effect',
];

const standInPath = fileURLToPath(
  new URL('../../packages/electron-stand-in/src/electron/main.ts', import.meta.url),
);

const nameOf = ({ module, title }: Rule): string => `${module}: ${title}`;

it(
  'the stand-in keeps all rules of Electron, and a planted difference is found',
  { timeout: 1_800_000 },
  async ({ signal }) => {
    const display = await openDisplay({
      signal,
      log: () => undefined,
      needs: ['desktop', 'browser'],
      // Opens a virtual desktop, even if there is a real one.
      env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
    });
    onTestFinished(() => display.stop());

    // The default settings show no notification from 23:00 to 7:00.
    const TZ = timeZoneAtNoon(Date.now());

    // The first check builds the program of the rules in this folder, and the second uses it.
    const scratch = mkdtempSync(join(tmpdir(), 'electron-rules-'));
    onTestFinished(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));

    /** Checks rules in this environment. Returns the lines of those that differ, and the names of those to ask. */
    async function check(isWanted: (rule: Rule) => boolean, env: NodeJS.ProcessEnv) {
      const differing: string[] = [];
      const asked: string[] = [];
      let count = 0;
      await checkRules(
        isWanted,
        {
          runtime: {
            kind: 'stand-in',
            command: process.execPath,
            args: [standInPath, '--no-sandbox'],
            reason: 'this test is for the stand-in',
          },
          display: { env: { ...display.env, TZ, ...env }, busAddress: display.busAddress },
          program: null,
          scratch,
          signal,
        },
        (rule, outcome) => {
          count += 1;
          if (outcome.result === 'differs') differing.push(lineOf(rule, outcome));
          if (outcome.result === 'ask') asked.push(nameOf(rule));
        },
      );
      return { differing, asked, count };
    }

    const planted = await check(({ title }) => title === '`getPath()` works before `ready`', {
      XDG_CONFIG_HOME: 'relative',
    });
    expect(planted).toMatchObject({ differing: [expect.stringContaining('appData')], count: 1 });

    const all = await check(() => true, {});
    expect(all.differing).toEqual([]);
    const here = askedRules.filter(({ platforms }) => platforms?.includes('linux') ?? true);
    expect(all.asked.toSorted()).toEqual([...lacking, ...here.map(nameOf)].toSorted());
    expect(all.count).toBeGreaterThan(90);
  },
);
