import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '#shared/settings/settings.ts';
import { openKeptAppDatabase } from '#app/database.ts';
import { openStoredValues } from '#platform/database/values.ts';
import type { FeatureContext } from '#platform/feature.ts';
import { createHttp } from '#platform/http/http.ts';
import { noProxy } from '#platform/http/proxy.ts';
import { systemFacts } from '#platform/process/system-facts.ts';
import { createSuspension, noStoredPause } from '#runtime/suspension.ts';
import { memoryValue } from './memory-value.ts';
import { sampleComposer } from './wallpaper-rig.ts';
import { fakeActivityOptions } from './surroundings.ts';

/**
 * What a feature gets from the app: a clock that only the test advances, an empty database in a folder of its own, and
 * services that are still starting. `end` stops what the feature has started, the newest first.
 */
export function featureContext() {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-feature-'));
  const activityOptions = fakeActivityOptions();
  const suspension = createSuspension({ ...activityOptions, store: memoryValue(noStoredPause) });
  const database = openKeptAppDatabase(join(folder, 'overhead.sqlite'), activityOptions.clock);
  const http = createHttp({ userAgent: 'Overhead/test', now: Date.now });
  const stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true }));
  stack.defer(() => database.close());
  stack.defer(() => suspension.dispose());
  stack.defer(() => http.close());
  const context = {
    ...activityOptions,
    suspension,
    gate: suspension,
    settings: () => defaultSettings,
    database,
    value: openStoredValues(database).value,
    http,
    userAgent: 'Overhead/test',
    proxy: () => noProxy,
    urls: () => null,
    originOf: () => 'live',
    apiKey: () => 'DEMO_KEY',
    composer: sampleComposer(false),
    paths: {
      data: folder,
      photos: join(folder, 'photos'),
      pictures: join(folder, 'pictures'),
      thumbnails: join(folder, 'thumbnails'),
      renditions: join(folder, 'renditions'),
      resources: 'resources',
    },
    log: () => undefined,
    logLines: () => [],
    facts: () => systemFacts({ data: folder, log: folder, crashes: folder }),
    onEnd: (stop) => stack.defer(stop),
  } satisfies FeatureContext;
  return { ...context, end: () => stack.disposeAsync() };
}
