import { accessSync, constants, statfsSync } from 'node:fs';
import type { ReportCheck } from '#shared/report/report-schema.ts';
import type { StateDigest, FlightRecord, RecordedExchange } from '#shared/report/flight-record.ts';
import { serviceNames, type AppState } from '#shared/state.ts';
import { attemptStorage } from '#platform/files/attempt.ts';

export interface CheckInput {
  readonly state: AppState;
  readonly digest: StateDigest;
  readonly record: FlightRecord;
  /** The folder of the app's data. */
  readonly data: string;
  /** The code of the error if the database on the disk cannot be used; null: it is in use. */
  readonly databaseFailure: string | null;
  readonly isTrayShown: boolean;
  readonly displays: number;
}

/** The free space that must be available: enough for the pictures of some weeks. */
const minFreeMiB = 200;
/**
 * The largest accepted difference between this computer's clock and a service's clock, in milliseconds. With a larger
 * difference, positions would be wrong.
 */
const maxSkewMs = 30_000;

/** The checks that the app can make without a request to a service. */
export function checksPart(input: CheckInput): ReportCheck[] {
  const { state, digest, record } = input;
  return [
    ...checkDisk(input.data),
    {
      check: 'database',
      ok: input.databaseFailure === null,
      detail: input.databaseFailure ?? 'in use',
    },
    { check: 'journal on the disk', ok: state.journal.durable, detail: '' },
    {
      check: 'settings',
      ok: state.settingsReset === null,
      detail: state.settingsReset?.reason ?? '',
    },
    { check: 'API key', ok: null, detail: state.apiKey.kept ?? 'none' },
    ...serviceNames.map((name): ReportCheck => {
      const standing = digest[name];
      const isFailing = typeof standing !== 'string';
      return {
        check: `${name} service`,
        ok: standing === 'waits' ? null : !isFailing,
        detail: isFailing ? [standing.kind, standing.reason].filter(Boolean).join(': ') : standing,
      };
    }),
    checkClock(record),
    checkWallpaper(state),
    { check: 'displays', ok: input.displays > 0, detail: String(input.displays) },
    { check: 'tray', ok: input.isTrayShown, detail: '' },
    { check: 'start at login', ok: state.loginItem !== 'refused', detail: state.loginItem },
  ];
}

function checkDisk(folder: string): ReportCheck[] {
  const access = attemptStorage(() => accessSync(folder, constants.W_OK));
  const space = attemptStorage(() => statfsSync(folder));
  const freeMiB = space.ok ? Math.floor((space.value.bavail * space.value.bsize) / 2 ** 20) : null;
  return [
    {
      check: 'data folder can be written',
      ok: access.ok,
      detail: access.ok ? '' : access.failure.code,
    },
    {
      check: 'free disk space',
      ok: freeMiB === null ? null : freeMiB >= minFreeMiB,
      detail: freeMiB === null ? '' : `${freeMiB} MiB`,
    },
  ];
}

/** Compares this computer's clock with that of the last service whose answer had a time. */
function checkClock({ entries }: FlightRecord): ReportCheck {
  const check = 'clock';
  const datedEntry = entries.findLast(
    (entry): entry is RecordedExchange =>
      entry.kind === 'exchange' && entry.responseHeaders.some(([name]) => name === 'date'),
  );
  const date = datedEntry?.responseHeaders.find(([name]) => name === 'date')?.[1] ?? '';
  if (datedEntry === undefined || Number.isNaN(Date.parse(date)))
    return { check, ok: null, detail: 'no service has named its time' };
  const aheadMs = datedEntry.at + (datedEntry.firstByteMs ?? 0) - Date.parse(date);
  return {
    check,
    ok: Math.abs(aheadMs) <= maxSkewMs,
    detail: `${Math.round(aheadMs / 1000)} s ahead of a service`,
  };
}

function checkWallpaper({ wallpaper: desktop }: AppState): ReportCheck {
  const check = 'wallpaper';
  if (desktop.kind === 'set')
    return {
      check,
      ok: desktop.verified,
      detail: desktop.verified ? 'read back' : 'not read back',
    };
  if (desktop.kind === 'failed') return { check, ok: false, detail: desktop.why ?? 'refused' };
  return { check, ok: null, detail: desktop.kind };
}
