import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { startServer } from '#test/support/http-server.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import type { Failure } from '#shared/failure.ts';
import { readyRemote } from '#shared/remote.ts';
import { reportParts, reportText } from '#shared/report/report-parts.ts';
import { reportSchema } from '#shared/report/report-schema.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { factsPart } from './store/facts-part.ts';
import { makeReport } from './make-report.ts';
import { createRequestLog } from '#platform/http/request-log.ts';
import { logStateChanges } from './state-log.ts';

/** A text that the tests write into places that may contain private data. The app itself never writes this word. */
const secret = 'Xq7PLANTEDzz';
const { signal } = new AbortController();

/** The places into which a test may write a secret. */
interface Rig {
  readonly state: ReturnType<typeof createStateHolder>;
  readonly log: string[];
  readonly http: Http;
  /** The address of a service that answers with these headers and this body. */
  serve(answer: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }): Promise<string>;
}

async function reportOf(plant: (rig: Rig) => void | Promise<void>): Promise<string> {
  const clock = new FakeClock();
  const state = createStateHolder(emptyContent);
  const log: string[] = [];
  const writeLine = (line: string): void => void log.push(`2026-11-21 16:44:02 ${line}`);
  onTestFinished(logStateChanges(state, writeLine));
  const http = createHttp({
    userAgent: 'Overhead/0.1.0',
    now: Date.now,
    onEnd: createRequestLog(writeLine),
  });
  onTestFinished(() => http.close());
  const folder = mkdtempSync(join(tmpdir(), `overhead-${secret}-`));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await plant({
    ...{ state, log, http },
    async serve({ status = 200, headers = {}, body = '{}' }) {
      const server = await startServer((_, response) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      });
      onTestFinished(() => server.close());
      return server.url;
    },
  });
  const report = makeReport({
    now: () => clock.now(),
    state: () => state.current,
    logLines: () => log,
    packaged: true,
    crashes: () => ({ folder: `/home/${secret}/crashes`, count: 0, newestAt: null }),
    data: folder,
    databaseFailure: () => null,
    isTrayShown: () => true,
    displays: () => [],
  });
  // The report has exactly the parts of the schema.
  expect(reportSchema.parse(report)).toEqual(report);
  return reportText(report, reportParts);
}

const change = (rig: Rig, settings: Partial<Rig['state']['current']['settings']>): void =>
  rig.state.update((now) => ({ settings: { ...now.settings, ...settings } }));
const get = async (rig: Rig, url: string): Promise<void> => {
  await rig.http.json({ method: 'GET', url: new URL(url) }, signal);
};

const headerNames = [
  'date',
  'retry-after',
  'content-type',
  'set-cookie',
  'server',
  'location',
  'www-authenticate',
  'etag',
  `x-${secret}`,
];

const failures: readonly Failure[] = [
  { kind: 'refused', status: 400, message: secret },
  { kind: 'malformed', detail: secret },
  { kind: 'address-refused', detail: secret },
  { kind: 'storage', code: secret },
  { kind: 'wallpaper', backend: secret, detail: secret },
  { kind: 'login-item', detail: secret },
  { kind: 'terminal-command', code: 'EACCES', command: secret },
  { kind: 'no-file-dialog', detail: secret },
  { kind: 'invalid-input', detail: secret },
];

const plants: readonly (readonly [string, (rig: Rig) => void | Promise<void>])[] = [
  [
    'the API key in a query',
    async (rig) => get(rig, `${await rig.serve({})}/planetary/apod?api_key=${secret}`),
  ],
  [
    'a date in a query',
    async (rig) => get(rig, `${await rig.serve({})}/planetary/apod?date=${secret}&${secret}=1`),
  ],
  ['a path of the service', async (rig) => get(rig, `${await rig.serve({})}/${secret}/posts/x`)],
  ['the name of a host', (rig) => get(rig, `http://${secret}.invalid/iss-now.json`)],
  [
    'the name and the password of an address',
    async (rig) => get(rig, (await rig.serve({})).replace('//', `//${secret}:${secret}@`)),
  ],
  ...headerNames.map(
    (name) =>
      [
        `the response header ${name}`,
        async (rig: Rig) =>
          get(rig, `${await rig.serve({ headers: { [name]: secret } })}/iss-now.json`),
      ] as const,
  ),
  ...[200, 403, 500].map(
    (status) =>
      [
        `every field of an answer with ${status}`,
        async (rig: Rig) => {
          const flat = Object.fromEntries(
            `message timestamp date media_type service_version code id title explanation url copyright msg ${secret}`
              .split(' ')
              .map((name) => [name, secret]),
          );
          const place = { latitude: secret, longitude: secret };
          const body = JSON.stringify({ ...flat, iss_position: place, error: flat });
          await get(rig, `${await rig.serve({ status, body })}/planetary/apod`);
        },
      ] as const,
  ),
  [
    'a page in place of an answer',
    async (rig) => get(rig, `${await rig.serve({ body: `<html>${secret}</html>` })}/iss-now.json`),
  ],
  [
    'the text of a post that is sent and repeated',
    async (rig) => {
      const post = { title: secret, body: secret, userId: 1 };
      const url = new URL(`${await rig.serve({ status: 201, body: JSON.stringify(post) })}/posts`);
      await rig.http.json({ method: 'POST', url, body: post }, signal);
    },
  ],
  [
    'request headers',
    async (rig) => {
      const url = new URL(`${await rig.serve({ body: secret })}/image/${secret}.jpg?${secret}`);
      const headers = { authorization: secret, cookie: secret, range: secret, 'if-range': secret };
      const sink = () => null;
      await rig.http.download({ url, admit: () => 'own', limit: 99, sink, headers }, signal);
    },
  ],
  [
    'addresses of own services, and a proxy with a password',
    (rig) => {
      const url = `http://${secret}:${secret}@${secret}.example/${secret}`;
      const own = { picture: url, position: url, posts: url };
      change(rig, { services: { source: 'own', own, proxy: url } });
    },
  ],
  [
    'the wallpaper command',
    (rig) => change(rig, { wallpaperCommand: `curl -d ${secret} https://x.example` }),
  ],
  [
    'words that hide pictures',
    (rig) => {
      const { wallpaper } = rig.state.current.settings;
      change(rig, { wallpaper: { ...wallpaper, show: { ...wallpaper.show, without: [secret] } } });
    },
  ],
  [
    'a reset of the settings',
    (rig) =>
      rig.state.update(() => ({
        settingsReset: { reason: 'unreadable', file: `/home/${secret}/x`, aside: true },
      })),
  ],
  [
    'the picture, its files and the wallpaper',
    (rig) => {
      const last = dayPicture('2026-11-20', { title: secret, explanation: secret });
      rig.state.update(() => ({
        picture: readyRemote(last, 1),
        wallpaper: {
          kind: 'set',
          date: '2026-11-20',
          path: `/home/${secret}/wallpaper.jpg`,
          backend: secret,
          verified: true,
          at: 1,
        },
      }));
      const [date, backend, detail] = ['2026-11-20', secret, secret];
      rig.state.update(() => ({
        wallpaper: { kind: 'failed', date, backend, detail, at: 1, retryAt: null },
      }));
    },
  ],
  ...failures.map(
    (failure) =>
      [
        `the words of a failure: ${failure.kind}`,
        (rig: Rig) => rig.state.noteOutcome('picture', 1, failure),
      ] as const,
  ),
  [
    'the log',
    (rig) =>
      void rig.log.push(
        `2026-11-21 16:44:02 put aside, since it could not be read: /home/${secret}/settings.json`,
        `2026-11-21 16:44:02 Picture: the service refused the request: “${secret}” (400)`,
        `2026-11-21 16:44:02 Wallpaper on display 7: ${secret} C:\\Users\\${secret}\\x`,
        `2026-11-21 16:44:02 error: defect: TypeError: ${secret}`,
        `    at ${secret} (/home/${secret}/app/out/main/index.js:1:2)`,
        `    at ${secret} (/home/x/${secret}.js:1:2)`,
        `    ${secret}`,
        secret,
      ),
  ],
];

describe('a report', () => {
  it.each(plants)('does not contain a secret in %s', async (_, plant) => {
    const text = await reportOf(plant);
    expect(text).not.toContain(secret);
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  });

  it('does not contain the names of an unknown desktop or session', () => {
    const env = { XDG_CURRENT_DESKTOP: `GNOME:${secret}`, XDG_SESSION_TYPE: secret };
    const crashes = { count: 0, newestAt: null };
    const facts = factsPart({ ...emptyContent, revision: 1 }, { packaged: true, crashes, env });
    expect(facts.system).toMatch(/GNOME, other, other$/);
  });

  it('contains the place to one degree, without its height', async () => {
    const observer = { latitude: 52.520_008, longitude: -13.404_954, altitude: 34.5 };
    const text = await reportOf((rig) => {
      const { station } = rig.state.current.settings;
      const horizon = [17, 18, 19, 21, 22, 23, 24, 26] as const;
      change(rig, { station: { ...station, observer, horizon } });
      rig.log.push('2026-11-21 16:44:02 the place is 52.520008, -13.404954 at 34.5 m');
    });
    expect(text).toMatch(/"latitude": 53,\s+"longitude": -13,\s+"altitude": null/);
    expect(text).not.toMatch(/52\.5|520008|13\.40|404954|34\.5|horizon/);
  });

  it('contains the lines of the log that consist of the app’s own messages', async () => {
    const lines = [
      '2026-11-21 16:44:02 Overhead 0.1.0 starts with the live services',
      '2026-11-21 16:44:03 power: lock-screen',
      '2026-11-21 16:44:04 Picture: the address of the service cannot be found. The network may be down.',
      '2026-11-21 16:44:05 the stored day 2026-11-20 is malformed; its picture is fetched again',
      '2026-11-21 16:44:06 Journal: the disk is full (ENOSPC).',
      '2026-11-21 16:44:07 request to api.nasa.gov failed: unavailable, status 503',
      '2026-11-21 16:44:08 request to api.nasa.gov answered after 12 requests',
    ];
    const text = await reportOf((rig) => void rig.log.push(...lines));
    for (const line of lines) expect(text).toContain(line.replace('0.1.0', '…'));
  });
});
