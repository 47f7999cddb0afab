import { join } from 'node:path';
import { app } from 'electron';
import { liveServiceUrls, type ServiceUrls } from '#shared/settings/settings.ts';
import type { FeatureContext } from '#platform/feature.ts';
import { createHttp } from '#platform/http/http.ts';
import { createSuspension, noStoredPause, storedPauseSchema } from '#runtime/suspension.ts';
import { openApiKey } from '#settings/feature.ts';
import { chooseProxy, isSeenByProxy, type ProxyChoice } from '#platform/http/proxy.ts';
import { openComposer } from '#platform/composer/page.ts';
import { createSystemProxy } from '#platform/http/system-proxy.ts';
import { forkServices } from '#platform/process/fork-services.ts';
import { startServicesProcess } from '#platform/process/services-process.ts';
import { createRequestLog } from '#platform/http/request-log.ts';
import type { CoreServices } from './core-services.ts';

/** How long the first rounds wait at most for the embedded services and the stored API key, in milliseconds. */
const startLimitMs = 5_000;

/** The names of the sources of the services, as the log writes them. */
const sourceNames: Readonly<Record<CoreServices['source'], string>> = {
  live: 'the live services',
  embedded: 'simulated services on this machine',
  own: 'services of your own',
};

type OnChange = Readonly<Record<'onKeyChange' | 'onRestart', () => void>>;

/**
 * What all features get.
 *
 * @param on `onKeyChange` is called after a change of the API key, `onRestart` after a start of the embedded services
 */
export function createContext(core: CoreServices, on: OnChange) {
  const { clock, stack, paths, settings, source, database, state, values } = core;
  const log = (line: string): void => core.log.info(line);
  log(`Overhead ${state.current.version} starts with ${sourceNames[source]}`);
  const composer = openComposer(paths.pages, { clock });
  stack.defer(() => composer.close());
  const { keys, ...services } = openConnections(core, on);
  const suspension = createSuspension({
    clock,
    state,
    store: values.value('pause', storedPauseSchema, noStoredPause),
  });
  stack.defer(() => suspension.dispose());
  const context: FeatureContext = {
    ...services,
    ...{ clock, state, suspension, settings, database, composer, paths, log },
    gate: suspension,
    random: Math.random,
    value: values.value,
    originOf: (service) => (source === 'own' ? settings().services.own[service] : source),
    logLines: () => core.log.lines(),
    facts: core.facts,
    onEnd: (stop) => stack.defer(stop),
  };
  return { context, suspension, apiKey: keys };
}

/** The connection to the services, with their addresses, the proxy and the API key. */
function openConnections(
  { clock, log, stack, paths, settings, source, state, trayLook }: CoreServices,
  on: OnChange,
) {
  const embeddedServices =
    source === 'embedded'
      ? startServicesProcess({
          clock,
          log,
          fork: () => forkServices(join(import.meta.dirname, 'services.js')),
          onRestart: on.onRestart,
        })
      : null;
  stack.defer(() => embeddedServices?.dispose());
  /** With the source `own`, the addresses in the settings; otherwise the addresses of the live services. */
  const fixedUrls = (): ServiceUrls =>
    source === 'own' ? settings().services.own : liveServiceUrls;
  const chosenProxy = (): ProxyChoice => chooseProxy(settings().services.proxy, process.env);
  // `session.resolveProxy` is not used, because it needs a session, and the sessions of the windows have a dead proxy.
  const proxy = createSystemProxy({
    chosen: chosenProxy,
    resolve: (url) => app.resolveProxy(url),
    now: () => clock.monotonic(),
  });
  const apiKey = openApiKey(paths.data, () => clock.now(), {
    state,
    service: () => fixedUrls().picture,
    tell: (line) => log.info(line),
    onChange: on.onKeyChange,
    isSeenByProxy: (address) => isSeenByProxy(chosenProxy(), address),
  });
  log.hide(() => apiKey.secrets());
  const keyWait = new AbortController();
  stack.defer(() => keyWait.abort());
  const keyLoad = clock.sleep(startLimitMs, keyWait.signal);
  void apiKey.loaded.then(() => keyWait.abort());
  const userAgent = `Overhead/${app.getVersion()}`;
  const urls = () => (embeddedServices === null ? fixedUrls() : embeddedServices.urls());
  const http = createHttp({
    userAgent,
    now: () => clock.now(),
    proxy,
    onEnd: createRequestLog((line) => log.info(line)),
  });
  stack.defer(() => http.close());
  return {
    http,
    urls,
    keys: apiKey,
    apiKey: (service: string) =>
      apiKey.current(service === embeddedServices?.urls()?.picture ? fixedUrls().picture : service),
    proxy,
    userAgent,
    // Each of the waits before the first round has a limit.
    begin: Promise.all([embeddedServices?.listening(startLimitMs), keyLoad, trayLook.settled]),
  };
}
