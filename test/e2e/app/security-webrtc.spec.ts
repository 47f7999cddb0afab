import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { createAppFileServer } from '#platform/windows/app-files.ts';
import { chromiumPath } from '#stand-in/system/chromium.ts';
import { startServer } from '#test/support/http-server.ts';
import { expect } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

interface Ports {
  readonly udp: number;
  readonly tcp: number;
}

/**
 * Listens on a UDP port and a TCP port of 127.0.0.1, in place of a STUN and TURN server. Counts the datagrams and
 * connections that arrive.
 */
async function listen() {
  const udp = createSocket('udp4');
  const tcp = createServer((socket) => {
    heard.connections += 1;
    socket.on('error', () => undefined).resume();
  });
  const heard = { datagrams: 0, connections: 0 };
  udp.on('message', () => (heard.datagrams += 1));
  udp.bind(0, '127.0.0.1');
  tcp.listen(0, '127.0.0.1');
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')]);
  return {
    heard,
    ports: { udp: udp.address().port, tcp: (tcp.address() as AddressInfo).port },
    close() {
      udp.close();
      tcp.close();
    },
  };
}

/**
 * Starts a WebRTC connection that uses the servers at both ports. In the mode `until it ends`, resolves when Chromium
 * has tried all servers; in the mode `for ever`, resolves without waiting for that.
 */
const gather = (page: Page, ports: Ports, mode: 'until it ends' | 'for ever'): Promise<string> =>
  page.evaluate(
    async ([{ udp, tcp }, waits]) => {
      const secret = { username: 'a', credential: 'b' };
      const connection = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${udp}` },
          { urls: `turn:127.0.0.1:${udp}`, ...secret },
          { urls: `turn:127.0.0.1:${tcp}?transport=tcp`, ...secret },
        ],
      });
      const ended = new Promise((resolve) => {
        connection.addEventListener('icegatheringstatechange', () => {
          if (connection.iceGatheringState === 'complete') resolve(null);
        });
      });
      connection.createDataChannel('out');
      await connection.setLocalDescription(await connection.createOffer());
      if (waits) await ended;
      return connection.iceGatheringState;
    },
    [ports, mode === 'until it ends'] as const,
  );

/**
 * Opens a page in a Chromium without the app. This page has the app's content security policy, and no other restriction
 * on the use of the network.
 */
async function openControl() {
  const answer = createAppFileServer({ pages: '/none' });
  const { headers } = await answer(new Request('overhead://app/'));
  const policy = headers.get('content-security-policy') ?? '';
  const server = await startServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
      .end('<p>Control</p>'),
  );
  const executablePath = chromiumPath() ?? '';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.goto(server.url);
  return {
    page,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

sharedTest(
  'sends no WebRTC datagram and opens no WebRTC connection from a window',
  async ({ app }) => {
    const stranger = await listen();
    const { page } = app.main;
    expect(await gather(page, stranger.ports, 'until it ends')).toBe('complete');
    // The control: a page with only the content security policy does reach both ports.
    const control = await openControl();
    const heardBefore = { ...stranger.heard };
    await gather(control.page, stranger.ports, 'for ever');
    await expect.poll(() => stranger.heard.datagrams).toBeGreaterThan(0);
    await expect.poll(() => stranger.heard.connections).toBeGreaterThan(0);
    expect(heardBefore).toEqual({ datagrams: 0, connections: 0 });
    await control.close();
    stranger.close();
  },
);
