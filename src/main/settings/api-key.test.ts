import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { liveServiceUrls, demoApiKey } from '#shared/settings/settings.ts';
import { createKeyFile } from './secrets/key-file.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import type { KeyFile } from './secrets/key-file.ts';
import type { KeyVault } from './secrets/sealing.ts';
import { parseBoundKey, createApiKeyController } from './api-key.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const key = 'k3y-of-mine';
const live = liveServiceUrls.picture;
let service = live;
let folder = '';
let path = '';
let isFull = false;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-key-'));
  path = join(folder, 'api-key');
  service = live;
  isFull = false;
});
afterEach(() => rmSync(folder, { recursive: true }));

interface FakeVault extends KeyVault {
  uses: number;
  kind: 'keyring' | 'plain' | 'away';
  again: boolean;
  /** Resolves when keys may be decrypted. */
  hold: Promise<unknown>;
}

/** Simulates encryption by inverting the bytes, so that no part of the text remains. */
function fakeVault(kind: FakeVault['kind'] = 'keyring'): FakeVault {
  const turn = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0xff);
  const vault: FakeVault = {
    uses: 0,
    kind,
    again: false,
    hold: Promise.resolve(),
    seal(text) {
      vault.uses += 1;
      if (vault.kind === 'away') return Promise.resolve(null);
      return Promise.resolve({ storage: vault.kind, sealed: turn(Buffer.from(`ok:${text}`)) });
    },
    async open(sealed) {
      vault.uses += 1;
      await vault.hold;
      if (vault.kind === 'away') return 'unavailable';
      const text = Buffer.from(turn(sealed)).toString();
      return text.startsWith('ok:') ? { text: text.slice(3), again: vault.again } : 'wrong';
    },
  };
  return vault;
}

function start(vault: KeyVault = fakeVault(), environment = '', isSeenByProxy = () => false) {
  const told: string[] = [];
  let changes = 0;
  const state = createStateHolder(emptyContent);
  const onDisk = createKeyFile(path, () => now);
  const full = (): Result<null> => fail({ kind: 'storage', code: 'ENOSPC' });
  const file: KeyFile = { ...onDisk, write: (key) => (isFull ? full() : onDisk.write(key)) };
  const controller = createApiKeyController({
    environment,
    vault,
    file,
    state,
    service: () => service,
    tell: (line) => told.push(line),
    onChange: () => (changes += 1),
    isSeenByProxy,
  });
  return {
    controller,
    state,
    told,
    changes: () => changes,
    shown: () => state.current.apiKey,
  };
}

describe('the API key', () => {
  it('is the shared public key if no key is set, without access to a keyring', async () => {
    const vault = fakeVault();
    const { controller, shown } = start(vault);
    await controller.loaded;
    expect([controller.current(live), controller.secrets()]).toEqual([demoApiKey, []]);
    expect(shown()).toEqual({ isSet: false, storage: null });
    expect(vault.uses).toBe(0);
  });

  it.each(['keyring', 'plain'] as const)(
    'is the same after a restart if its storage is “%s”',
    async (kind) => {
      const first = start(fakeVault(kind));
      expect(await first.controller.set(key)).toEqual(ok(null));
      expect(first.changes()).toBe(1);
      expect(first.shown()).toEqual({ isSet: true, storage: kind });
      expect(first.controller.current(live)).toBe(key);
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['api-key']);
      expect(readFileSync(path, 'latin1')).not.toContain(key);
      const vault = fakeVault(kind);
      const second = start(vault);
      await second.controller.loaded;
      // The key is not encrypted again.
      expect(vault.uses).toBe(1);
      expect(second.controller.current(live)).toBe(key);
      expect(second.shown()).toEqual({ isSet: true, storage: kind });
      // `onChange` was called, so that requests that wait for a key are repeated.
      expect(second.changes()).toBe(1);
    },
  );

  it('is stored, but not sent, while a proxy could read it', async () => {
    let isSeen = false;
    const { controller, shown } = start(fakeVault(), '', () => isSeen);
    await controller.set(key);
    isSeen = true;
    controller.show();
    expect(controller.current(live)).toBe(demoApiKey);
    expect(shown()).toEqual({ isSet: false, storage: 'keyring' });
    isSeen = false;
    expect(controller.current(live)).toBe(key);
  });

  it('stays removed when the keyring answers after the removal', async () => {
    const vault = fakeVault();
    const answering = fakeVault();
    const asked = Promise.withResolvers<undefined>();
    vault.seal = async (text) => {
      await asked.promise;
      return answering.seal(text);
    };
    const { controller, shown } = start(vault);
    const setting = controller.set(key);
    expect(await controller.set(null)).toEqual(ok(null));
    asked.resolve(undefined);
    expect(await setting).toEqual(ok(null));
    expect(readdirSync(folder)).toEqual([]);
    expect(shown()).toEqual({ isSet: false, storage: null });
    expect(controller.current(live)).toBe(demoApiKey);
  });

  it('is held only in memory if the system has no encryption', async () => {
    const { controller, shown } = start(fakeVault('away'));
    expect(await controller.set(key)).toEqual(ok(null));
    expect(shown()).toEqual({ isSet: true, storage: 'memory' });
    expect(controller.current(live)).toBe(key);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['the keyring is missing', 'the disk is full'])(
    'is not used again after the user replaced it by another key, even if %s',
    async (why) => {
      await start().controller.set('the-refused-one');
      isFull = why === 'the disk is full';
      const { controller } = start(fakeVault(isFull ? 'keyring' : 'away'));
      await controller.loaded;
      await controller.set(key);
      expect(controller.current(live)).toBe(key);
      const next = start();
      await next.controller.loaded;
      expect(next.controller.current(live)).toBe(demoApiKey);
      expect(next.told).toEqual([]);
    },
  );

  it('is used until the app ends if it cannot be written, and has the storage `memory` in the state', async () => {
    isFull = true;
    const { controller, shown } = start();
    expect(await controller.set(key)).toMatchObject({ ok: false, failure: { kind: 'storage' } });
    expect(shown()).toEqual({ isSet: true, storage: 'memory' });
    expect(controller.current(live)).toBe(key);
  });

  it('is the key of the environment if there is one, without access to a keyring', async () => {
    const before = start();
    await before.controller.set('kept-key');
    const vault = fakeVault();
    const { controller, shown } = start(vault, key);
    await controller.loaded;
    expect(controller.current(live)).toBe(key);
    expect(shown()).toEqual({ isSet: true, storage: 'environment' });
    expect(vault.uses).toBe(0);
    await controller.set(null);
    expect(controller.secrets()).toEqual([key]);
    expect(shown().storage).toBe('environment');
  });

  it.each(['', ' ', 'two words', 'a\nb', 'a\n', 'a\r\nHost: b', 'x'.repeat(201)])(
    'is not read from the environment if it is invalid: %j',
    (environment) => {
      const { controller, shown } = start(fakeVault(), environment);
      expect(controller.current(live)).toBe(demoApiKey);
      expect(shown().isSet).toBe(false);
    },
  );

  it('is removed, also from the disk', async () => {
    const { controller, shown } = start();
    await controller.set(key);
    expect(await controller.set(null)).toEqual(ok(null));
    expect(controller.current(live)).toBe(demoApiKey);
    expect(shown()).toEqual({ isSet: false, storage: null });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['half a file', '{"version":1,'],
    [
      'bytes that the system has not encrypted',
      '{"version":1,"storage":"keyring","sealed":"AAAA"}',
    ],
    ['a file of another version', '{"version":9}'],
  ])('has its file renamed, and reported once, if the file is %s', async (_what, text) => {
    writeFileSync(path, text);
    const { controller, told, shown } = start();
    await controller.loaded;
    expect(controller.current(live)).toBe(demoApiKey);
    expect(shown().isSet).toBe(false);
    expect(told).toEqual([expect.stringContaining('put aside')]);
    const [aside = ''] = readdirSync(folder);
    expect(aside).toMatch(/^api-key\.unusable-/);
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text);
    const again = start();
    await again.controller.loaded;
    expect(again.told).toEqual([]);
  });

  it('stays on the disk when the system does not decrypt it, and has the storage `locked` in the state', async () => {
    await start().controller.set(key);
    const away = start(fakeVault('away'));
    await away.controller.loaded;
    expect(away.controller.current(live)).toBe(demoApiKey);
    expect(away.shown()).toEqual({ isSet: false, storage: 'locked' });
    expect(away.told).toHaveLength(1);
    const back = start();
    await back.controller.loaded;
    expect(back.controller.current(live)).toBe(key);
  });

  it.each([
    ['another key', 'another', { isSet: true, storage: 'memory' }],
    ['no key', null, { isSet: false, storage: null }],
  ] as const)('can be replaced by %s while it is locked', async (_what, next, shown) => {
    await start().controller.set(key);
    const away = start(fakeVault('away'));
    await away.controller.loaded;
    await away.controller.set(next);
    expect(away.shown()).toEqual(shown);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is still redacted after it was replaced or removed', async () => {
    const { controller } = start();
    await controller.set('the-refused-one');
    await controller.set(key);
    await controller.set(null);
    expect(controller.secrets()).toEqual(['the-refused-one', key]);
  });

  it('stays on the disk when it could not be encrypted again', async () => {
    await start(fakeVault('plain')).controller.set(key);
    const before = readFileSync(path, 'utf8');
    const vault = fakeVault('keyring');
    vault.again = true;
    vault.seal = () => Promise.resolve(null);
    const { controller } = start(vault);
    await controller.loaded;
    expect(controller.current(live)).toBe(key);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('is encrypted again when the encryption of the system has changed', async () => {
    await start(fakeVault('plain')).controller.set(key);
    const vault = fakeVault('keyring');
    vault.again = true;
    const { controller, shown } = start(vault);
    await controller.loaded;
    expect(shown()).toEqual({ isSet: true, storage: 'keyring' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ storage: 'keyring' });
  });

  it('is the new key if the user sets it while the stored key is being read', async () => {
    await start().controller.set('the-one-of-before');
    const vault = fakeVault();
    const password = Promise.withResolvers<undefined>();
    vault.hold = password.promise;
    const { controller } = start(vault);
    await controller.set(key);
    password.resolve(undefined);
    await controller.loaded;
    expect(controller.current(live)).toBe(key);
    const next = start();
    await next.controller.loaded;
    expect(next.controller.current(live)).toBe(key);
  });

  it('does not appear in the state, in log lines or in reported errors', async () => {
    for (const kind of ['keyring', 'plain', 'away'] as const) {
      const { controller, state, told } = start(fakeVault(kind));
      await controller.set(key);
      await controller.loaded;
      expect(JSON.stringify([state.current, told, reportedDefects])).not.toContain(key);
    }
  });
});

describe('an API key', () => {
  const own = 'https://mirror.example.org:8443/apod';

  it.each([
    'https://evil.example',
    'https://api.nasa.gov.evil.example',
    'http://api.nasa.gov',
    'https://api.nasa.gov:444',
    'https://api.nasa.gov@evil.example',
    'http://127.0.0.1:9',
    'not an address',
    own,
  ])('of the public service is not sent to %s', async (address) => {
    const { controller, shown } = start();
    await controller.set(key);
    expect(controller.current(`${live}/`)).toBe(key);
    expect(controller.current(address)).toBe(demoApiKey);
    service = address;
    controller.show();
    expect(shown()).toEqual({ isSet: false, storage: 'keyring' });
    service = live;
    controller.show();
    expect(shown()).toEqual({ isSet: true, storage: 'keyring' });
  });

  it('of a service with another address is sent to this address only, also after a restart', async () => {
    service = own;
    await start().controller.set(key);
    const { controller, shown } = start();
    await controller.loaded;
    expect(shown()).toEqual({ isSet: true, storage: 'keyring' });
    expect(controller.current('https://mirror.example.org:8443/elsewhere')).toBe(key);
    for (const address of [live, 'https://mirror.example.org', 'http://mirror.example.org:8443'])
      expect(controller.current(address)).toBe(demoApiKey);
    // The key is redacted in every line of the log.
    expect(controller.secrets()).toEqual([key]);
  });

  it('of the environment is sent to the public service and to services on this machine', () => {
    const { controller } = start(fakeVault(), key);
    for (const address of [live, 'http://127.0.0.1:4000/v1', 'http://[::1]:4000'])
      expect(controller.current(address)).toBe(key);
    for (const address of [own, 'http://127.0.0.1.evil.example', 'http://192.168.1.1'])
      expect(controller.current(address)).toBe(demoApiKey);
    service = own;
    controller.show();
    expect(start(fakeVault(), key).shown()).toEqual({ isSet: false, storage: 'environment' });
  });

  it('that was stored without a service is sent to the public service', async () => {
    const { sealed, storage } = (await fakeVault().seal(key)) ?? { sealed: null, storage: 'plain' };
    if (sealed === null) throw new Error('not sealed');
    createKeyFile(path, () => now).write({ sealed, storage });
    const { controller } = start();
    await controller.loaded;
    expect([controller.current(live), controller.current(own)]).toEqual([key, demoApiKey]);
  });

  it.each(['', 'two words', 'https://a.example/b k', 'https://a.example', ` ${key}`])(
    'is refused if the stored text is %j',
    (text) => expect(parseBoundKey(text)).toBeNull(),
  );
});
