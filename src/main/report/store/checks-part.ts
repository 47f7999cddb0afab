import { accessSync, constants, statfsSync } from 'node:fs';
import type { ReportCheck } from '#shared/report/report-schema.ts';
import { describeFailure } from '#shared/failure-words.ts';
import { serviceNames, type AppState, type ServiceName } from '#shared/state.ts';
import { isStanding } from '#shared/status/standing.ts';
import { attemptStorage } from '#platform/files/attempt.ts';
import { pixelSize, type Display } from '#platform/windows/display.ts';
import { knownWords } from '../log-part.ts';

export interface CheckInput {
  readonly state: AppState;
  /** The folder of the app's data. */
  readonly data: string;
  /** The code of the error if the database on the disk cannot be used; null: it is in use. */
  readonly databaseFailure: string | null;
  readonly isTrayShown: boolean;
  readonly displays: readonly Display[];
}

/** The free space that must be available: enough for the pictures of some weeks. */
const minFreeMiB = 200;

/** The checks that the app can make without a request to a service. */
export function checksPart(input: CheckInput): ReportCheck[] {
  const { state } = input;
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
    { check: 'API key', ok: null, detail: state.apiKey.storage ?? 'none' },
    ...serviceNames.map((name) => checkService(name, state)),
    checkWallpaper(state),
    checkDisplays(input.displays),
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

/** The last result of the service. Texts of a service in the failure are left out, as in the log. */
function checkService(name: ServiceName, { activities }: AppState): ReportCheck {
  const { [name]: activity } = activities;
  const check = `${name} service`;
  if (isStanding(activity) && activity.lastFailure !== null)
    return { check, ok: false, detail: knownWords(describeFailure(activity.lastFailure.failure)) };
  return activity.lastSuccessAt === null
    ? { check, ok: null, detail: 'waits' }
    : { check, ok: true, detail: 'works' };
}

/** The sizes in pixels. */
function checkDisplays(displays: readonly Display[]): ReportCheck {
  const sizes = displays.map((display) => {
    const { width, height } = pixelSize(display);
    return `${width}x${height} (scale ${display.scaleFactor})`;
  });
  return { check: 'displays', ok: displays.length > 0, detail: sizes.join(', ') };
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
