import { expect, it } from 'vitest';
import { untilInWords } from '#shared/time-words.ts';
import { describeUpdateFailure, describeUpdatesOff } from '#shared/updates/update-words.ts';
import type { Release, UpdateState } from '#shared/updates/update.ts';
import { updateInWords } from './update-in-words.ts';

const now = Date.UTC(2026, 10, 21, 12);
const release: Release = {
  ...{ version: '1.2.3', notes: '', releasedAt: 0, bytes: 200, installedBy: 'app' },
};
const downloading = (bytes: number, size = 200): UpdateState => ({
  ...{ status: 'downloading', checkedAt: now, bytes },
  release: { ...release, bytes: size },
});
const failure = { kind: 'unsigned' } as const;
const { happened, works, todo } = describeUpdateFailure(failure);

it.each<[UpdateState, string]>([
  [{ status: 'off', reason: 'no-key' }, describeUpdatesOff('no-key')],
  [{ status: 'idle', checkedAt: null }, 'Overhead has not looked for updates yet.'],
  [
    { status: 'idle', checkedAt: now - 60_000 },
    `This is the newest version, as of ${untilInWords(now - 60_000, now)}.`,
  ],
  [downloading(0), 'Downloading 1.2.3: 0%.'],
  [downloading(1), 'Downloading 1.2.3: 0%.'],
  [downloading(199), 'Downloading 1.2.3: 99%.'],
  [downloading(200), 'Downloading 1.2.3: 100%.'],
  [downloading(500), 'Downloading 1.2.3: 100%.'],
  [downloading(0, 0), 'Downloading 1.2.3: 0%.'],
  [{ status: 'failed', checkedAt: null, release: null, failure }, `${happened} ${works} ${todo}`],
])('updateInWords describes %o: %s', (update, words) => {
  expect(updateInWords(update, now)).toBe(words);
});
