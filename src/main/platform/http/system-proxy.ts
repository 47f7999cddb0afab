import type { ProxyChoice } from './proxy.ts';

/**
 * Asks the system for the proxies of an address (Electron’s `app.resolveProxy`). The answer has the syntax of PAC, such
 * as `PROXY host:8080; DIRECT`.
 */
export type ResolveProxy = (url: string) => Promise<string>;

interface SystemProxyOptions {
  /** The proxies of the settings and the environment, which take precedence over the system's proxies. */
  readonly chosen: () => ProxyChoice;
  readonly resolve: ResolveProxy;
  /** The time by a monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** The time limit for the answer of the system, because a PAC script may never end. Default: 5 s. */
  readonly limitMs?: number;
}

/** Returns the proxy for an address. `isFresh`: asks the system again, also within a minute after its last answer. */
export type ProxyFor = (address: string, isFresh?: boolean) => Promise<ProxyChoice> | ProxyChoice;

/** How long an answer of the system is used, in milliseconds. */
const answerLifetimeMs = 60_000;
const maxOrigins = 64;

/**
 * Returns the proxy of the settings or the environment; without such a proxy, the system's proxy. Asks the system at
 * most once a minute for each origin. If the system does not answer in time, no proxy is used for that minute; Chromium
 * does the same when a PAC script fails.
 */
export function createSystemProxy(options: SystemProxyOptions): ProxyFor {
  const { chosen, resolve, now, limitMs = 5_000 } = options;
  const answers = new Map<string, { readonly at: number; readonly proxy: Promise<string> }>();

  async function ask(origin: string): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const lateAnswer = new Promise<string>((resolveLate) => {
      timer = setTimeout(() => resolveLate('DIRECT'), limitMs);
    });
    try {
      // Leave out path and query: a PAC script comes from the network, and a query may contain a key.
      return firstProxyOf(await Promise.race([resolve(`${origin}/`), lateAnswer]));
    } catch {
      return '';
    } finally {
      clearTimeout(timer);
    }
  }

  function proxyOf(origin: string, isFresh: boolean): Promise<string> {
    const lastAnswer = answers.get(origin);
    if (!isFresh && lastAnswer !== undefined && now() - lastAnswer.at < answerLifetimeMs)
      return lastAnswer.proxy;
    const proxy = ask(origin);
    answers.delete(origin);
    answers.set(origin, { at: now(), proxy });
    const [oldest] = answers.keys();
    if (answers.size > maxOrigins && oldest !== undefined) answers.delete(oldest);
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
export function firstProxyOf(answer: string): string {
  for (const entry of answer.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/);
    if (/^direct$/i.test(kind)) return '';
    const scheme = /^(proxy|http)$/i.test(kind) ? 'http' : /^https$/i.test(kind) ? 'https' : null;
    const url = scheme === null ? null : URL.parse(`${scheme}://${host}`);
    if (url !== null && url.hostname !== '' && url.username === '') return url.href;
  }
  return '';
}
