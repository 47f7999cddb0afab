import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { liveServiceUrls } from '#shared/settings/settings.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import { demoApiKey } from '#shared/settings/settings.ts';
import { createApiKeyController } from '../api-key.ts';
import { createKeyFile } from './key-file.ts';
import { createKeyVault, keyStorageOf, type SafeStorageMethods } from './sealing.ts';

/** The answer of the system when Electron requests the key at the first use. */
interface System {
  /** The version that the keyring's provider writes; null: the keyring is missing, or its prompt was dismissed. */
  keyring: 'v11' | 'v12' | null;
  /** The provider reports that it may have the key later. */
  temporarily?: boolean;
  backend?: ReturnType<SafeStorageMethods['getSelectedStorageBackend']>;
}

/**
 * `safeStorage` of one process on Linux. The encryptor is made at the first use and kept for the life of the process;
 * `isAsyncEncryptionAvailable` is true even if no keyring opened (shell/browser/api/electron_api_safe_storage.cc). The
 * providers of the keyring come before a fallback with a built-in password, v10, and each decrypts texts that begin
 * with its version (CreateOSCryptAsync in shell/browser/browser_process_impl.cc). The backend is named after the
 * desktop.
 */
function linuxProcess(system: System): SafeStorageMethods {
  let encryptor: System | null = null;
  const used = (): System => (encryptor ??= { ...system });
  const whyNot = (): string =>
    used().temporarily === true
      ? 'safeStorage.decryptStringAsync is temporarily unavailable. Please try again.'
      : 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.';
  return {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    encryptStringAsync: (text) =>
      Promise.resolve(Buffer.from(`${used().keyring ?? 'v10'}${rotated(text)}`)),
    decryptStringAsync(sealed) {
      const version = sealed.toString('latin1', 0, 3);
      const better = used().keyring;
      if (version !== 'v10' && version !== better) return Promise.reject(new Error(whyNot()));
      const result = rotated(sealed.toString('latin1', 3));
      return Promise.resolve({ result, shouldReEncrypt: version !== (better ?? 'v10') });
    },
    getSelectedStorageBackend: () => used().backend ?? 'gnome_libsecret',
  };
}
const rotated = (text: string): string =>
  Buffer.from(text, 'latin1')
    .map((byte) => byte ^ 1)
    .toString();

const secret = 'https://api.example k3y-of-mine';
const vaultOf = (system: System) => createKeyVault(linuxProcess(system), 'linux');
async function sealWith(system: System): Promise<Uint8Array> {
  const sealed = await vaultOf(system).seal(secret);
  if (sealed === null) throw new Error('not sealed');
  return sealed.sealed;
}

describe('createKeyVault on Linux', () => {
  it('decrypts a key that an earlier process has encrypted', async () => {
    for (const keyring of ['v11', 'v12', null] as const) {
      const sealed = await sealWith({ keyring });
      expect(await vaultOf({ keyring }).open(sealed)).toEqual({ text: secret, again: false });
    }
  });

  it('returns `again` for a key that was encrypted without a keyring', async () => {
    const sealed = await sealWith({ keyring: null });
    expect(await vaultOf({ keyring: 'v11' }).open(sealed)).toEqual({ text: secret, again: true });
  });

  it.each<[string, System, System]>([
    ['the keyring is missing or dismissed', { keyring: 'v11' }, { keyring: null }],
    ['the portal is missing', { keyring: 'v12' }, { keyring: null }],
    ['another keyring answers', { keyring: 'v12' }, { keyring: 'v11' }],
    ['another provider may answer later', { keyring: 'v11' }, { keyring: null, temporarily: true }],
  ])('returns “unavailable” for a sealed key when %s', async (_why, before, now) => {
    expect(await vaultOf(now).open(await sealWith(before))).toBe('unavailable');
  });

  it('returns “unavailable” for a damaged key of a keyring on a desktop without keyrings', async () => {
    const system: System = { keyring: 'v11', backend: 'basic_text' };
    const sealing = linuxProcess(system);
    const damaged = Buffer.from('v11damaged');
    const vault = createKeyVault(refusing(sealing, damaged), 'linux');
    expect(await vault.open(damaged)).toBe('unavailable');
  });

  it('returns “wrong” for a damaged key when its keyring works', async () => {
    const damaged = Buffer.from('v11damaged');
    const sealing = refusing(linuxProcess({ keyring: 'v11' }), damaged);
    expect(await createKeyVault(sealing, 'linux').open(damaged)).toBe('wrong');
    const withoutKeyring: System = { keyring: null, backend: 'basic_text' };
    expect(await vaultOf(withoutKeyring).open(Buffer.from('of another'))).toBe('wrong');
  });

  it('encrypts nothing and returns “unavailable” while the system has no encryption', async () => {
    const sealed = await sealWith({ keyring: 'v11' });
    const isAsyncEncryptionAvailable = () => Promise.resolve(false);
    const sealing = { ...linuxProcess({ keyring: 'v11' }), isAsyncEncryptionAvailable };
    const vault = createKeyVault(sealing, 'linux');
    expect([await vault.seal(secret), await vault.open(sealed)]).toEqual([null, 'unavailable']);
  });

  it('returns “unavailable” if the provider may decrypt later, or cannot decrypt a new text', async () => {
    const system: System = { keyring: 'v11' };
    const sealed = Buffer.from(await sealWith(system));
    const later = refusing(linuxProcess(system), sealed, 'It is temporarily unavailable.');
    expect(await createKeyVault(later, 'linux').open(sealed)).toBe('unavailable');
    const never = {
      ...linuxProcess(system),
      decryptStringAsync: () => Promise.reject(new Error('no')),
    };
    expect(await createKeyVault(never, 'linux').open(sealed)).toBe('unavailable');
  });
});

/** Refuses to decrypt these bytes, as if they had another key of the same version. */
const refusing = (
  sealing: SafeStorageMethods,
  damaged: Buffer,
  message = 'Error while decrypting the ciphertext',
): SafeStorageMethods => ({
  ...sealing,
  decryptStringAsync: (sealed) =>
    sealed.equals(damaged)
      ? Promise.reject(new Error(message))
      : sealing.decryptStringAsync(sealed),
});

describe('the API key on Linux, over three processes', () => {
  const live = liveServiceUrls.picture;
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'overhead-sealing-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function start(system: System) {
    const state = createStateHolder(emptyContent);
    const controller = createApiKeyController({
      state,
      environment: '',
      service: () => live,
      vault: vaultOf(system),
      file: createKeyFile(join(folder, 'api-key'), () => 0),
      tell: () => undefined,
      onChange: () => undefined,
    });
    await controller.loaded;
    return { controller, state };
  }

  it('keeps the stored key when the prompt is dismissed, and uses it after a restart', async () => {
    await (await start({ keyring: 'v11' })).controller.set('k3y-of-mine');
    const before = readFileSync(join(folder, 'api-key'), 'utf8');
    const { controller, state } = await start({ keyring: null });
    expect(controller.current(live)).toBe(demoApiKey);
    expect(state.current.apiKey).toEqual({ isSet: false, storage: 'locked' });
    expect(readdirSync(folder)).toEqual(['api-key']);
    expect(readFileSync(join(folder, 'api-key'), 'utf8')).toBe(before);
    expect((await start({ keyring: 'v11' })).controller.current(live)).toBe('k3y-of-mine');
  });
});

it.each(['darwin', 'win32'] as const)(
  'createKeyVault distinguishes data that was encrypted elsewhere from an unavailable keychain, on %s',
  async (platform) => {
    let refuses = false;
    const sealing: SafeStorageMethods = {
      ...linuxProcess({ keyring: null }),
      // The error of macOS when the user denies the app access to the Keychain.
      encryptStringAsync: (text) =>
        refuses
          ? Promise.reject(new Error('Error while encrypting the text'))
          : Promise.resolve(Buffer.from(`v10${rotated(text)}`)),
    };
    const vault = createKeyVault(sealing, platform);
    expect(await vault.open(Buffer.from('of another'))).toBe('wrong');
    refuses = true;
    expect(await vault.open(Buffer.from('of another'))).toBe('unavailable');
    expect(await vault.seal('secret')).toBeNull();
  },
);

it.each([
  ['v10abc', 'linux', 'plain'],
  ['v11abc', 'linux', 'keyring'],
  ['v12abc', 'linux', 'keyring'],
  ['v99abc', 'linux', 'plain'],
  ['', 'linux', 'plain'],
  ['v10abc', 'darwin', 'keyring'],
  ['v10abc', 'win32', 'keyring'],
] as const)('keyStorageOf returns for %j on %s: %s', (bytes, platform, storage) => {
  expect(keyStorageOf(Buffer.from(bytes), platform)).toBe(storage);
});
