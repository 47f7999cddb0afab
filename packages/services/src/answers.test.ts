import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  assetPath,
  dayCodeOf,
  fileNameOf,
  longDate,
  originalsPath,
  placeholderPath,
  renditionsPath,
} from './picture/addresses.ts';
import { dayOf } from './picture/day.ts';
import { addDays, countDays, firstDay } from './picture/calendar.ts';
import { answerFormOf } from './picture/successor/forms.ts';
import { defaultPictureWorld, placeholders } from './picture/world.ts';
import type { ServiceName } from './request-log.ts';
import { createServices, type ServicesOptions } from './services.ts';
import { tables } from './scenarios/tables.ts';

/** A request: its target, or the parts that differ from a GET without a body. */
type Asked = string | readonly [target: string, init: RequestInit];

const noon = Date.UTC(2026, 10, 20, 12);

const digest = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 8);

/** How often each value occurs. */
const countsOf = (values: readonly unknown[]): string =>
  [...Map.groupBy(values, String)]
    .map(([value, all]) => `${value} × ${all.length}`)
    .sort()
    .join(', ');

/** The longest text that is written out. Of a longer one the record has the beginning, the length and a digest. */
const mostCharacters = 180;

function bodyText(bytes: Buffer, headers: Headers): string {
  const type = headers.get('content-type') ?? '';
  // The compressed bytes differ between versions of zlib.
  const plain = headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes;
  if (type === 'image/png' && plain.length > 20 && plain.readUInt32BE(16) === 60_000)
    return `begins ${plain.toString('hex', 0, 33)}, ends ${plain.toString('hex', plain.length - 12)}`;
  const text = plain.toString().replaceAll('\r', '\\r').replaceAll('\n', '\\n');
  if (/json|text|xml|^$/.test(type) && text.length <= mostCharacters) return text;
  const beginning = /json|text|xml/.test(type) ? `${text.slice(0, mostCharacters / 3)}… ` : '';
  return `${beginning}${plain.length} bytes ${digest(plain)}`;
}

/** Services whose clock stands still and whose scenarios wait for no time. */
function createRig(options: ServicesOptions = {}) {
  let now = noon;
  const waits: number[] = [];
  const services = createServices({
    now: () => now,
    key: 'mine',
    controlToken: 'token',
    wait: (seconds) => {
      waits.push(seconds);
      return Promise.resolve(seconds !== Infinity);
    },
    ...options,
  });

  /** The answer in one line: status, headers, body, waits. */
  async function answerLine(service: ServiceName | 'control', asked: Asked): Promise<string> {
    const [target, init] = typeof asked === 'string' ? [asked, {}] : asked;
    const request = new Request(`http://services.test${target}`, init);
    const answer = await services[service].fetch(request);
    const { status, headers } = answer;
    const pieces: Uint8Array[] = [];
    let end = '';
    try {
      for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>)
        pieces.push(piece);
    } catch (error) {
      end = ` ends with ${String(error)}`;
    }
    const shownHeaders = [...headers].map(([name, value]) => `${name}: ${value}`).join('; ');
    const waited = waits.length === 0 ? '' : ` waits ${countsOf(waits)}`;
    waits.length = 0;
    const body = bodyText(Buffer.concat(pieces), headers);
    return `${status} {${shownHeaders}} ${body}${end}${waited}`.trimEnd();
  }
  return { services, answerLine, setTime: (time: number) => (now = time) };
}

const json = (method: string, body: unknown, type = 'application/json'): RequestInit => ({
  method,
  headers: { 'Content-Type': type },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const describeRequest = (asked: Asked): string => {
  if (typeof asked === 'string') return asked;
  const [target, { method = 'GET', headers = {}, body }] = asked;
  const shownHeaders = Object.entries(headers as Record<string, string>)
    .map(([name, value]) => ` ${name}: ${value}`)
    .join('');
  const text = typeof body === 'string' ? body : '';
  const shownBody = text.length > mostCharacters ? `${text.length} characters` : text;
  return `${method} ${target}${shownHeaders} ${shownBody}`.trimEnd();
};

const post = { title: 'A', body: 'B', userId: 1 };
const postsRequests: readonly Asked[] = [
  ['/posts', json('POST', post)],
  ['/posts', json('POST', { ...post, id: 7, more: [1] }, 'Application/JSON ; charset=utf-8')],
  ['/posts', json('POST', post, 'text/plain')],
  ['/posts', { method: 'POST' }],
  ['/posts', json('POST', '{')],
  ['/posts', json('POST', '')],
  ['/posts', json('POST', '3')],
  ['/posts', json('POST', 'null')],
  ['/posts', json('POST', [])],
  ['/posts', json('POST', { title: 1, body: null, userId: '1', id: 'x' })],
  ['/posts', json('POST', `"${'x'.repeat(2 ** 20 - 2)}"`)],
  ['/posts', json('POST', `"${'x'.repeat(2 ** 20 - 1)}"`)],
  ...['1', '100', '101', '0', 'x', '1.5'].map((id): Asked => [
    `/posts/${id}`,
    json('PUT', { ...post, id: 3, more: 1 }),
  ]),
  ['/posts/1', json('PUT', post)],
  ['/posts/1', json('PUT', post, 'text/plain')],
  ['/posts/1', json('PUT', '{')],
  ...['1', '100', '101', '0', '-1', '1.5', '1.', 'x1', '1x', '1e1'].map((id): Asked => [
    `/posts/${id}`,
    { method: 'DELETE' },
  ]),
  '/posts',
  ['/posts/1', { method: 'PATCH' }],
];

/** A post with an array that is nested too deeply to be sent back. */
const deepPost = JSON.stringify(post).replace('}', `,"more":${'['.repeat(1e5)}${']'.repeat(1e5)}}`);

const newest = '2026-11-20';
const photoDay = (date: string) => dayOf(date, defaultPictureWorld, newest);
/** The last day with a property. */
function dayWith(has: (day: ReturnType<typeof photoDay>) => boolean): string {
  for (let date = newest; ; date = addDays(date, -1)) if (has(photoDay(date))) return date;
}
const videoDay = dayWith(({ kind }) => kind === 'video');
const otherDay = dayWith(({ kind }) => kind === 'other');
const pngDay = dayWith(({ photo }) => photo.format === 'png');
const gifDay = dayWith(({ photo }) => photo.format === 'gif');
const [jpgDay, smallDay] = ['2026-11-19', dayWith(({ shape }) => shape === 'small')];

const apod = (query: string): string => `/planetary/apod?api_key=mine&${query}`;
const basic = '/wp-json/wp/v2/apod-basic';
const fileOf = (date: string): string => assetPath(date, photoDay(date).photo);
const rendition = (date: string): string => `${renditionsPath}${fileOf(date)}`;
const original = (date: string): string => `${originalsPath}${fileOf(date)}`;
const editorsFile = (date: string): string =>
  `/en/image/${dayCodeOf(date).slice(0, 4)}/${fileNameOf(date, photoDay(date).photo)}`;

const apodRequests: readonly Asked[] = [
  '/planetary/apod',
  '/planetary/apod?api_key=',
  '/planetary/apod?api_key=other',
  '/planetary/apod?api_key=DEMO_KEY',
  ...['', 'hd=false', 'hd=false&hd=true', 'hd=TRUE', 'hd=1&thumbs=2', 'thumbs=2', 'count=3'].map(
    apod,
  ),
  ...['1995-06-15', '1995-06-16', '1995-06-17', '2026-11-20', '2026-11-21', '2026-2-3', ''].map(
    (date) => apod(`date=${date}`),
  ),
  apod('x=1&date=2026-02-30'),
  apod('date=2026-02-30'),
  apod('__proto__=3'),
  ...[videoDay, otherDay, pngDay, gifDay].map((date) => apod(`date=${date}&thumbs=true`)),
  ['/planetary/apod?api_key=mine', { method: 'POST' }],
];
const publicRequests = [
  ...apodRequests,
  ...[
    `date=${videoDay}&thumbs=True`,
    `date=${videoDay}&thumbs=1`,
    'date=1995-06-19',
    'date=1995-06-20',
    'start_date=2026-11-19',
    'concept_tags=True',
  ].map(apod),
];
const successorRequests: readonly Asked[] = [
  basic,
  ...[
    'per_page=2&page=3',
    'per_page=26',
    'page=460',
    'page=461',
    'page=0&per_page=0',
    'page=x&per_page=1.5',
    'per_page=1&_fields=date, title,none',
    'date_from=261118&date_to=261119',
    'date_from=261119&date_to=261118',
    'date_to=950620&per_page=5',
    'date_from=950101&per_page=1',
    'date_to=301231&per_page=1',
    'date_from=260230&date_to=x261118',
    'date_from=2611181',
  ].map((query) => `${basic}?${query}`),
  ...['950616', '950617', '200610', '261120', '261121', '260230', '26112'].map(
    (code) => `${basic}/${code}`,
  ),
  `${basic}/261120?_fields=post_id`,
  `${basic}/261120/html`,
  `${basic}/261121/html`,
  ...[videoDay, otherDay, gifDay].map((date) => `${basic}/${dayCodeOf(date)}`),
  [basic, { method: 'POST' }],
  '/feed/apod-basic/',
];
const pageRequests: readonly Asked[] = [
  ...['/en/', '/en/ap261120.html', '/en/ap261121.html', '/en/ap26112.html', '/feed.rss'],
  ...['1995-06-16', '1996-06-30', '1996-07-01', '1997-12-31', '1998-01-01', videoDay, otherDay].map(
    (date) => `/en/ap${dayCodeOf(date)}.html`,
  ),
  `/video/${videoDay}`,
  `/video/${jpgDay}`,
  '/video/x',
  '/image-article/apod-2026-november-19-any-title/',
  '/image-article/apod-2026-november-1-/',
  ...['2026-november-21', '2026-november-31', '1995-june-15'].map(
    (slug) => `/image-article/apod-${slug}-early/`,
  ),
  '/image-article/x-apod-2026-november-19-any-title/',
  `/image-article/apod-${longDate(otherDay).toLowerCase().replaceAll(' ', '-')}-x/`,
  '/nothing',
];
const day = 86_400_000;
const imageRequests: readonly Asked[] = [
  ...[jpgDay, smallDay, pngDay, gifDay].flatMap((date) => {
    const { format } = photoDay(date).photo;
    return [
      `/image/${date}/standard.${format}`,
      `/image/${date}/hd.${format}`,
      rendition(date),
      original(date),
      editorsFile(date),
    ];
  }),
  ...[
    'w=100',
    'h=100',
    'w=640&h=5000',
    'w=641',
    'w=1281',
    'w=99999',
    'w=0&h=0',
    'w=x1',
    'w=1x',
  ].map((query) => `${rendition(jpgDay)}?${query}`),
  `/image/${jpgDay}/hd.png`,
  ...['/image/2026-11-21/hd.jpg', '/image/x/hd.jpg', '/image/2026-11-20/huge.jpg'],
  '/en/image/2611/x.jpg',
  rendition(jpgDay).replace('261119', '261118'),
  original(videoDay).replace(/\w+$/, 'mp4'),
  original(jpgDay).replace(/\w+$/, 'mp4'),
  ...placeholders.map(placeholderPath),
];
/** Requests of a file with conditions and ranges: `etag`, `modified` (milliseconds) and `length` are those of the file. */
const conditions = (
  path: string,
  etag: string,
  modified: number,
  length: number,
): readonly Asked[] => {
  const time = (ms: number): string => new Date(modified + ms).toUTCString();
  return [
    [path, { method: 'HEAD', headers: { Range: 'bytes=0-1' } }],
    ...[
      { 'If-None-Match': etag },
      { 'If-None-Match': `"x", W/${etag}` },
      { 'If-None-Match': '*' },
      { 'If-None-Match': 'x', 'If-Modified-Since': time(0) },
      { 'If-Modified-Since': time(0) },
      { 'If-Modified-Since': time(-1000) },
      { 'If-Modified-Since': 'x' },
      ...[
        'bytes=0-0',
        `bytes=${length - 1}-`,
        `bytes=${length}-`,
        'bytes=-2',
        `bytes=-${length + 1}`,
        'bytes=-0',
        `bytes=5-${length + 9}`,
        'bytes=5-4',
        'bytes=5-5',
        'bytes=-',
        'bytes=0-1,3-4',
        'xbytes=0-1',
      ].map((Range) => ({ Range })),
      { Range: 'bytes=0-1', 'If-Range': etag },
      { Range: 'bytes=0-1', 'If-Range': `W/${etag}` },
      { Range: 'bytes=0-1', 'If-Range': time(0) },
      ...[-1000, 1000].map((ms) => ({ Range: 'bytes=0-1', 'If-Range': time(ms) })),
      { Range: 'bytes=0-1', 'If-None-Match': etag },
    ].map((headers): Asked => [path, { headers: headers as Record<string, string> }]),
  ];
};

/** The requests with which each scenario is tried. The record has the answers that the scenario changes. */
const tried: Readonly<Record<ServiceName, readonly Asked[]>> = {
  posts: [['/posts', json('POST', post)]],
  position: ['/iss-now.json', '/none'],
  picture: [
    apod(''),
    apod(`date=${videoDay}&thumbs=true`),
    `${basic}/261120`,
    `${basic}/${dayCodeOf(jpgDay)}?_fields=date,hdurl`,
    '/feed/apod-basic/',
    '/en/',
    `/image/${jpgDay}/standard.jpg`,
    [`/image/${jpgDay}/hd.jpg`, { headers: { Range: 'bytes=0-199999' } }],
    rendition(jpgDay),
    original(pngDay),
    editorsFile(gifDay),
    '/image/x/hd.jpg',
  ],
};
/** Settings with which a scenario is tried, besides its defaults. */
const settings: Readonly<Record<string, readonly object[]>> = {
  ...{ '500': [{ retryAfter: '9' }], status: [{ code: 599, retryAfter: 'x' }] },
  ...{ 'slow-headers': [{ seconds: 0.5 }], 'dripping-body': [{ seconds: 2, bytes: 20 }] },
  ...{ truncated: [{ kept: 0 }], 'wrong-length': [{ kept: 0.9 }], late: [{ hours: 7.5 }] },
  ...{ placeholder: [{ from: '2026-11-20T12:00:01Z' }, { from: '2026-11-20T12:00:00Z' }] },
  moved: [{ shape: 'array' }, { from: '2026-11-20T12:00:01Z' }],
  'wrong-day': [{ days: 9999 }, { days: 10_000 }],
  'successor-placeholder': [{ file: 'nasa-logo@2x.png', image: true }],
  ...{
    quota: [{ retryAfter: '' }, { retryAfter: 'soon' }],
    archived: [{ status: 404, format: 'html' }],
  },
  'successor-down': [{ status: 500, from: '2026-11-20T12:00:00Z' }],
  'agency-down': [{ from: '2026-11-20T12:00:01Z' }],
  'breaks-off': [{ bytes: 10 }],
  svg: [{ type: 'image/png' }],
  'redirect-loopback': [{ location: 'http://127.0.0.1:80/' }],
  frozen: [{ timestamp: 'moving' }],
  'stale-timestamp': [{ seconds: 60 }],
  gaps: [{ every: 20, seconds: 10 }],
  displaced: [{ east: -170, north: 60 }],
  'position public': [{ outages: 0.5, seed: 2 }],
};
/** The size in MiB of answers that are large by default. */
const small: Readonly<Record<string, object>> = {
  'huge-json': { mebibytes: 1 },
  'gzip-bomb': { mebibytes: 2 },
  huge: { mebibytes: 1 },
};

/** Whether a scenario is also one of the posts service, with which it is tried. */
const isTriedBefore = (service: ServiceName, name: string): boolean => {
  const [own, posts] = [tables[service].table, tables.posts.table] as Record<string, unknown>[];
  return service !== 'posts' && own?.[name] === posts?.[name];
};

/** The answers to the requests with which scenarios are tried; a position is requested at three times. */
async function triedAnswers(service: ServiceName, options: ServicesOptions = {}) {
  const { answerLine, setTime } = createRig(options);
  const answers: [asked: string, answer: string][] = [];
  for (const asked of tried[service])
    for (const seconds of service === 'position' ? [0, 15, 3600] : [0]) {
      setTime(noon + seconds * 1000);
      const time = seconds === 0 ? '' : `after ${seconds} s `;
      answers.push([`${time}${describeRequest(asked)}`, await answerLine(service, asked)]);
    }
  return answers;
}

/** The answers that a scenario changes, with each of its settings. */
async function scenarioLines(
  service: ServiceName,
  name: string,
  plain: Awaited<ReturnType<typeof triedAnswers>>,
): Promise<string[]> {
  const lines: string[] = [];
  for (const more of [{}, ...(settings[`${service} ${name}`] ?? settings[name] ?? [])]) {
    const scenario = { ...small[name], ...more, name };
    const shown = Object.keys(more).length === 0 ? '' : `${JSON.stringify(more)} `;
    const answers = await triedAnswers(service, { scenarios: { [service]: scenario } });
    for (const [n, [asked, answer]] of answers.entries())
      if (answer !== plain[n]?.[1]) lines.push(`${shown}${asked}: ${answer}`);
  }
  return lines;
}

async function linesOf(
  service: ServiceName | 'control',
  requests: readonly Asked[],
  { services, answerLine } = createRig(),
): Promise<string[]> {
  const lines: string[] = [];
  for (const asked of requests)
    lines.push(`${describeRequest(asked)}: ${await answerLine(service, asked)}`);
  services.stop();
  return lines;
}
const under = (scenarios: ServicesOptions['scenarios']) => createRig({ scenarios });

async function conditionLines(): Promise<string[]> {
  const path = `/image/${jpgDay}/standard.jpg`;
  const { headers } = await createRig().services.picture.fetch(
    new Request(`http://services.test${path}`),
  );
  const [etag = '', modified = '', length] = ['etag', 'last-modified', 'content-length'].map(
    (name) => headers.get(name) ?? '',
  );
  return linesOf('picture', conditions(path, etag, Date.parse(modified), Number(length)));
}

/** The days of each year: how often each kind, shape, format and form occurs, and digests of some of their answers. */
async function archiveLines(): Promise<string[]> {
  const days = Array.from({ length: countDays(firstDay, newest) }, (_, n) => addDays(firstDay, n));
  const [rig, publicRig] = [
    createRig({ keyLimit: 1e9 }),
    createRig({ keyLimit: 1e9, scenarios: { picture: { name: 'public' } } }),
  ];
  const lines: string[] = [];
  for (const [year, dates] of Map.groupBy(days, (date) => date.slice(0, 4))) {
    const all = dates.map(photoDay);
    const counts = [
      countsOf(all.map(({ kind }) => kind)),
      countsOf(all.map(({ shape, photo }) => `${shape} ${photo.format}`)),
      countsOf(all.map(({ copyright }) => copyright)),
    ];
    const whole = digest(JSON.stringify([all, dates.map(answerFormOf)]));
    const some = dates.filter((date, n) => n % 11 === 0 || photoDay(date).kind !== 'image');
    const answers = {
      v1: some.map((date) => rig.answerLine('picture', apod(`date=${date}&thumbs=true`))),
      public: some.map((date) => publicRig.answerLine('picture', apod(`date=${date}&thumbs=true`))),
      successor: some.map((date) => rig.answerLine('picture', `${basic}/${dayCodeOf(date)}`)),
      editors: some.map((date) => rig.answerLine('picture', `/en/ap${dayCodeOf(date)}.html`)),
    };
    const shown = await Promise.all(
      Object.entries(answers).map(
        async ([name, lines]) => `${name} ${digest((await Promise.all(lines)).join('\n'))}`,
      ),
    );
    lines.push(
      `${year}: ${counts.join('; ')}; days ${whole}; ${some.length} answers: ${shown.join(', ')}`,
    );
  }
  return lines;
}

async function positionLines(): Promise<string[]> {
  const { answerLine, setTime } = createRig();
  const epoch = Date.UTC(2026, 7, 20, 4, 17, 29, 138);
  const lines: string[] = [];
  for (const days of [-20_000, -182.6, -182.4, 0, 0.01, 0.03, 0.05, 182.4, 182.6, 365, 900_000]) {
    const time = epoch + days * day;
    setTime(time);
    lines.push(`${new Date(time).toISOString()}: ${await answerLine('position', '/iss-now.json')}`);
  }
  return lines;
}

/** On which of 24 requests a scenario acts. */
async function chanceLines(): Promise<string[]> {
  const lines: string[] = [];
  for (const choice of [
    { probability: 0.5 },
    { probability: 0.5, seed: 2 },
    { probability: 0.1, seed: -7 },
    { probability: 0 },
    { requests: 3 },
    { requests: 9, probability: 0.5 },
    { requests: 3, path: '/posts/1' },
    { path: '/posts/12' },
  ]) {
    const { services } = under({ posts: [{ name: '500', ...choice }, { name: 'public' }] });
    let acted = '';
    for (let id = 1; id <= 24; id++) {
      const request = new Request(`http://services.test/posts/${id}`, { method: 'DELETE' });
      acted += (await services.posts.fetch(request)).status === 500 ? 'x' : '.';
    }
    lines.push(`${JSON.stringify(choice)}: ${acted}`);
  }
  return lines;
}

async function controlLines(): Promise<string[]> {
  const rig = createRig();
  const authorization = { Authorization: 'Bearer token' };
  const asked = (method: string, target: string, body?: unknown): Asked => [
    target,
    {
      method,
      headers: authorization,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  ];
  return [
    ...(await linesOf('position', ['/iss-now.json'], rig)),
    ...(await linesOf(
      'posts',
      [
        ['/posts', json('POST', post)],
        ['/posts/1', { method: 'DELETE' }],
      ],
      rig,
    )),
    ...(await linesOf(
      'control',
      [
        '/clock',
        ['/clock', { headers: { Authorization: 'bearer  token ' } }],
        asked('GET', '/none'),
        asked('PUT', '/clock', { now: '2026-11-21T00:00:00+01:00', rate: 0 }),
        asked('PUT', '/clock', { now: '2026-11-21' }),
        asked('PUT', '/clock', []),
        asked('PUT', '/scenarios/iss', { name: 'frozen', requests: 2, path: '/iss' }),
        asked('PUT', '/scenarios/tea', {}),
        asked('GET', '/requests?service=posts'),
        asked('GET', '/requests?after=2'),
        asked('GET', '/requests?after=1234567890123456&tea='),
        asked('DELETE', '/scenarios'),
        asked('DELETE', '/requests'),
        asked('GET', '/requests'),
      ],
      rig,
    )),
  ];
}

/** The scenarios with their settings as JSON Schema, without the descriptions. */
async function settingLines(): Promise<string[]> {
  const { services } = createRig();
  const headers = { Authorization: 'Bearer token' };
  const request = new Request('http://services.test/scenarios', { headers });
  const boards = (await (await services.control.fetch(request)).json()) as Record<
    ServiceName,
    { available: { name: string; summary: string; settings: { properties: object } }[] }
  >;
  return Object.entries(boards).flatMap(([service, { available }]) =>
    available.flatMap(({ name, summary, settings: { properties } }) => {
      if (isTriedBefore(service as ServiceName, name)) return [];
      const shown = JSON.stringify(properties, (key, value: unknown) =>
        // The pattern of a time is a part of Zod.
        key === 'description' || (key === 'pattern' && String(value).length > 40)
          ? undefined
          : value,
      );
      return [`${service} ${name} ${shown}: ${summary}`];
    }),
  );
}

test('each answer of the services is the recorded one', async () => {
  const parts: [title: string, lines: readonly string[]][] = [
    ['posts', await linesOf('posts', [...postsRequests, ['/posts', json('POST', deepPost)]])],
    [
      'posts as the public service',
      await linesOf('posts', postsRequests, under({ posts: { name: 'public' } })),
    ],
    ['position', await positionLines()],
    ['picture, v1', await linesOf('picture', apodRequests)],
    [
      'picture, v1 as the public service',
      await linesOf('picture', publicRequests, under({ picture: { name: 'public' } })),
    ],
    ['picture, successor of v1', await linesOf('picture', successorRequests)],
    ['picture, pages', await linesOf('picture', pageRequests)],
    ['picture, files', await linesOf('picture', imageRequests)],
    ['picture, conditional requests and ranges', await conditionLines()],
    ['picture, all days', await archiveLines()],
    ['control', await controlLines()],
    ['requests on which a scenario acts', await chanceLines()],
    ['settings of scenarios', await settingLines()],
  ];
  for (const service of ['posts', 'position', 'picture'] as const) {
    const plain = await triedAnswers(service);
    for (const name of Object.keys(tables[service].table))
      if (!isTriedBefore(service, name))
        parts.push([`${service} with ${name}`, await scenarioLines(service, name, plain)]);
  }
  const text = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `# ${title}\n${lines.join('\n')}\n`)
    .join('');
  await expect(text).toMatchFileSnapshot('answers.txt');
});
