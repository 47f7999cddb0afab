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
import { fakeActivityOptions } from './surroundings.ts';

/**
 * What a feature gets from the app: a clock that only the test advances, an empty database in a folder of its own, and
 * services that are still starting. `end` stops what the feature has started, the newest first.
 */
export function featureContext() {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-feature-'));
  const activityOptions = fakeActivityOptions();
  const database = openKeptAppDatabase(join(folder, 'overhead.sqlite'), activityOptions.clock);
  const http = createHttp({ userAgent: 'Overhead/test' });
  const stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true }));
  stack.defer(() => database.close());
  stack.defer(() => http.close());
  const context = {
    ...activityOptions,
    settings: () => defaultSettings,
    database,
    value: openStoredValues(database).value,
    http,
    userAgent: 'Overhead/test',
    proxy: () => noProxy,
    urls: () => null,
    originOf: () => 'live',
    dataFolder: folder,
    log: () => undefined,
    logLines: () => [],
    facts: () => systemFacts({ data: folder, log: folder, crashes: folder }),
    onEnd: (stop) => stack.defer(stop),
  } satisfies FeatureContext;
  return { ...context, end: () => stack.disposeAsync() };
}
