import { STATUS_CODES } from 'node:http';
import type { RecordedBody, RecordedExchange } from '#shared/report/flight-record.ts';
import type { Report } from '#shared/report/report-schema.ts';

type Pairs = RecordedExchange['query'];
const toNameValuePairs = (pairs: Pairs) => pairs.map(([name, value]) => ({ name, value }));
const headerOf = (pairs: Pairs, name: string): string | undefined =>
  pairs.find(([other]) => other === name)?.[1];

/**
 * The URL of an exchange. A host that the report leaves out is replaced by one below the reserved domain `.invalid`, a
 * path by `/-`.
 */
function urlOf({ service, host, path, query }: RecordedExchange): string {
  const url = new URL(`https://${host ?? `${service}.invalid`}${path ?? '/-'}`);
  url.search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  return url.href;
}

const textOf = (body: RecordedBody | null): string | undefined =>
  body?.fields === undefined ? undefined : JSON.stringify(body.fields);
const commentOf = (body: RecordedBody | null): string | undefined =>
  body?.hash === undefined ? undefined : `hash ${body.hash}`;

function entryOf(exchange: RecordedExchange) {
  const { status, requestBody, responseBody, failure } = exchange;
  const end = exchange.endMs ?? exchange.firstByteMs ?? 0;
  const wait = Math.min(exchange.firstByteMs ?? end, end);
  const text = textOf(responseBody);
  const comment = commentOf(responseBody);
  return {
    startedDateTime: new Date(exchange.at).toISOString(),
    time: end,
    request: {
      method: exchange.method,
      url: urlOf(exchange),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toNameValuePairs(exchange.requestHeaders),
      queryString: toNameValuePairs(exchange.query),
      ...(requestBody !== null && {
        postData: {
          mimeType: headerOf(exchange.requestHeaders, 'content-type') ?? 'application/json',
          params: [],
          text: '',
          comment: `${requestBody.bytes} bytes, ${commentOf(requestBody) ?? 'left out'}`,
        },
      }),
      headersSize: -1,
      bodySize: requestBody?.bytes ?? 0,
    },
    response: {
      // Browsers write 0 if there was no answer.
      status: status ?? 0,
      statusText: status === null ? '' : (STATUS_CODES[status] ?? ''),
      httpVersion: status === null ? '' : 'HTTP/1.1',
      cookies: [],
      headers: toNameValuePairs(exchange.responseHeaders),
      content: {
        size: responseBody?.bytes ?? 0,
        mimeType: headerOf(exchange.responseHeaders, 'content-type') ?? 'x-unknown',
        ...(text !== undefined && { text }),
        ...(comment !== undefined && { comment }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait, receive: end - wait },
    ...(failure !== null && {
      comment: [failure.kind, failure.reason].filter(Boolean).join(': '),
    }),
  };
}

/**
 * The exchanges of a report as an HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/), for the network
 * view of a browser.
 */
export function harOf({ parts }: Report) {
  const exchanges = (parts.record?.entries ?? []).filter(
    (entry): entry is RecordedExchange => entry.kind === 'exchange',
  );
  return {
    log: {
      version: '1.2',
      creator: { name: 'Overhead', version: parts.facts?.app ?? 'unknown' },
      entries: exchanges.map(entryOf),
    },
  };
}
