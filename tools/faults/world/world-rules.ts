import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canaryKey, oldWallpaper, type Machine, type RequestEntry } from './machine.ts';
import type { ResourceMeasure } from './host.ts';

/** The kind of a request: a service limits the rate of each kind separately. */
const kindOf = ({ service, target }: RequestEntry): string =>
  service !== 'picture' ? service : (/^\/(planetary|wp-json)\//.exec(target)?.[1] ?? 'file');

const isNewest = ({ target }: RequestEntry): boolean => !/[?&]date=|apod-basic\/\d/.test(target);

/** Returns the pause in milliseconds that a scenario requests; 0 for an invalid value. */
type RequestedPause = (entry: RequestEntry) => number;

/** Checks that no request is sent too early. */
export class RequestPace {
  private readonly last = new Map<string, number>();
  private readonly until = new Map<string, number>();

  private forgottenAt = -Infinity;

  /**
   * Removes all recorded times and pauses, because a new process of the app does not have them either.
   *
   * @param now when the addresses of the services changed, in milliseconds since the epoch. Requests at that time are to
   *   the old or to the new addresses, and are not compared
   */
  forget(now = -Infinity): void {
    this.forgottenAt = now;
    this.last.clear();
    this.until.clear();
  }

  fault(entry: RequestEntry, asked: RequestedPause): string | null {
    const at = Date.parse(entry.at);
    const kind = kindOf(entry);
    const since = at - (this.last.get(kind) ?? -Infinity);
    const early = (this.until.get(kind) ?? 0) - at;
    if (isNewest(entry)) this.last.set(kind, at);
    const hold = at > this.forgottenAt ? asked(entry) : 0;
    if (hold > 0) this.until.set(kind, Math.max(at + hold, this.until.get(kind) ?? 0));
    const gap = kind === 'position' || kind === 'planetary' ? 5_000 : 0;
    // The times in the log are whole milliseconds, so the gap may seem shorter.
    if (isNewest(entry) && since < gap - 2 && at > this.forgottenAt)
      return `${kind} was asked ${since} ms after the last time`;
    if (early > 1_000 && kind !== 'file')
      return `${kind} was asked ${Math.round(early / 1000)} s before the Retry-After was over`;
    const unasked = entry.scenarios.filter((name) => name !== 'image');
    if (entry.status !== null && entry.status >= 400 && unasked.length === 0)
      return `${entry.method} ${entry.target.replace(canaryKey, 'KEY')} was answered ${entry.status}`;
    return null;
  }
}

/**
 * The fault of the desktop's wallpaper; null if there is none. The wallpaper must be either the wallpaper that was set
 * before the app started, or a complete file of the app.
 */
export function wallpaperFault(machine: Machine): string | null {
  for (const address of machine.wallpapers()) {
    if (address === oldWallpaper) continue;
    const path = fileURLToPath(address);
    if (!existsSync(path)) return `the desktop shows a file that is not there: ${path}`;
    const bytes = readFileSync(path);
    const isPng =
      bytes.subarray(1, 4).toString() === 'PNG' && bytes.subarray(-8, -4).toString() === 'IEND';
    const isJpeg =
      bytes.readUInt16BE(0) === 0xff_d8 && bytes.readUInt16BE(bytes.length - 2) === 0xff_d9;
    const isWhole = isPng || isJpeg;
    if (!isWhole) return `the desktop shows a part of a file: ${path}`;
  }
  return null;
}

/** The places in which the API key was found. None of these places may contain the key. */
export function findKeyLeaks(machine: Machine, texts: Readonly<Record<string, string>>): string[] {
  const places = Object.entries(texts).flatMap(([name, text]) =>
    text.includes(canaryKey) ? [name] : [],
  );
  for (const entry of readdirSync(machine.folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (readFileSync(path).includes(canaryKey)) places.push(path.slice(machine.folder.length));
  }
  return places.map((place) => `the API key is in ${place}`);
}

/** Whether the request sends the key to a receiver that must not get it. */
export const showsKey = (entry: RequestEntry): boolean =>
  kindOf(entry) !== 'planetary' && JSON.stringify(entry).includes(canaryKey);

const descriptorKindsOf = ({ descriptors }: ResourceMeasure): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const one of descriptors) {
    // This path belongs to the temporary database. If the disk refused the real database at the start, the app uses the
    // temporary one until it ends.
    if (/\/tmp\/overhead-[^/]*\/overhead\.sqlite/.test(one)) continue;
    const kind = one.replace(/^\/.*\/overhead-world-[^/]*\//, '');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
};

/** Describes the resources whose number has grown. `slack`: the allowed growth, for operations that still run. */
export function describeGrowth(
  first: ResourceMeasure,
  last: ResourceMeasure,
  slack: { readonly timers: number; readonly sockets: number } = { timers: 0, sockets: 0 },
): string[] {
  const faults: string[] = [];
  if (last.children > first.children) faults.push(`${last.children} processes are left`);
  const timers = last.timers.length - first.timers.length;
  if (timers > slack.timers)
    faults.push(`${timers} timers more than before: ${last.timers.join(' ')} ms`);
  const firstKinds = descriptorKindsOf(first);
  for (const [kind, count] of descriptorKindsOf(last)) {
    const more = count - (firstKinds.get(kind) ?? 0);
    if (more > (kind.startsWith('socket') ? slack.sockets : 0))
      faults.push(`${more} descriptors more than before: ${kind}`);
  }
  return faults;
}
