import { ok, type Result } from '#shared/failure.ts';
import {
  liveServiceUrls,
  newApiKeySchema,
  publicKey,
  type ApiKeyState,
} from '#shared/settings/settings.ts';
import type { StateHolder } from '#runtime/app-state.ts';

/** The encrypted key. */
export interface SealedKey {
  readonly kept: 'keyring' | 'plain';
  readonly sealed: Uint8Array;
}

/** The system’s encryption. It may ask the person for a password, so it is used only when there is a key. */
export interface Vault {
  /** Null if the system has no encryption, or does not permit its use. */
  seal(text: string): Promise<SealedKey | null>;
  /**
   * `unavailable`: it may work in another process. `wrong`: it has not sealed these bytes. `again`: the text should be
   * sealed again, because the encryption has changed.
   */
  open(
    sealed: Uint8Array,
  ): Promise<{ readonly text: string; readonly again: boolean } | 'unavailable' | 'wrong'>;
}

/** The file of the key. */
export interface KeyFile {
  /** `wrong`: the file is malformed. Null: there is none. */
  read(): SealedKey | 'wrong' | null;
  /** Fails with `storage`. */
  write(key: SealedKey): Result<null>;
  /** Fails with `storage`. */
  remove(): Result<null>;
  /** Quarantines an unusable file. Returns its new path. */
  putAside(): string;
}

interface ApiKeyOptions {
  /** The value of `OVERHEAD_API_KEY`; empty where there is none. */
  readonly environment: string;
  /** The address of the picture service in use. The simulated service counts as the live one. */
  readonly service: () => string;
  readonly vault: Vault;
  readonly file: KeyFile;
  readonly state: StateHolder;
  /** Logs a line about a key that cannot be used. */
  readonly tell: (line: string) => void;
  /** Another key is in use. */
  readonly onChange: () => void;
  readonly onDefect: (error: unknown) => void;
  /** Whether a proxy reads the requests to this address; default: none does. Then the key is not sent. */
  readonly isSeenByProxy?: (address: string) => boolean;
}

/**
 * The API key of this run: that of the environment, else that of the file, else the public key. A key is sent only to
 * the service that it was set for, so that nobody gets it by changing the address.
 */
export function createApiKeyController(options: ApiKeyOptions) {
  const { vault, file, service, state, tell, onChange, onDefect } = options;
  const mayHave = (key: BoundKey, address: string): boolean =>
    isFor(key, address) && options.isSeenByProxy?.(address) !== true;
  // Ignore a malformed key: it would be refused, and could break a line of the log.
  const given = newApiKeySchema.safeParse(options.environment).data;
  const environment: BoundKey | null =
    given === undefined ? null : { key: given, service: 'live-or-here' };
  let own: (BoundKey & { readonly kept: ApiKeyState['kept'] }) | null = null;
  /** Counts the person’s decisions. The result of a step that began before the latest one is dropped. */
  let decision = 0;
  /** Every key of the person in this run, also replaced ones. */
  const held = new Set(environment === null ? [] : [environment.key]);
  /** The system does not open the kept key in this process: it was denied, or its keyring is not there. */
  let isLocked = false;

  function show(): void {
    const chosen = environment ?? own;
    const apiKey: ApiKeyState = {
      isSet: chosen !== null && mayHave(chosen, service()),
      kept: environment === null ? (own?.kept ?? (isLocked ? 'locked' : null)) : 'environment',
    };
    const { isSet, kept } = state.current.apiKey;
    if (isSet !== apiKey.isSet || kept !== apiKey.kept) state.update(() => ({ apiKey }));
  }

  async function load(): Promise<void> {
    // The variable takes precedence, and needs no password.
    if (environment !== null) return;
    const before = decision;
    const found = file.read();
    if (found === null) return;
    const opened = found === 'wrong' ? 'wrong' : await vault.open(found.sealed);
    if (before !== decision) return;
    if (opened === 'unavailable') {
      isLocked = true;
      show();
      tell('the system does not unlock the kept API key; the public key is used until a restart');
      return;
    }
    const bound = opened === 'wrong' ? null : boundKey(opened.text);
    if (opened === 'wrong' || bound === null || found === 'wrong') {
      tell(`the kept API key could not be read, and was put aside: ${file.putAside()}`);
      return;
    }
    hold({ ...bound, kept: found.kept });
    show();
    onChange();
    if (opened.again) await keep(bound);
  }

  function hold(key: NonNullable<typeof own>): void {
    own = key;
    held.add(key.key);
  }

  /** Seals and writes the key if the system permits it. */
  async function keep(bound: BoundKey): Promise<Result<null>> {
    const before = decision;
    const sealed = await vault.seal(keyText(bound));
    if (before !== decision) return ok(null);
    const written = sealed === null ? ok(null) : file.write(sealed);
    if (sealed !== null && written.ok) hold({ ...bound, kept: sealed.kept });
    // Otherwise the next start would use the previous key, which is still in the file.
    else if (own?.kept === 'memory') file.remove();
    show();
    return written;
  }

  show();
  return {
    /** The key for a request to the picture service at this address. */
    current(address: string): string {
      const chosen = environment ?? own;
      return chosen !== null && mayHave(chosen, address) ? chosen.key : publicKey;
    },
    /** The person’s own keys of this run, also replaced ones: they must not appear anywhere. */
    secrets: (): readonly string[] => [...held],
    /** Updates AppState after a change of the service in use. */
    show,
    /** Resolves when the file was read. Never rejects. */
    loaded: load().catch(onDefect),
    /**
     * Sets the key for the service in use; null deletes it. Fails with `storage`; a key that cannot be written holds
     * until the app ends.
     */
    async set(key: string | null): Promise<Result<null>> {
      decision += 1;
      const bound = key === null ? null : { key, service: originOf(service()) };
      isLocked = false;
      if (bound === null) own = null;
      else hold({ ...bound, kept: 'memory' });
      show();
      onChange();
      return bound === null ? file.remove() : keep(bound);
    },
  };
}

export type ApiKeyController = ReturnType<typeof createApiKeyController>;

/**
 * A key, and the origin of the picture service that it is for. `live-or-here`: a key of the environment, which names no
 * service, is for the public service and for any on this machine.
 */
interface BoundKey {
  readonly key: string;
  readonly service: string;
}

/** The origin of an address; a malformed address itself, which is no service’s origin. */
const originOf = (address: string): string => URL.parse(address)?.origin ?? address;

const live = originOf(liveServiceUrls.picture);
const isHere = (origin: string): boolean => /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);

/** Whether the service at this address gets the key. Scheme, host and port must be those that it was set for. */
function isFor({ service }: BoundKey, address: string): boolean {
  const origin = originOf(address);
  if (service === 'live-or-here') return origin === live || isHere(origin);
  return origin === service;
}

/** The text that is sealed. It contains the service, so that nobody can change it. */
const keyText = ({ key, service }: BoundKey): string => `${service} ${key}`;

/** Parses the text of `keyText`. A key without a service is for the public service. Null: malformed. */
export function boundKey(text: string): BoundKey | null {
  const at = text.lastIndexOf(' ');
  const key = newApiKeySchema.safeParse(text.slice(at + 1));
  const service = at < 0 ? live : text.slice(0, at);
  return key.success && URL.parse(service)?.origin === service ? { key: key.data, service } : null;
}
