import type { Agent, Dispatcher } from 'undici';
import type { Failure } from '#shared/failure.ts';
import { tlsOptions, trustsSystem } from './certificates.ts';

/** The proxies as URLs; '' for none. */
export interface ProxyChoice {
  readonly http: string;
  /** '': the same as for http. */
  readonly https: string;
  /** Hosts without a proxy, in the syntax of `NO_PROXY`. */
  readonly except: string;
}

export const noProxy: ProxyChoice = { http: '', https: '', except: '' };

/** No proxy for services on this machine, such as the embedded ones. */
const onThisMachine = 'localhost,127.0.0.1,[::1]';

/**
 * The proxy of the setting, otherwise of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; lower-case names take precedence.
 *
 * @param setting an http or https URL, or null
 */
export function chooseProxy(
  setting: string | null,
  env: Readonly<Record<string, string | undefined>>,
): ProxyChoice {
  if (setting !== null) return { http: setting, https: setting, except: onThisMachine };
  const value = (name: string): string =>
    (env[name.toLowerCase()] ?? env[name.toUpperCase()] ?? '').trim();
  return {
    http: asUrl(value('http_proxy')),
    https: asUrl(value('https_proxy')),
    except: [value('no_proxy'), onThisMachine].filter((part) => part !== '').join(','),
  };
}

/** Like curl: an address without a scheme is http. '' for any other scheme. */
function asUrl(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : '';
}

/**
 * Whether a proxy can read the requests to this address: those over http, but not over https. Exceptions with a port
 * are ignored.
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

/** Connections that follow changes of the chosen proxies and the trusted certificates. */
export interface Connections {
  /** Rejects with the signal's reason when it is aborted during the call. */
  dispatcher(address: string, signal: AbortSignal): Promise<Dispatcher>;
  /** Cancels running requests. */
  destroy(): Promise<void>;
}

/** The client of HTTP is loaded with the first request, because it is a quarter of the scripts of main. */
const loadUndici = () => import('undici');
export type Undici = Awaited<ReturnType<typeof loadUndici>>;

/**
 * Connections through a proxy if one is chosen. Running requests finish on the connections of an earlier choice.
 *
 * @param connect connects without a proxy, with these TLS options
 * @param timeoutMs for connecting to a proxy and to the host behind it
 */
export function createRoute(
  connect: (
    tls: ReturnType<typeof tlsOptions>,
    undici: Undici,
  ) => NonNullable<Agent.Options['connect']>,
  timeoutMs: number,
  choice: (address: string) => ProxyChoice | Promise<ProxyChoice>,
): Connections {
  /** The dispatchers by the choice of proxies and certificates, the last used one at the end. */
  const current = new Map<string, Dispatcher>();
  const leaving = new Set<Dispatcher>();

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
      const now = await untilAborted(Promise.resolve(choice(address)), signal);
      const key = JSON.stringify([now, trustsSystem()]);
      const chosen = current.get(key) ?? make(now, undici);
      current.delete(key);
      current.set(key, chosen);
      for (const [old, dispatcher] of current) {
        if (current.size <= mostChoices) break;
        current.delete(old);
        leave(dispatcher);
      }
      return chosen;
    },
    async destroy() {
      const all = [...leaving, ...current.values()];
      await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
    },
  };

  function leave(dispatcher: Dispatcher): void {
    leaving.add(dispatcher);
    const gone = (): void => void leaving.delete(dispatcher);
    dispatcher.close().then(gone, gone);
  }
}

/** The system may choose a proxy for each host. */
const mostChoices = 3;

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
}

/** The failure of a proxy that refuses a request; null for any other error. */
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

/** Kept-alive connections, at most two per origin. */
const agentOptions = {
  connections: 2,
  pipelining: 1,
  keepAliveTimeout: keepAliveMs,
  keepAliveMaxTimeout: keepAliveMs,
} satisfies Agent.Options;
