import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureRig } from '#test/support/picture-rig.ts';
import type { BenchmarkContext, ResultRow } from '../support/benchmark.ts';

const dayCount = 7;
const requestGoal = 3;
const bytesGoal = 1.05;

/** Runs the app with the embedded services for a simulated week. The services count the requests. */
export async function dayRows({ signal, log }: BenchmarkContext): Promise<readonly ResultRow[]> {
  const rig = await pictureRig('2026-11-13T12:00:00Z');
  try {
    await rig.scenarios([{ name: 'image' }]);
    await rig.start();
    const perDay: number[] = [];
    const ratios: number[] = [];
    let restarts = 0;
    for (let day = 0; day < dayCount; day += 1) {
      signal.throwIfAborted();
      const countBefore = (await rig.served()).length;
      const bytesBefore = rig.imageBytes;
      await rig.nextCheck();
      const after = (await rig.served()).length;
      const name = rig.desktop.at(-1) ?? '';
      const { size } = await stat(join(rig.folder, name));
      perDay.push(after - countBefore);
      ratios.push((rig.imageBytes - bytesBefore) / size);
      log(`${name}: ${after - countBefore} requests, ${(size / 2 ** 20).toFixed(1)} MiB`);
      await rig.stop();
      await rig.start();
      restarts += (await rig.served()).length - after;
    }
    const most = Math.max(...perDay);
    const ratio = Math.max(...ratios);
    return [
      {
        measure: `a normal day: requests, the most of ${dayCount}`,
        ours: String(most),
        goal: `≤ ${requestGoal}`,
        met: most <= requestGoal,
      },
      {
        measure: '… bytes, of those of the picture',
        ours: `${ratio.toFixed(3)} ×`,
        goal: `≤ ${bytesGoal} ×`,
        met: ratio <= bytesGoal,
      },
      {
        measure: `… requests of ${dayCount} restarts`,
        ours: String(restarts),
        goal: '0',
        met: restarts === 0,
      },
    ];
  } finally {
    await rig.close();
  }
}
