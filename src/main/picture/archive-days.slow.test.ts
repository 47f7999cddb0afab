import { expect, it, onTestFinished } from 'vitest';
import { jpegBytes } from '#test/support/images.ts';
import { pictureRig } from '#test/support/picture-rig.ts';
import { startPictureService } from '#test/support/picture-service.ts';
import { addDays } from './eastern.ts';

it('200 days of the archive open while one source is down, and the faults of five days close nothing', async () => {
  const service = await startPictureService('2026-11-27');
  onTestFinished(() => service.close());
  const rig = await pictureRig('2026-11-27T12:00:00Z', {}, () => Promise.resolve(service.base));
  onTestFinished(() => rig.close());
  service.days['2026-11-27'] = { url: `${service.base}/image/a.jpg` };
  service.files['/image/a.jpg'] = { bytes: jpegBytes() };
  const dates = Array.from({ length: 200 }, (_, index) => addDays('2024-01-01', index));
  const isFaulty = (date: string): boolean => date.endsWith('-13') && date < '2024-06';
  for (const date of dates) {
    service.days[date] = { url: `${service.base}/image/${date}.jpg` };
    service.files[`/image/${date}.jpg`] = {
      bytes: isFaulty(date) ? Buffer.from('This is no picture.') : jpegBytes(),
    };
  }
  await rig.start();
  service.isSuccessorDown = true;
  const first = rig.requests.length;
  const { signal } = new AbortController();
  for (const date of dates)
    expect(await rig.day(date, signal)).toMatchObject(
      isFaulty(date)
        ? { ok: false, failure: { kind: 'not-an-image' } }
        : { ok: true, value: { record: { date, servedBy: 'legacy' } } },
    );
  const count = (name: string): number =>
    rig.requests.slice(first).filter((one) => one === name).length;
  expect(['legacy', 'image', 'successor'].map(count)).toEqual([200, 200, 3]);
  const waiting = rig.state.current.supply.providers.filter(({ notBefore }) => notBefore !== null);
  expect(waiting.map(({ name }) => name)).not.toContain('legacy');
}, 300_000);
