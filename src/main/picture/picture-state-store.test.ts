import { expect, it } from 'vitest';
import { noChoice } from '#shared/picture/picture.ts';
import {
  openPictureState,
  storedPictureStateSchema,
  type StoredPictureState,
} from './picture-state-store.ts';
import { afterFailure, closed } from './providers/circuit.ts';

function notebook() {
  let kept: StoredPictureState | null = null;
  return {
    read: () =>
      kept === null ? null : storedPictureStateSchema.parse(JSON.parse(JSON.stringify(kept))),
    write: (pictureState: StoredPictureState) => (kept = pictureState),
  };
}
const gone = afterFailure(closed, { kind: 'refused', status: 410, message: '' }, 0);
const noKey = afterFailure(closed, { kind: 'key-refused' }, 0);
const choice = { ...noChoice, pinned: '2026-11-20' };

it('keeps everything over a restart', () => {
  const book = notebook();
  const first = openPictureState(book, 'live');
  first.change({
    circuits: { legacy: gone },
    quota: { limit: 30, remaining: 3, at: 5 },
    choice,
  });
  const second = openPictureState(book, 'live');
  expect(second.current).toEqual(first.current);
});

it('knows nothing of other services, but what the person chose', () => {
  const book = notebook();
  openPictureState(book, 'embedded').change({ circuits: { legacy: gone }, choice });
  const live = openPictureState(book, 'live').current;
  expect(live).toMatchObject({ circuits: {}, quota: null, choice });
});

it('asks again with a key that was refused: it may be another one by now', () => {
  const book = notebook();
  openPictureState(book, 'live').change({
    circuits: { legacy: noKey, successor: gone },
  });
  expect(openPictureState(book, 'live').current.circuits).toEqual({ successor: gone });
});

it('reads what an earlier version stored of the legacy service under another name', () => {
  const stored = {
    ...{ installationId: 'one', seen: [], source: 'live', quota: null, choice },
    circuits: { specified: gone, successor: gone },
  };
  expect(storedPictureStateSchema.parse(stored).circuits).toEqual({
    legacy: gone,
    successor: gone,
  });
});
