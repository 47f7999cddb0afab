import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/support/http-server.ts';
import { createUpdateFeed } from './feed-client.ts';

const never = new AbortController().signal;
let server: TestServer;
/** The target of the feed's redirect. */
let location: string;

beforeEach(async () => {
  server = await startServer((_request, response) => {
    response.writeHead(302, { location }).end();
  });
});
afterEach(() => server.close());

it.each([
  // A name under `.invalid` has no address (RFC 6761): `offline` means that the name was looked up.
  ['follows a redirect to a built-in host', 'https://releases.invalid/x', 'offline'],
  ['refuses plain http to a built-in host', 'http://releases.invalid/x', 'address-refused'],
  ['refuses another host', 'https://other.invalid/x', 'address-refused'],
  ['refuses an address with a password', 'https://a:b@releases.invalid/x', 'address-refused'],
])('createUpdateFeed %s', async (_behaviour, target, kind) => {
  location = target;
  const feed = createUpdateFeed({
    feed: new URL(`${server.url}/releases/`),
    hosts: ['releases.invalid'],
    userAgent: 'Overhead/test',
  });
  expect(await feed.manifest('latest.yml', never)).toMatchObject({ failure: { kind } });
});
