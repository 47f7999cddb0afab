import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { defaultSettings } from '#shared/settings/settings.ts';
import { ensureBuilt } from '#tools/setup/build.ts';
import { missingCommands } from '#stand-in/system/packages.ts';
import { startMachine } from './machine.ts';
import { WorldApp } from './world-app.ts';

const missing = process.platform === 'linux' ? missingCommands(['dbus-daemon']) : ['Linux'];

const marks = `a${'\u0301\u0316'.repeat(60_000)}`;
const longText = 'word '.repeat(20_000);
const day = (changes: object): string =>
  JSON.stringify({
    date: '2026-11-21',
    title: 'A title',
    explanation: 'A long enough explanation.',
    media_type: 'image',
    url: 'http://127.0.0.1:9/a.jpg',
    ...changes,
  });
const position = (changes: object): string =>
  JSON.stringify({
    message: 'success',
    timestamp: 1,
    iss_position: { latitude: '0', longitude: '0' },
    ...changes,
  });
const ok = (body: string, headers = ''): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
const gzipped = (body: string): Buffer => {
  const packed = gzipSync(body);
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), packed]);
};
const refused = (body: string): string =>
  `HTTP/1.1 400 Bad Request\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Whole answers of a service, as they are sent. */
const answers: readonly (string | Buffer)[] = [
  'HTTP/1.1 000 \r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\n\r\n',
  'HTTP/1.1 301 Moved\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{}',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n',
  gzipped(day({ explanation: `A long enough explanation. ${marks}` })),
  gzipped(day({ title: marks, copyright: marks, alt: marks })),
  gzipped(day({ explanation: '<b>a</b><br>'.repeat(10_000), title: '; '.repeat(4_000) })),
  gzipped(`[${`${day({ date: '2026-11-20' })},`.repeat(10_000)}{}]`),
  gzipped('['.repeat(1_000_000)),
  gzipped(`"${' '.repeat(20_000_000)}"`),
  ok(day({ date: '9999-12-31', title: '\ud800\0\ufeff' })),
  ok(`\ufeff${day({})}`),
  ok('{"__proto__":{"date":"2026-11-21"},"date":1e400,"date":-0}'),
  ok(position({ timestamp: 1e15 })),
  ok(position({ iss_position: { latitude: '1e400', longitude: '9'.repeat(100_000) } })),
  ok('{}', `X-Long: ${'a'.repeat(100_000)}\r\n`),
  refused(marks),
  refused(JSON.stringify({ message: '?='.repeat(100_000) })),
  refused(JSON.stringify({ error: { code: longText, message: `http://${longText}` } })),
  refused(`<!--${' -->\n<!--'.repeat(50_000)}`),
];

/** Lets each service give each answer once; returns the long pieces of work and the log. */
async function playAnswers() {
  const { signal } = new AbortController();
  await ensureBuilt({ log: () => undefined, signal });
  const machine = await startMachine(Date.parse('2026-11-21T18:00:00Z'), 'UTC', false);
  onTestFinished(() => machine.stop());
  let answer: string | Buffer = '';
  const server = createServer((_request, response) => {
    machine.time.received += 1;
    response.socket?.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = { picture: url, position: url, posts: url };
  const services = { ...defaultSettings.services, source: 'own', own };
  const settings = JSON.stringify({ ...defaultSettings, services });
  writeFileSync(join(machine.data, 'settings.json'), settings);
  const env = { ...machine.env, OVERHEAD_WORLD_SEED: '1', OVERHEAD_WORLD_PROFILE: '1' };
  const app = await WorldApp.start(env, [`--user-data-dir=${machine.data}`]);
  onTestFinished(() => app.kill());
  for (const next of answers) {
    answer = next;
    const post = { id: randomUUID(), publish: true, title: 'a', body: marks } as const;
    await app.ask('journal', 'write', post);
    await app.ask('app', 'check');
    await app.advance(60_000);
  }
  expect((await app.state()).journal.durable).toBe(true);
  const log = readFileSync(join(machine.data, 'logs', 'overhead.log'), 'utf8');
  return { pieces: app.longPieces, log };
}

it.skipIf(missing.length > 0)(
  'the built app treats hostile answers as failures, and none of them blocks its main thread',
  async () => {
    // A piece that is long in one run only was measured while the machine was busy.
    let places: readonly string[] | null = null;
    for (let run = 1; run <= 3 && places?.length !== 0; run += 1) {
      const { pieces, log } = await playAnswers();
      expect(log).not.toMatch(/defect|uncaught|unhandled/);
      const longPlaces = pieces.map(({ place }) => place);
      places = (places ?? longPlaces).filter((place) => longPlaces.includes(place));
    }
    expect(places).toEqual([]);
  },
  600_000,
);
