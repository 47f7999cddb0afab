import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createServices } from '#services/services.ts';
import { parseFix } from '#station/position-client.ts';
import { createStationStore } from '#station/station-store.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { openAppDatabase } from '#app/database.ts';

const minuteMs = 60_000;

/**
 * Stores fixes of the last hours, one every five minutes, in the data folder of an app, as if the app had polled the
 * embedded service.
 *
 * @param origin the source of the app's positions: `embedded`, or the address of a service
 */
export async function keepEarlierFixes(
  userDataDir: string,
  { origin = 'embedded', hours = 6 } = {},
): Promise<void> {
  const now = Date.now();
  let clock = now;
  const services = createServices({ now: () => clock });
  mkdirSync(userDataDir, { recursive: true });
  const { database, close } = openAppDatabase(join(userDataDir, 'overhead.sqlite'), now);
  try {
    const store = createStationStore(fixedDatabase(database), origin);
    for (clock = now - hours * 60 * minuteMs; clock < now; clock += 5 * minuteMs) {
      const request = new Request('http://127.0.0.1/iss-now.json');
      const answer = await services.position.fetch(request);
      const fix = parseFix(await answer.json(), clock);
      if (!fix.ok) throw new Error('the embedded service gives no position');
      store.save([fix.value], null);
    }
  } finally {
    close();
    services.stop();
  }
}
