import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { reportParts } from '#shared/report/report-parts.ts';
import { createReports } from './report-handlers.ts';

const dialog = vi.hoisted(() => ({ path: '', shown: 0 }));
vi.mock('#platform/windows/file-chooser.ts', () => ({
  chooseReportFile: () => {
    dialog.shown += 1;
    return Promise.resolve({ ok: true, value: dialog.path });
  },
}));

const page = 1;

it('createReports saves the newest report with the parts that the user chose, and refuses an older report', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  dialog.path = join(folder, 'report.json');
  const clock = new FakeClock();
  const { handlers, text } = createReports({
    now: () => clock.now(),
    state: () => ({ ...emptyContent, revision: 1 }),
    logLines: () => ['2026-11-21 16:44:02 power: lock-screen'],
    packaged: false,
    crashes: () => ({ folder, count: 0, newestAt: null }),
    data: folder,
    databaseFailure: () => null,
    isTrayShown: () => true,
    displays: () => [],
  });
  const make = async (): Promise<number> => {
    const made = await handlers.make(null, page);
    return made.ok ? made.value.madeAt : expect.fail();
  };
  const superseded = { ok: false, failure: { kind: 'superseded' } };
  expect(await handlers.save({ madeAt: clock.now(), parts: reportParts }, page)).toEqual(
    superseded,
  );
  const first = await make();
  await clock.advance(1);
  const second = await make();
  expect(await handlers.save({ madeAt: first, parts: reportParts }, page)).toEqual(superseded);
  expect(dialog.shown).toBe(0);

  await clock.advance(1);
  expect(await handlers.save({ madeAt: second, parts: ['log'] }, page)).toEqual({
    ok: true,
    value: dialog.path,
  });
  const saved: unknown = JSON.parse(readFileSync(dialog.path, 'utf8'));
  expect(saved).toMatchObject({ madeAt: second });
  expect(Object.keys((saved as { parts: object }).parts)).toEqual(['log']);
  expect(Object.keys((JSON.parse(text()) as { parts: object }).parts)).toEqual([...reportParts]);
});
