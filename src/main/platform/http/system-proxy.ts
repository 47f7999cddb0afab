import type { ProxyChoice } from './proxy.ts';

/**
 * The system’s proxies for an address, in the syntax of PAC, such as `PROXY host:8080; DIRECT` (Electron’s
 * `app.resolveProxy`).
 */
export type ResolveProxy = (url: string) => Promise<string>;

interface SystemProxyOptions {
  /** The choice of the settings and the environment, which takes precedence over that of the system. */
  readonly chosen: () => ProxyChoice;
  readonly resolve: ResolveProxy;
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** The time limit for the answer of the system, because a PAC script may never end. Default: 5 s. */
  readonly limitMs?: number;
}

/** The proxy for an address. `isFresh`: asks the system again, even if it has answered before. */
export type ProxyFor = (address: string, isFresh?: boolean) => Promise<ProxyChoice> | ProxyChoice;

/** An answer of the system is used for this time, in milliseconds. */
const holdsMs = 60_000;
const mostOrigins = 64;

/**
 * The proxy of the settings or the environment, otherwise that of the system, asked for each origin once a minute. A
 * system that does not answer in time counts as a system without a proxy for that minute, as for Chromium when a PAC
 * script fails.
 */
export function createSystemProxy(options: SystemProxyOptions): ProxyFor {
  const { chosen, resolve, now, limitMs = 5_000 } = options;
  const answers = new Map<string, { readonly at: number; readonly proxy: Promise<string> }>();

  async function ask(origin: string): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolveLate) => {
      timer = setTimeout(() => resolveLate('DIRECT'), limitMs);
    });
    try {
      // Without path and query: a PAC script comes from the network, and a query may contain a key.
      return firstProxy(await Promise.race([resolve(`${origin}/`), late]));
    } catch {
      return '';
    } finally {
      clearTimeout(timer);
    }
  }

  function proxyOf(origin: string, isFresh: boolean): Promise<string> {
    const last = answers.get(origin);
    if (!isFresh && last !== undefined && now() - last.at < holdsMs) return last.proxy;
    const proxy = ask(origin);
    answers.delete(origin);
    answers.set(origin, { at: now(), proxy });
    const [oldest] = answers.keys();
    if (answers.size > mostOrigins && oldest !== undefined) answers.delete(oldest);
    return proxy;
  }

  return (address, isFresh = false) => {
    const choice = chosen();
    const url = URL.parse(address);
    if (choice.http !== '' || choice.https !== '' || url === null || isOnThisMachine(url))
      return choice;
    return proxyOf(url.origin, isFresh).then((proxy) => ({ ...choice, http: proxy, https: proxy }));
  };
}

const isOnThisMachine = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** The URL of the first http or https proxy of a PAC answer; '' if there is none before `DIRECT`. */
export function firstProxy(answer: string): string {
  for (const entry of answer.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/);
    if (/^direct$/i.test(kind)) return '';
    const scheme = /^(proxy|http)$/i.test(kind) ? 'http' : /^https$/i.test(kind) ? 'https' : null;
    const url = scheme === null ? null : URL.parse(`${scheme}://${host}`);
    if (url !== null && url.hostname !== '' && url.username === '') return url.href;
  }
  return '';
}
