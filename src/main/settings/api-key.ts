import { ok, type Result } from '#shared/failure.ts';
import { liveServiceUrls, newApiKeySchema, type ApiKeyState } from '#shared/settings/settings.ts';
import type { StateHolder } from '#runtime/app-state.ts';

/** What is kept of the key: never the key itself. */
export interface SealedKey {
  readonly kept: 'keyring' | 'plain';
  readonly sealed: Uint8Array;
}

/** The system’s own encryption. It may ask the person for a password, so that it is used only when there is a key. */
export interface Vault {
  /** Null when this system has no encryption, or does not let us use it now. */
  seal(text: string): Promise<SealedKey | null>;
  /**
   * `unavailable`: it may work in another process. `wrong`: these bytes are nothing that it has sealed. `again` is there
   * when it wants to keep it in another form from now on.
   */
  open(
    sealed: Uint8Array,
  ): Promise<{ readonly text: string; readonly again: boolean } | 'unavailable' | 'wrong'>;
}

/** The file of the key. */
export interface KeyFile {
  /** `wrong`: there is a file, and it makes no sense. Null: there is none. */
  read(): SealedKey | 'wrong' | null;
  /** Fails with `storage`. */
  write(key: SealedKey): Result<null>;
  /** Fails with `storage`. */
  remove(): Result<null>;
  /** Puts an unusable file aside; gives back where. */
  setAside(): string;
}

export interface ApiKeyKeeper {
  /** What a request to the picture service at this address carries: the person’s key only where it is meant for. */
  current(service: string): string;
  /** The person’s own keys of this run, also those that were replaced: they must show up nowhere. */
  secrets(): readonly string[];
  /** Says anew in AppState whether the service in use gets the key: another one may be in use. */
  show(): void;
  /** Resolves when a kept key has been read. Never rejects. */
  readonly loaded: Promise<void>;
  /**
   * Keeps the key for the service in use. Null: it is forgotten. Fails with `storage`; a key that cannot be written
   * holds until the app ends.
   */
  set(key: string | null): Promise<Result<null>>;
}

export interface ApiKeyOptions {
  /** The value of `OVERHEAD_API_KEY`; empty where there is none. */
  readonly environment: string;
  /** The address of the picture service in use; what is simulated stands for the live one. */
  readonly service: () => string;
  readonly vault: Vault;
  readonly file: KeyFile;
  readonly state: StateHolder;
  /** One line for the log: what became of a kept key that cannot be used. */
  readonly tell: (line: string) => void;
  /** Another key is in use: what waits for a key is asked again. */
  readonly onChange: () => void;
  readonly onDefect: (error: unknown) => void;
}

/** The public key, with a small quota for everybody together at one address. */
export const publicKey = 'DEMO_KEY';

/**
 * Holds the API key of this run.
 *
 *   environment ──▶ a file, opened by the system ──▶ the public key      the first that is there
 *
 * A key goes to the service that it was set for: whoever changes the address does not get the key.
 */
export function createApiKeyKeeper(options: ApiKeyOptions): ApiKeyKeeper {
  const { vault, file, service, state, tell, onChange, onDefect } = options;
  // What is no key would only be refused, and might break a line of the log in two.
  const given = newApiKeySchema.safeParse(options.environment).data;
  const environment: BoundKey | null =
    given === undefined ? null : { key: given, service: 'live-or-here' };
  let own: (BoundKey & { readonly kept: ApiKeyState['kept'] }) | null = null;
  /** Grows with each decision of the person: what was read before it came too late. */
  let decision = 0;
  /** Every key of the person that was held here, in this order. */
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
    // The variable goes before: then no password is asked for.
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
      tell(`the kept API key could not be read, and was put aside: ${file.setAside()}`);
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

  /** Writes it where the system allows that. */
  async function keep(bound: BoundKey): Promise<Result<null>> {
    const before = decision;
    const sealed = await vault.seal(keyText(bound));
    if (before !== decision) return ok(null);
    const written = sealed === null ? ok(null) : file.write(sealed);
    if (sealed !== null && written.ok) hold({ ...bound, kept: sealed.kept });
    // The file still holds the key of before, which the next start would take for the one that is wanted.
    else if (own?.kept === 'memory') file.remove();
    show();
    return written;
  }

  show();
  return {
    current(address) {
      const chosen = environment ?? own;
      return chosen !== null && mayHave(chosen, address) ? chosen.key : publicKey;
    },
    secrets: () => [...held],
    show,
    loaded: load().catch(onDefect),
    async set(key) {
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

/**
 * A key, and the origin of the picture service that it is for. `live-or-here`: what a variable of the environment
 * gives names no service, and so is for the public one, and for any on this machine.
 */
export interface BoundKey {
  readonly key: string;
  readonly service: string;
}

/** The origin of an address; the address itself where it is none, which is the origin of nothing. */
export const originOf = (address: string): string => URL.parse(address)?.origin ?? address;

const live = originOf(liveServiceUrls.picture);
const isHere = (origin: string): boolean => /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);

/** Whether the service at this address may see the key. Scheme, host and port must be those it was set for. */
export function mayHave({ service }: BoundKey, address: string): boolean {
  const origin = originOf(address);
  if (service === 'live-or-here') return origin === live || isHere(origin);
  return origin === service;
}

/** As it is sealed: the service is as safe from change as the key. */
export const keyText = ({ key, service }: BoundKey): string => `${service} ${key}`;

/** What `keyText` wrote. A key that stands alone, as it once did, is for the public service. Null: it is no key. */
export function boundKey(text: string): BoundKey | null {
  const at = text.lastIndexOf(' ');
  const key = newApiKeySchema.safeParse(text.slice(at + 1));
  const service = at < 0 ? live : text.slice(0, at);
  return key.success && URL.parse(service)?.origin === service ? { key: key.data, service } : null;
}
