import { readFileSync } from 'node:fs';

/** What is another after each login; the boot's id tells the same numbers of two days apart. */
const variables = [
  'XDG_SESSION_ID',
  'SWAYSOCK',
  'HYPRLAND_INSTANCE_SIGNATURE',
  'WAYLAND_DISPLAY',
  'DISPLAY',
];

/** Names the login that this process belongs to. What does not outlive a login is to be set again after the next. */
export function sessionMark(env: NodeJS.ProcessEnv): string {
  const here = variables.map((name) => env[name] ?? '');
  return [bootId(), ...here].join(' ');
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
