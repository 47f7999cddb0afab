import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../setup/process.ts';

const limitMs = 15_000;

/**
 * Whether the sandbox of Chromium, or of Electron, can be had here. Never as root; for others it takes user
 * namespaces, which some systems and most containers forbid, or a setuid helper beside the program.
 * `command` is the program. Takes a moment only where namespaces are forbidden.
 */
export async function hasSandbox(
  command: string,
  kind: 'chromium' | 'electron',
  signal: AbortSignal,
): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  if (process.getuid?.() === 0) return false;
  if (await ends('unshare', ['--user', '--map-root-user', 'true'], signal)) return true;
  return kind === 'electron' ? hasHelper(command) : startsSandboxed(command, signal);
}

function hasHelper(command: string): boolean {
  const setUid = 0o4000;
  try {
    const { uid, mode } = statSync(join(dirname(command), 'chrome-sandbox'));
    return uid === 0 && (mode & setUid) !== 0;
  } catch {
    return false;
  }
}

/** A system may let this one program have namespaces, so it is tried. */
async function startsSandboxed(command: string, signal: AbortSignal): Promise<boolean> {
  const profile = mkdtempSync(join(tmpdir(), 'overhead-sandbox-'));
  try {
    const args = ['--headless', '--disable-gpu', `--user-data-dir=${profile}`, '--dump-dom'];
    return await ends(command, [...args, 'about:blank'], signal);
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function ends(command: string, args: string[], signal: AbortSignal): Promise<boolean> {
  try {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    return (await run(command, args, { signal: stop })).code === 0;
  } catch {
    return false;
  }
}
