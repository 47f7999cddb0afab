import { expect, it } from 'vitest';
import { noPictureChoice } from '#shared/picture/picture.ts';
import { openPictureState, type StoredPictureState } from './picture-state-store.ts';
import { circuitAfterFailure, closedCircuit } from './providers/circuit.ts';
import { memoryValue } from '#test/support/memory-value.ts';

const memoryStorage = () => memoryValue<StoredPictureState | null>(null);
const gone = circuitAfterFailure(closedCircuit, { kind: 'refused', status: 410, message: '' }, 0);
const noKey = circuitAfterFailure(closedCircuit, { kind: 'key-refused' }, 0);
const choice = { ...noPictureChoice, pinned: '2026-11-20' };

it('openPictureState keeps the circuit breakers, the quota and the user’s choices across a restart', () => {
  const storage = memoryStorage();
  const first = openPictureState(storage, 'live');
  expect(storage.get()).toEqual(first.current);
  first.change({
    circuits: { legacy: gone },
    quota: { limit: 30, remaining: 3, at: 5 },
    choice,
  });
  const second = openPictureState(storage, 'live');
  expect(second.current).toEqual(first.current);
});

it('openPictureState resets circuit breakers and quota for other services, and keeps the user’s choices', () => {
  const storage = memoryStorage();
  openPictureState(storage, 'embedded').change({ circuits: { legacy: gone }, choice });
  const { circuits, quota, ...rest } = openPictureState(storage, 'live').current;
  expect({ circuits, quota }).toEqual({ circuits: {}, quota: null });
  expect(rest).toMatchObject({ source: 'live', choice });
});

it('openPictureState does not restore the refusal of an API key, because the key may have changed', () => {
  const storage = memoryStorage();
  openPictureState(storage, 'live').change({
    circuits: { legacy: noKey, successor: gone },
  });
  expect(openPictureState(storage, 'live').current.circuits).toEqual({ successor: gone });
  openPictureState(storage, 'live').change({ circuits: { legacy: closedCircuit } });
  expect(openPictureState(storage, 'live').current.circuits).toEqual({ legacy: closedCircuit });
});

it('openPictureState resets circuit breakers and quota for a new address, and keeps the new ones across a restart', () => {
  const storage = memoryStorage();
  const pictureState = openPictureState(storage, 'http://old.example.org');
  pictureState.change({ circuits: { legacy: gone }, choice });
  const answered = { ...closedCircuit, answeredAt: 7_000 };
  const earlier = { ...closedCircuit, answeredAt: 6_000 };
  pictureState.change({ circuits: { legacy: gone, editors: earlier, successor: answered } });
  expect(pictureState.lastAnswerAt).toBe(7_000);
  pictureState.useSource('http://new.example.org');
  expect(storage.get()).toEqual(pictureState.current);
  expect(pictureState.current.circuits).toEqual({});
  expect(pictureState.current).toMatchObject({ quota: null, choice });
  expect(pictureState.lastAnswerAt).toBeNull();
  pictureState.change({ circuits: { successor: gone } });
  storage.set({ ...pictureState.current, choice: noPictureChoice });
  pictureState.reload();
  expect(pictureState.current.circuits).toEqual({ successor: gone });
  expect(pictureState.current.choice).toEqual(noPictureChoice);
  const second = openPictureState(storage, 'http://new.example.org');
  expect(second.current.circuits).toEqual({ successor: gone });
});
