import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { reportSchema } from '#shared/report/report-schema.ts';
import { run } from '../support/command.ts';
import { controlledServices, writeSettings } from '../support/controlled.ts';
import { expect, limit, test } from '../support/fixtures.ts';

test('shows and saves a problem report without the texts of posts', async ({ start, dataDir }) => {
  const services = await controlledServices();
  await services.scenario('posts', { name: '503', retryAfter: '600' });
  await services.scenario('position', { name: 'status', code: 500 });
  await writeSettings(dataDir, services.settings);
  const app = await start({ args: ['--services=own'] });
  const opened = await app.window();
  const { page } = opened;
  await opened.waitForState(
    ({ picture, activities }) => picture.last !== null && activities.position.lastFailure !== null,
    limit(),
  );
  await page.evaluate(() =>
    window.overhead.journal.create({ title: 'a secret title', body: 'a secret text' }),
  );
  await opened.waitForState(({ activities }) => activities.posts.lastFailure !== null, limit());

  await page.evaluate(() => (location.hash = 'status/report'));
  const dialog = page.getByRole('dialog', { name: 'Report a problem' });
  const text = dialog.getByRole('region', { name: 'Text of the report' });
  await expect(text).toContainText('"format": "overhead-report"');
  await expect(text).toContainText('request to … failed: unavailable, status 500');
  await expect(text).not.toContainText('secret');
  await page.screenshot({ path: test.info().outputPath('report.png') });

  const file = join(dataDir, 'report.json');
  expect(await run(start, '--report', file)).toEqual({
    code: 0,
    output: `The report is in ${file}. Read it before you send it.`,
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // A second report does not overwrite the file.
  expect((await run(start, '--report', file)).code).toBe(1);
  const written = await readFile(file, 'utf8');
  expect(written).not.toContain('secret');
  const { parts } = reportSchema.parse(JSON.parse(written));
  const service = (name: string) => parts.checks?.find(({ check }) => check === `${name} service`);
  expect(service('picture')).toMatchObject({ ok: true });
  expect(service('position')).toMatchObject({ ok: false });
  expect(service('position')?.detail).toContain('(500)');
  expect(service('posts')?.detail).toContain('(503)');
  await app.stop();
  await services.stop();
});
