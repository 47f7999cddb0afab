import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { updateStateSchema, type Release, type UpdateState } from '#shared/updates/update.ts';
import { describeUpdatesOff, describeUpdateTrouble } from '#shared/updates/update-words.ts';
import { nextState, type UpdateEvent } from './machine.ts';

const release: Release = { version: '1.1.0', notes: '', releasedAt: 1, bytes: 10 };
const newer: Release = { ...release, version: '1.2.0' };
const trouble = { kind: 'unsigned' } as const;
const run = (events: UpdateEvent[], from: UpdateState = { status: 'idle', checkedAt: null }) =>
  events.reduce(nextState, from);

const check = { kind: 'check' } as const;
const checked = (found: Release | null): UpdateEvent => ({
  kind: 'checked',
  at: 5,
  release: found,
});
const download = { kind: 'download' } as const;
const downloaded = { kind: 'downloaded', worksOnQuit: true } as const;

const anyEvent = fc.constantFrom<UpdateEvent>(
  check,
  checked(null),
  checked(release),
  checked(newer),
  { kind: 'check-failed', trouble },
  download,
  { kind: 'progress', bytes: 3 },
  downloaded,
  { kind: 'downloaded', worksOnQuit: false },
  { kind: 'download-failed', trouble },
  { kind: 'on-quit', install: true },
  { kind: 'on-quit', install: false },
  { kind: 'install-failed', trouble },
);

describe('the states of an update', () => {
  test('lead from a look to a version that is ready', () => {
    expect(run([check, checked(release)]).status).toBe('available');
    expect(run([check, checked(release), download]).status).toBe('downloading');
    expect(run([check, checked(release), download, downloaded]).status).toBe('ready');
  });

  test('keep what can be downloaded when a later look fails', () => {
    const failed = run([check, checked(release), check, { kind: 'check-failed', trouble }]);
    expect(failed).toMatchObject({ status: 'failed', release, trouble });
    expect(nextState(failed, download)).toMatchObject({ status: 'downloading', release });
  });

  test('leave what is ready until something newer is out', () => {
    const ready = run([check, checked(release), download, downloaded]);
    expect(run([check, { kind: 'check-failed', trouble }], ready)).toBe(ready);
    expect(run([check, checked(release)], ready).status).toBe('ready');
    expect(run([check, checked(newer)], ready)).toMatchObject({
      status: 'available',
      release: newer,
    });
  });

  test('never end: off stays off', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const off: UpdateState = { status: 'off', reason: 'no-key' };
        expect(run(events, off)).toBe(off);
      }),
    );
  });

  test('whatever happens, nothing is ready that was not downloaded, nor installed unasked', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let state: UpdateState = { status: 'idle', checkedAt: null };
        for (const event of events) {
          const before: UpdateState = state;
          state = nextState(before, event);
          expect(updateStateSchema.safeParse(state).success).toBe(true);
          if (state === before || state.status !== 'ready') continue;
          if (before.status === 'ready') expect(state.release).toEqual(before.release);
          else {
            expect([before.status, event.kind]).toEqual(['downloading', 'downloaded']);
            expect(state.onQuit).not.toBe('install');
          }
        }
      }),
    );
  });
});

test('every trouble says what happened, what still works and what to do, in sentences', () => {
  const troubles: Parameters<typeof describeUpdateTrouble>[0][] = [
    { kind: 'feed', failure: { kind: 'offline', reason: 'dns' } },
    { kind: 'unsigned' },
    { kind: 'bad-signature' },
    { kind: 'malformed', detail: 'files' },
    { kind: 'downgrade', offered: '1.0.0', known: '1.1.0' },
    { kind: 'replayed', signedAt: 1, knownAt: 2 },
    { kind: 'expired', at: 1 },
    { kind: 'not-yet', signedAt: 1 },
    { kind: 'no-package', version: '1.1.0' },
    { kind: 'download', failure: { kind: 'storage', code: 'ENOSPC' } },
    { kind: 'wrong-file' },
    { kind: 'install', detail: 'the disk is full' },
  ];
  const sentences = troubles.flatMap(
    (each) => Object.values(describeUpdateTrouble(each)) as string[],
  );
  for (const sentence of [...sentences, describeUpdatesOff('no-feed')])
    expect(sentence).toMatch(/^[A-Z][^!']*\.$/);
});
