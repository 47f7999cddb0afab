import type { Agent, Dispatcher } from 'undici';
import type { Failure } from '#shared/failure.ts';
import { inOwnTurn } from '#runtime/clock.ts';
import { tlsOptions, trustsSystemCertificates } from './certificates.ts';

/** The proxies for http and https, as URLs. */
export interface ProxyChoice {
  /** The proxy for http; '': no proxy. */
  readonly http: string;
  /** The proxy for https; '': the same proxy as for http. */
  readonly https: string;
  /** The hosts for which no proxy is used, in the syntax of `NO_PROXY`. */
  readonly except: string;
}

export const noProxy: ProxyChoice = { http: '', https: '', except: '' };

/** The hosts of services on this machine, such as the embedded services. No proxy is used for them. */
const localHosts = 'localhost,127.0.0.1,[::1]';

/**
 * Chooses the proxy of the setting; without a setting, the proxies of the environment variables `http_proxy`,
 * `https_proxy` and `no_proxy`. Lower-case names of variables take precedence over upper-case names.
 *
 * @param setting an http or https URL, or null
 */
export function chooseProxy(
  setting: string | null,
  env: Readonly<Record<string, string | undefined>>,
): ProxyChoice {
  if (setting !== null) return { http: setting, https: setting, except: localHosts };
  const value = (name: string): string =>
    (env[name.toLowerCase()] ?? env[name.toUpperCase()] ?? '').trim();
  return {
    http: proxyUrlOf(value('http_proxy')),
    https: proxyUrlOf(value('https_proxy')),
    except: [value('no_proxy'), localHosts].filter((part) => part !== '').join(','),
  };
}

/**
 * Parses the URL of a proxy. A text without a scheme counts as http, as in curl. Returns '' if the URL is invalid or
 * its scheme is neither http nor https.
 */
function proxyUrlOf(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : '';
}

/**
 * Whether a proxy can read the requests to this address: true if the address is http and a proxy is used for its host.
 * Exceptions with a port are ignored.
 */
export function isSeenByProxy({ http, except }: ProxyChoice, address: string): boolean {
  const url = URL.parse(address);
  if (http === '' || url?.protocol !== 'http:') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isExcepted = (entry: string): boolean => {
    const name = entry
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/^\*?\./, '');
    const isExact = !/^\*?\./.test(entry) && host === name;
    return entry === '*' || isExact || (name !== '' && host.endsWith(`.${name}`));
  };
  return !except.split(/[,\s]+/).some((entry) => entry !== '' && isExcepted(entry));
}

/**
 * Returns a dispatcher for each request. The dispatcher uses the proxies that are chosen, and the certificates that are
 * trusted, when the request is sent.
 */
export interface Connections {
  /** The dispatcher for a request to `address`. Rejects with the signal's reason if the signal is aborted. */
  dispatcher(address: string, signal: AbortSignal): Promise<Dispatcher>;
  /** Closes all connections, and cancels running requests. */
  destroy(): Promise<void>;
}

/** Loads undici with the first request, because undici is a quarter of the code of the main process. */
const importUndici = () => inOwnTurn(() => import('undici'));
export type Undici = Awaited<ReturnType<typeof importUndici>>;
let undiciModule: Promise<Undici> | null = null;
const loadUndici = (): Promise<Undici> => (undiciModule ??= importUndici());

/**
 * Creates the connections for requests, which use the proxies of `choice`. After a change of the choice, running requests
 * finish on their connections.
 *
 * @param connect returns undici's option for connections without a proxy
 * @param timeoutMs the limit for connecting to a proxy and to a host through the proxy
 */
export function createConnections(
  connect: (
    tls: ReturnType<typeof tlsOptions>,
    undici: Undici,
  ) => NonNullable<Agent.Options['connect']>,
  timeoutMs: number,
  choice: (address: string) => ProxyChoice | Promise<ProxyChoice>,
): Connections {
  /** The dispatchers, by chosen proxies and trusted certificates. The dispatcher that was used last is at the end. */
  const dispatchersByChoice = new Map<string, Dispatcher>();
  const leavingDispatchers = new Set<Dispatcher>();

  function make({ http, https, except }: ProxyChoice, undici: Undici): Dispatcher {
    const tls = tlsOptions();
    const options = { ...agentOptions, connect: connect(tls, undici) };
    const http1 = { ...tls, allowH2: false };
    if (http === '' && https === '') return new undici.Agent(options);
    return new undici.EnvHttpProxyAgent({
      ...options,
      requestTls: http1,
      proxyTls: http1,
      connectTimeout: timeoutMs,
      allowH2: false,
      httpProxy: http,
      httpsProxy: https,
      noProxy: except,
    });
  }

  return {
    async dispatcher(address, signal) {
      const undici = await untilAborted(loadUndici(), signal);
      const proxyChoice = await untilAborted(Promise.resolve(choice(address)), signal);
      const key = JSON.stringify([proxyChoice, trustsSystemCertificates()]);
      const chosenDispatcher = dispatchersByChoice.get(key) ?? make(proxyChoice, undici);
      dispatchersByChoice.delete(key);
      dispatchersByChoice.set(key, chosenDispatcher);
      for (const [old, dispatcher] of dispatchersByChoice) {
        if (dispatchersByChoice.size <= maxDispatchers) break;
        dispatchersByChoice.delete(old);
        leave(dispatcher);
      }
      return chosenDispatcher;
    },
    async destroy() {
      const allDispatchers = [...leavingDispatchers, ...dispatchersByChoice.values()];
      await Promise.all(allDispatchers.map((dispatcher) => dispatcher.destroy()));
    },
  };

  function leave(dispatcher: Dispatcher): void {
    leavingDispatchers.add(dispatcher);
    const forget = (): void => void leavingDispatchers.delete(dispatcher);
    dispatcher.close().then(forget, forget);
  }
}

/** The number of dispatchers that are kept: the system may choose different proxies for different hosts. */
const maxDispatchers = 3;

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const abortPromise = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, abortPromise]);
}

/** The failure for an error of a proxy that refuses a request; null for any other error. */
export function proxyFailure(error: unknown): Failure | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const isRefusal =
    String(error.code).startsWith('UND_ERR_PRX') ||
    /^Proxy response \(\d+\)|^Proxy Authentication Required/.test(error.message);
  if (!isRefusal) return null;
  const wantsPassword = /^Proxy response \(407\)|^Proxy Authentication Required/.test(
    error.message,
  );
  return { kind: 'offline', reason: wantsPassword ? 'proxy-password' : 'proxy' };
}

const keepAliveMs = 65_000;

/** The options of all dispatchers: at most two connections per origin, which are kept alive. */
const agentOptions = {
  connections: 2,
  pipelining: 1,
  keepAliveTimeout: keepAliveMs,
  keepAliveMaxTimeout: keepAliveMs,
} satisfies Agent.Options;
