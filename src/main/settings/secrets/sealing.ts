/** The encrypted key. */
export type SealedKey = Readonly<{ storage: 'keyring' | 'plain'; sealed: Uint8Array }>;

/** The system’s encryption. It may ask the user for a password, so it is used only when there is a key. */
export type KeyVault = ReturnType<typeof createKeyVault>;

/** The methods of Electron’s `safeStorage` that are used. */
export type SafeStorageMethods = Pick<
  Electron.SafeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
  | 'getSelectedStorageBackend'
>;

/**
 * Encrypts the API key with `safeStorage`. It is called asynchronously and only when there is a key: the first call
 * may start a keyring, which may ask for its password. Electron caches the result until the process ends
 * (shell/browser/api/electron_api_safe_storage.cc): only a restart asks again.
 */
export function createKeyVault(sealing: SafeStorageMethods, platform: NodeJS.Platform) {
  /** Encrypts a text; null if the system has no encryption, or does not permit its use. */
  async function seal(text: string): Promise<SealedKey | null> {
    try {
      if (!(await sealing.isAsyncEncryptionAvailable())) return null;
      const sealedBytes = await sealing.encryptStringAsync(text);
      return { storage: keyStorageOf(sealedBytes, platform), sealed: sealedBytes };
    } catch {
      // The keyring is missing, or the user closed its prompt. The error is dropped, because its message may contain
      // any text.
      return null;
    }
  }

  /**
   * Whether the encryption that sealed these bytes works in this process. On Linux, if the keyring is missing or its
   * prompt was dismissed, only the built-in password remains, and newly encrypted bytes have another version. The name
   * of the backend only identifies the desktop.
   */
  async function sealingWorks(sealed: Uint8Array): Promise<boolean> {
    const text = 'test';
    const freshKey = await seal(text);
    if (freshKey === null) return false;
    const isOfKeyring = platform === 'linux' && keyStorageOf(sealed, platform) === 'keyring';
    if (isOfKeyring && sealedVersionOf(freshKey.sealed) !== sealedVersionOf(sealed)) return false;
    if (isOfKeyring && sealing.getSelectedStorageBackend() === 'basic_text') return false;
    try {
      return (await sealing.decryptStringAsync(Buffer.from(freshKey.sealed))).result === text;
    } catch {
      return false;
    }
  }

  return {
    seal,
    /**
     * `unavailable`: decryption may work in another process. `wrong`: the system did not encrypt these bytes. `again`:
     * the text should be encrypted again, because the encryption has changed.
     */
    async open(
      sealed: Uint8Array,
    ): Promise<Readonly<{ text: string; again: boolean }> | 'unavailable' | 'wrong'> {
      try {
        if (!(await sealing.isAsyncEncryptionAvailable())) return 'unavailable';
        const openedKey = await sealing.decryptStringAsync(Buffer.from(sealed));
        return { text: openedKey.result, again: openedKey.shouldReEncrypt };
      } catch (error) {
        // Electron's message if a provider could not get the key at the first use.
        if (String(error).includes('temporarily unavailable')) return 'unavailable';
        return (await sealingWorks(sealed)) ? 'wrong' : 'unavailable';
      }
    },
  };
}

/**
 * The kind of encryption with which these bytes were sealed. On Linux, the bytes begin with a tag that Chromium writes:
 * `v10` means a password that is built into Chromium, and so not secret; `v11` and `v12` mean passwords from a keyring.
 * macOS and Windows always have a keyring.
 */
export function keyStorageOf(sealed: Uint8Array, platform: NodeJS.Platform): SealedKey['storage'] {
  if (platform !== 'linux') return 'keyring';
  const version = sealedVersionOf(sealed);
  return version === 'v11' || version === 'v12' ? 'keyring' : 'plain';
}

const sealedVersionOf = (sealed: Uint8Array): string =>
  Buffer.from(sealed.subarray(0, 3)).toString('latin1');
