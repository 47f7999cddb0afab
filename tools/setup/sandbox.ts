import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from './process.ts';

const limitMs = 15_000;

/** Whether this process runs as root, for which Chromium refuses to start its sandbox. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Whether Chromium can start with its sandbox on this machine; other systems than Linux are not checked. The check
 * starts the program itself, because a system may allow user namespaces for some programs only.
 */
export async function canStartSandboxed(command: string, signal: AbortSignal): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  if (isRoot()) return false;
  const profile = mkdtempSync(join(tmpdir(), 'overhead-sandbox-'));
  try {
    const args = ['--headless', '--disable-gpu', `--user-data-dir=${profile}`, '--dump-dom'];
    const stop = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    return (await runCommandLine(command, [...args, 'about:blank'], { signal: stop })).code === 0;
  } catch {
    return false;
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The kernel settings that control user namespaces, read from /proc/sys; null: the setting does not exist. */
interface NamespaceSettings {
  readonly appArmorRestricts: string | null;
  readonly unprivilegedClone: string | null;
  readonly maximum: string | null;
}

/**
 * The remedy if the sandbox of `command` (absolute path) does not start. The profile is the one that Chromium documents
 * for Ubuntu 23.10 and later (docs/security/apparmor-userns-restrictions.md).
 */
export function sandboxCure(
  command: string,
  settings: NamespaceSettings = readNamespaceSettings(),
): string {
  const otherwise = 'To go on without the sandbox: npm start -- --no-sandbox';
  if (settings.appArmorRestricts === '1')
    return `AppArmor allows user namespaces only to programs with a profile. To add one:

sudo tee /etc/apparmor.d/overhead-electron <<'END'
abi <abi/4.0>,
include <tunables/global>
profile overhead-electron "${command}" flags=(unconfined) {
  userns,
}
END
sudo apparmor_parser -r /etc/apparmor.d/overhead-electron

${otherwise}`;
  if (settings.unprivilegedClone === '0')
    return `To allow it: sudo sysctl -w kernel.unprivileged_userns_clone=1. ${otherwise}`;
  if (settings.maximum === '0')
    return `To allow it: sudo sysctl -w user.max_user_namespaces=15000. ${otherwise}`;
  return `A container or a security module forbids user namespaces here. ${otherwise}`;
}

function readNamespaceSettings(): NamespaceSettings {
  return {
    appArmorRestricts: readSetting('kernel/apparmor_restrict_unprivileged_userns'),
    unprivilegedClone: readSetting('kernel/unprivileged_userns_clone'),
    maximum: readSetting('user/max_user_namespaces'),
  };
}

function readSetting(name: string): string | null {
  try {
    return readFileSync(join('/proc/sys', name), 'utf8').trim();
  } catch {
    return null;
  }
}
