import { spawn } from 'node:child_process';
import { expect } from '@playwright/test';
import { hasTray } from '#stand-in/dbus/tray.ts';
import { sendSignal } from '#stand-in/desktop/processes.ts';
import { isRunning, readProcess } from '#stand-in/system/processes.ts';
import type { Stage } from './fixtures.ts';

/** Stops the desktop's panel, and with it the tray. */
export async function endPanel({ desktop, bus }: Stage): Promise<void> {
  // The panel's plugins are separate processes, and stop with the panel.
  const panels = desktop.pids.filter((pid) => readProcess(pid, 'comm') === 'xfce4-panel\n');
  for (const pid of panels) sendSignal(pid, 'SIGKILL');
  await expect.poll(() => panels.filter(isRunning)).toEqual([]);
  await expect.poll(() => hasTray(bus)).toBe(false);
}

/** Starts the panel again, and waits for its tray. */
export async function startPanel({ desktop, bus }: Stage): Promise<void> {
  const child = spawn('xfce4-panel', ['--sm-client-disable', '--disable-wm-check'], {
    env: desktop.env,
    stdio: 'ignore',
    detached: true,
  });
  child.unref();
  await expect.poll(() => hasTray(bus).catch(() => false)).toBe(true);
}
