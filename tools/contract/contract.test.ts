import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { canStartBus, startBus } from '#stand-in/dbus/test-bus.ts';
import { root } from '../setup/paths.ts';
import { chromiumPath } from '#stand-in/system/chromium.ts';
import { outcomeLines, runContract } from './run-program.ts';

const canRun = chromiumPath() !== null && canStartBus;

it.skipIf(!canRun)(
  'finds that the stand-in keeps all rules of Electron (skipped: no Chromium or no dbus-daemon)',
  { timeout: 120_000 },
  async ({ signal }) => {
    const scratch = mkdtempSync(join(tmpdir(), 'contract-'));
    onTestFinished(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
    const address = await startBus();
    const outcomes = await runContract({
      runtime: {
        kind: 'stand-in',
        command: process.execPath,
        args: [
          join(root, 'packages', 'electron-stand-in', 'src', 'electron', 'main.ts'),
          '--no-sandbox',
        ],
        reason: 'this test is for the stand-in',
      },
      env: {
        ...process.env,
        DISPLAY: '',
        WAYLAND_DISPLAY: '',
        DBUS_SESSION_BUS_ADDRESS: address,
        XDG_RUNTIME_DIR: scratch,
        TMPDIR: scratch,
      },
      busAddress: address,
      scratch,
      signal,
    });
    expect(outcomeLines(outcomes.filter(({ result }) => result !== 'ok'))).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(30);
  },
);
