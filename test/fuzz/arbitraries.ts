import fc from 'fast-check';

const services = ['posts', 'position', 'picture'] as const;
export type Service = (typeof services)[number];

/** A request in the form in which it is sent over a socket. */
export interface FuzzRequest {
  readonly service: Service;
  readonly method: string;
  /** The request target, possibly invalid. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: FuzzBody;
}

/** The body of a request, in a form that stays short in failure messages even if the body is long. */
type FuzzBody =
  | { readonly text: string }
  /** A post with an array in arrays, nested to this depth. */
  | { readonly depth: number }
  /** A post whose title has this length, in KiB. */
  | { readonly kibibytes: number };

export function textOf(body: FuzzBody): string {
  if ('text' in body) return body.text;
  const rest = '"body":"b","userId":2';
  if ('kibibytes' in body) return `{"title":"${'a'.repeat(body.kibibytes * 1024)}",${rest}}`;
  return `{"title":"a","x":${'['.repeat(body.depth)}${']'.repeat(body.depth)},${rest}}`;
}

const methods = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'PATCH', 'OPTIONS', 'TRACE', 'QUERY', 'LINK') },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z]{1,12}$/) },
);

/** The text between two slashes. */
const segment = fc.oneof(
  fc.constantFrom('posts', 'iss-now.json', 'planetary', 'apod', 'image', 'video', '2024-02-29'),
  fc.constantFrom(
    'wp-json',
    'wp',
    'v2',
    'apod-basic',
    '240229',
    '240230',
    'standard.jpg',
    'hd.jpg',
  ),
  fc.constantFrom('..', '.', '%2e%2e', '%00', '%ff', '%', '%zz', '__proto__', 'constructor', ''),
  fc.integer().map(String),
  fc.double().map(String),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map(encodeURIComponentSafely),
  fc.stringMatching(/^[!-~]{0,12}$/).map((text) => text.replaceAll(/[?#\s]/g, '')),
);

const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '/posts',
      '/posts/1',
      '/posts/101',
      '/posts/x',
      '/iss-now.json',
      '/planetary/apod',
      '/wp-json/wp/v2/apod-basic',
      '/wp-json/wp/v2/apod-basic/240229',
      '/wp-json/wp/v2/apod-basic/240229/html',
      '/feed/apod-basic/',
      '/feed.rss',
      '/en/ap240229.html',
      '/image-article/apod-2024-february-29-a-sky/',
      '/video/2024-02-29',
      '/image/2024-02-29/hd.jpg',
      '/dynamicimage/assets/science/cds/apod/apod/2024/february/x_240229.jpg',
    ),
  },
  { weight: 4, arbitrary: fc.array(segment, { maxLength: 5 }).map((all) => `/${all.join('/')}`) },
);

const queryName = fc.constantFrom(
  ...['api_key', 'date', 'hd', 'thumbs', 'start_date', 'end_date', 'count', 'page', 'per_page'],
  ...['date_from', 'date_to', 'w', 'h', 'fit', 'crop', '__proto__', '', 'x[]', 'constructor'],
);
const queryValue = fc.oneof(
  fc.constantFrom(
    'DEMO_KEY',
    'fuzz',
    'true',
    'false',
    '',
    '0',
    '-1',
    '1e309',
    'NaN',
    '%',
    '%c3%28',
  ),
  fc.constantFrom('2024-02-29', '2024-02-30', '1995-06-16', '9999-12-31', '0000-00-00', '240229'),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.integer().map(String),
  fc.string({ unit: 'binary', maxLength: 30 }).map(encodeURIComponentSafely),
);
const query = fc
  .array(fc.tuple(queryName, queryValue), { maxLength: 5 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

const target = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(path, query).map(([p, q]) => (q === '' ? p : `${p}?${q}`)) },
  { weight: 1, arbitrary: fc.constantFrom('*', 'http://127.0.0.1/posts', '//', '/\\', '/?', '?') },
  { weight: 1, arbitrary: fc.stringMatching(/^[!-~]{1,40}$/) },
);

const contentType = fc.constantFrom(
  ...['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-16'],
  ...['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded', 'json', '', ';'],
);
const header = fc.oneof(
  fc.tuple(fc.constant('Content-Type'), contentType),
  fc.tuple(
    fc.constantFrom('Accept', 'User-Agent', 'Cookie', 'Range', 'If-None-Match', 'X-Y'),
    fc.stringMatching(/^[ -~]{0,40}$/),
  ),
  fc.constantFrom<[string, string]>(
    ['Expect', '100-continue'],
    ['Expect', 'much'],
    ['Accept-Encoding', 'gzip, br'],
    ['Upgrade', 'websocket'],
    ['Content-Encoding', 'gzip'],
    ['Authorization', 'Bearer x'],
    ['Range', 'bytes=0-0'],
  ),
);

/** Nearly valid bodies: fields are missing or have any value, or the post is in an array. */
const nearlyPost = fc
  .record(
    { id: fc.anything(), title: fc.anything(), body: fc.anything(), userId: fc.anything() },
    { requiredKeys: [] },
  )
  .chain((wrong) =>
    fc.constantFrom<object[]>({ ...wrong }, { id: 1, title: 'a', body: 'b', userId: 2, ...wrong }, [
      wrong,
    ]),
  );
const depth = fc.integer({ min: 1, max: 20_000 });
const body: fc.Arbitrary<FuzzBody> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ text: nearlyPost.map(jsonOf) }) },
  { weight: 2, arbitrary: fc.record({ text: fc.json() }) },
  { weight: 1, arbitrary: fc.record({ depth }) },
  { weight: 1, arbitrary: fc.record({ kibibytes: fc.integer({ min: 1, max: 1_200 }) }) },
  { weight: 2, arbitrary: fc.record({ text: fc.string({ unit: 'binary', maxLength: 200 }) }) },
  { weight: 3, arbitrary: fc.constant({ text: '' }) },
);

/** Requests of all kinds. Most are refused before they reach the code of a route. */
const anyRequest: fc.Arbitrary<FuzzRequest> = fc.record({
  service: fc.constantFrom(...services),
  method: methods,
  target,
  headers: fc.oneof(
    fc.constant([['Content-Type', 'application/json'] as const]),
    fc.array(header, { maxLength: 4 }),
  ),
  body,
});

const json = [['Content-Type', 'application/json'] as const];
const wholePost = { title: fc.string(), body: fc.string(), userId: fc.integer() };

/** Requests that mostly reach the code of a route, possibly with strange values. */
const routed: fc.Arbitrary<FuzzRequest> = fc.oneof(
  fc.record({
    service: fc.constant('posts' as const),
    method: fc.constant('POST'),
    target: fc.constant('/posts'),
    headers: fc.constant(json),
    body: fc.oneof(body, fc.record({ text: fc.record(wholePost).map(jsonOf) })),
  }),
  fc.record({
    service: fc.constant('posts' as const),
    method: fc.constantFrom('PUT', 'DELETE'),
    target: fc.constantFrom('/posts/1', '/posts/100', '/posts/101'),
    headers: fc.constant(json),
    body,
  }),
  fc.record({
    service: fc.constant('picture' as const),
    method: fc.constantFrom('GET', 'HEAD'),
    target: fc.tuple(path, query).map(([p, q]) => `${p}?api_key=fuzz&${q}`),
    headers: fc.array(header, { maxLength: 2 }),
    body: fc.constant({ text: '' }),
  }),
);

/** Requests for the services. */
export const request: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 4, arbitrary: anyRequest },
  { weight: 1, arbitrary: routed },
);

interface FuzzBytes {
  readonly service: Service;
  readonly bytes: Uint8Array;
}

const head = fc.tuple(methods, target).map(([method, to]) => `${method} ${to} HTTP/1.1\r\n`);
const oddHead = fc.constantFrom(
  ...[
    'GET / HTTP/1.0\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\r\n',
    '\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ],
  ...[
    'POST /posts HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000',
  ],
  'POST /posts HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /posts HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
  `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
);
const line = fc.oneof(
  header.map(([name, value]) => `${name}: ${value}\r\n`),
  fc.constantFrom(
    'Host: 127.0.0.1\r\n',
    'Host:\r\n',
    'Content-Length: 10\r\n',
    ': \r\n',
    ' folded\r\n',
    '\n',
    '\r',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
/** The bytes of a request, some of them changed, doubled or removed, as from a broken client or an attacker. */
const spoil = (text: string): fc.Arbitrary<Uint8Array> =>
  fc
    .array(fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom('set', 'cut', 'double')), {
      maxLength: 4,
    })
    .map((changes) => {
      let bytes = Buffer.from(text, 'latin1');
      for (const [where, value, how] of changes) {
        const at = where % Math.max(1, bytes.length);
        if (how === 'set') bytes[at] = value;
        else if (how === 'cut') bytes = bytes.subarray(0, at);
        else bytes = Buffer.concat([bytes, bytes.subarray(at)]);
      }
      return new Uint8Array(bytes);
    });

/** Arbitrary bytes, or the bytes of a spoiled request, for one of the services. */
export const bytes: fc.Arbitrary<FuzzBytes> = fc.record({
  service: fc.constantFrom(...services),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .tuple(fc.oneof(head, oddHead), fc.array(line, { maxLength: 6 }), body)
      .chain(([first, lines, rest]) =>
        spoil(`${first}${lines.join('')}\r\n${textOf(rest).slice(0, 5_000)}`),
      ),
  ),
});

/** Returns the value as JSON. Values that JSON cannot express are omitted, or become text. */
function jsonOf(value: unknown): string {
  try {
    const text: unknown = JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'bigint' ? inner.toString() : inner,
    );
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}

/** Replaces half a surrogate pair, which cannot be encoded. */
function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
