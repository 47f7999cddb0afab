import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyContent } from '../../../../test/support/surroundings.ts';
import { ok } from '../../../shared/failure.ts';
import { keptBy } from '../../shell/secrets/kept-by.ts';
import { createKeyFile } from '../../shell/secrets/key-file.ts';
import { createStateHolder } from '../app-state.ts';
import { createApiKeyKeeper, publicKey, type Vault } from './api-key.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const key = 'k3y-of-mine';
let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-key-'));
  path = join(folder, 'api-key');
});
afterEach(() => rmSync(folder, { recursive: true }));

interface FakeVault extends Vault {
  uses: number;
  kind: 'keyring' | 'plain' | 'away';
  again: boolean;
  /** Until then nothing is opened. */
  hold: Promise<unknown>;
}

/** Seals by turning the bytes over: nothing of the text is left as it was. */
function fakeVault(kind: FakeVault['kind'] = 'keyring'): FakeVault {
  const turn = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0xff);
  const vault: FakeVault = {
    ...{ uses: 0, kind, again: false, hold: Promise.resolve() },
    seal(text) {
      vault.uses += 1;
      if (vault.kind === 'away') return Promise.resolve(null);
      return Promise.resolve({ kept: vault.kind, sealed: turn(Buffer.from(`ok:${text}`)) });
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

function start(vault: Vault = fakeVault(), environment = '') {
  const told: string[] = [];
  const defects: unknown[] = [];
  let changes = 0;
  const onDefect = (error: unknown): void => void defects.push(error);
  const state = createStateHolder(emptyContent, onDefect);
  const file = createKeyFile(path, () => now);
  const keeper = createApiKeyKeeper({
    ...{ environment, vault, file, state, onDefect },
    tell: (line) => told.push(line),
    onChange: () => (changes += 1),
  });
  return {
    keeper,
    state,
    told,
    defects,
    changes: () => changes,
    shown: () => state.current.apiKey,
  };
}

describe('the API key', () => {
  it('is the public one where there is none, and no keyring is asked', async () => {
    const vault = fakeVault();
    const { keeper, shown } = start(vault);
    await keeper.loaded;
    expect([keeper.current(), keeper.secret()]).toEqual([publicKey, null]);
    expect(shown()).toEqual({ isSet: false, kept: null });
    expect(vault.uses).toBe(0);
  });

  it.each(['keyring', 'plain'] as const)('is kept over a restart: %s', async (kind) => {
    const first = start(fakeVault(kind));
    expect(await first.keeper.set(key)).toEqual(ok(null));
    expect(first.shown()).toEqual({ isSet: true, kept: kind });
    expect(first.keeper.current()).toBe(key);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['api-key']);
    expect(readFileSync(path, 'latin1')).not.toContain(key);
    const second = start(fakeVault(kind));
    await second.keeper.loaded;
    expect(second.keeper.current()).toBe(key);
    expect(second.shown()).toEqual({ isSet: true, kept: kind });
    // What waits for a key is asked again.
    expect(second.changes()).toBe(1);
  });

  it('is kept in memory alone where the system encrypts nothing', async () => {
    const { keeper, shown } = start(fakeVault('away'));
    expect(await keeper.set(key)).toEqual(ok(null));
    expect(shown()).toEqual({ isSet: true, kept: 'memory' });
    expect(keeper.current()).toBe(key);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('holds until the end where the disk does not take it, and says so', async () => {
    // A folder in place of the draft: that stops root too.
    mkdirSync(join(`${path}.part`, 'x'), { recursive: true });
    const { keeper, shown } = start();
    expect(await keeper.set(key)).toMatchObject({ ok: false, failure: { kind: 'storage' } });
    expect(shown()).toEqual({ isSet: true, kept: 'memory' });
    expect(keeper.current()).toBe(key);
  });

  it('of the environment goes before, and no keyring is asked', async () => {
    const before = start();
    await before.keeper.set('kept-key');
    const vault = fakeVault();
    const { keeper, shown } = start(vault, key);
    await keeper.loaded;
    expect(keeper.current()).toBe(key);
    expect(shown()).toEqual({ isSet: true, kept: 'environment' });
    expect(vault.uses).toBe(0);
    await keeper.set(null);
    expect(keeper.secret()).toBe(key);
    expect(shown().kept).toBe('environment');
  });

  it.each(['', ' ', 'two words', 'a\nb', 'x'.repeat(201)])(
    'of the environment that is none is left alone: %j',
    (environment) => {
      const { keeper, shown } = start(fakeVault(), environment);
      expect(keeper.current()).toBe(publicKey);
      expect(shown().isSet).toBe(false);
    },
  );

  it('is forgotten, on the disk too', async () => {
    const { keeper, shown } = start();
    await keeper.set(key);
    expect(await keeper.set(null)).toEqual(ok(null));
    expect(keeper.current()).toBe(publicKey);
    expect(shown()).toEqual({ isSet: false, kept: null });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['half a file', '{"version":1,'],
    ['what the system has not sealed', '{"version":1,"kept":"keyring","sealed":"AAAA"}'],
    ['a file of another kind', '{"version":9}'],
  ])('that is %s is put aside and told once', async (_what, text) => {
    writeFileSync(path, text);
    const { keeper, told, shown } = start();
    await keeper.loaded;
    expect(keeper.current()).toBe(publicKey);
    expect(shown().isSet).toBe(false);
    expect(told).toEqual([expect.stringContaining('put aside')]);
    const [aside = ''] = readdirSync(folder);
    expect(aside).toMatch(/^api-key\.unusable-/);
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text);
    const again = start();
    await again.keeper.loaded;
    expect(again.told).toEqual([]);
  });

  it('stays where it is while the keyring is away', async () => {
    await start().keeper.set(key);
    const away = start(fakeVault('away'));
    await away.keeper.loaded;
    expect(away.keeper.current()).toBe(publicKey);
    expect(away.told).toHaveLength(1);
    const back = start();
    await back.keeper.loaded;
    expect(back.keeper.current()).toBe(key);
  });

  it('is sealed anew when the system has a better key', async () => {
    await start(fakeVault('plain')).keeper.set(key);
    const vault = fakeVault('keyring');
    vault.again = true;
    const { keeper, shown } = start(vault);
    await keeper.loaded;
    expect(shown()).toEqual({ isSet: true, kept: 'keyring' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ kept: 'keyring' });
  });

  it('that was set while the kept one was being read is the one that holds', async () => {
    await start().keeper.set('the-one-of-before');
    const vault = fakeVault();
    const password = Promise.withResolvers<undefined>();
    vault.hold = password.promise;
    const { keeper } = start(vault);
    await keeper.set(key);
    password.resolve(undefined);
    await keeper.loaded;
    expect(keeper.current()).toBe(key);
    const next = start();
    await next.keeper.loaded;
    expect(next.keeper.current()).toBe(key);
  });

  it('shows up in no state, no word and no defect', async () => {
    for (const kind of ['keyring', 'plain', 'away'] as const) {
      const { keeper, state, told, defects } = start(fakeVault(kind));
      await keeper.set(key);
      await keeper.loaded;
      expect(JSON.stringify([state.current, told, defects])).not.toContain(key);
    }
  });
});

it.each([
  ['v10abc', 'linux', 'plain'],
  ['v11abc', 'linux', 'keyring'],
  ['v12abc', 'linux', 'keyring'],
  ['v99abc', 'linux', 'plain'],
  ['', 'linux', 'plain'],
  ['v10abc', 'darwin', 'keyring'],
  ['v10abc', 'win32', 'keyring'],
] as const)('what begins with %j on %s is kept: %s', (bytes, platform, kept) => {
  expect(keptBy(Buffer.from(bytes), platform)).toBe(kept);
});
