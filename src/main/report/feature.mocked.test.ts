import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { reportParts } from '#shared/report/report-parts.ts';
import { startReportFeature } from './feature.ts';

const dialog = vi.hoisted(() => ({ path: '', shown: 0 }));
vi.mock('#platform/windows/file-chooser.ts', () => ({
  chooseReportFile: () => {
    dialog.shown += 1;
    return Promise.resolve({ ok: true, value: dialog.path });
  },
}));
vi.mock('electron', () => ({ app: { isPackaged: false } }));
vi.mock('#platform/windows/displays.ts', () => ({ readDisplays: () => [] }));

it('startReportFeature starts alone: it saves the newest report with the parts that the user chose, and refuses an older report', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const { clock, paths } = context;
  dialog.path = join(paths.data, 'report.json');
  const feature = startReportFeature(context, () => true);
  const handlers = feature.handlers.report;
  const make = (): number => {
    const made = handlers.make();
    return made.ok ? made.value.madeAt : expect.fail();
  };
  const superseded = { ok: false, failure: { kind: 'superseded' } };
  expect(await handlers.save({ madeAt: clock.now(), parts: reportParts })).toEqual(superseded);
  const first = make();
  await clock.advance(1);
  const second = make();
  expect(await handlers.save({ madeAt: first, parts: reportParts })).toEqual(superseded);
  expect(dialog.shown).toBe(0);

  await clock.advance(1);
  expect(await handlers.save({ madeAt: second, parts: ['log'] })).toEqual({
    ok: true,
    value: dialog.path,
  });
  const saved: unknown = JSON.parse(readFileSync(dialog.path, 'utf8'));
  expect(saved).toMatchObject({ madeAt: second });
  expect(Object.keys((saved as { parts: object }).parts)).toEqual(['log']);
  // The command line writes a new report, not the one in the window.
  const written = JSON.parse(feature.files.report()) as { madeAt: number; parts: object };
  expect(written.madeAt).toBe(clock.now());
  expect(Object.keys(written.parts)).toEqual([...reportParts]);
});
