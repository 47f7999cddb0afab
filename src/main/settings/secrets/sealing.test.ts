import { expect, it } from 'vitest';
import { createVault, sealedBy, type Sealing } from './sealing.ts';

/** Seals by a word in front; `refusal` is what it says to everything from then on. */
function fakeSealing(mark = 'v10') {
  const state = { mark, refusal: null as Error | null, backend: 'gnome_libsecret' as const };
  const sealing: Sealing = {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    encryptStringAsync: (words) =>
      state.refusal === null
        ? Promise.resolve(Buffer.from(`${state.mark}${words}`))
        : Promise.reject(state.refusal),
    decryptStringAsync(sealed) {
      const words = sealed.toString();
      if (state.refusal !== null) return Promise.reject(state.refusal);
      if (!words.startsWith(state.mark)) return Promise.reject(new Error('Error while decrypting'));
      const result = words.slice(state.mark.length);
      return Promise.resolve({ result, shouldReEncrypt: false });
    },
    getSelectedStorageBackend: () => state.backend,
  };
  return { sealing, state };
}

it('unseals the key that it sealed', async () => {
  const { sealing } = fakeSealing();
  const vault = createVault(sealing, 'darwin');
  const sealed = await vault.seal('secret');
  expect(await vault.open(sealed?.sealed ?? Buffer.of())).toEqual({ text: 'secret', again: false });
});

it.each(['darwin', 'win32', 'linux'] as const)(
  'tells bytes that are not its own from a system that opens nothing, on %s',
  async (platform) => {
    const { sealing, state } = fakeSealing();
    const vault = createVault(sealing, platform);
    const sealed = (await vault.seal('secret'))?.sealed ?? Buffer.of();
    expect(await vault.open(Buffer.from('of another'))).toBe('wrong');
    // As macOS says it when the person does not let the app at the Keychain.
    state.refusal = new Error('Error while decrypting the ciphertext provided to safeStorage.');
    expect(await vault.open(sealed)).toBe('unavailable');
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
] as const)('reads from %j on %s that it was sealed by: %s', (bytes, platform, kept) => {
  expect(sealedBy(Buffer.from(bytes), platform)).toBe(kept);
});
