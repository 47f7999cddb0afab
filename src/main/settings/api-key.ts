import { ok, type Result } from '#shared/failure.ts';
import {
  liveServiceUrls,
  newApiKeySchema,
  demoApiKey,
  type ApiKeyState,
} from '#shared/settings/settings.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { reportDefect } from '#runtime/defects.ts';
import type { KeyFile } from './secrets/key-file.ts';
import type { KeyVault } from './secrets/sealing.ts';

export interface ApiKeyOptions {
  /** The value of `OVERHEAD_API_KEY`; empty where there is none. */
  readonly environment: string;
  /** The address of the picture service in use. The simulated service counts as the live one. */
  readonly service: () => string;
  readonly vault: KeyVault;
  readonly file: KeyFile;
  readonly state: StateHolder;
  readonly tell: (line: string) => void;
  /** Called after the key in use has changed. */
  readonly onChange: () => void;
  /** Whether a proxy reads the requests to this address; default: no proxy does. If one does, the key is not sent. */
  readonly isSeenByProxy?: (address: string) => boolean;
}

/**
 * The API key of this run: the key of the environment, else the key of the file, else NASA's shared key `DEMO_KEY`. A
 * key is sent only to the service for which it was set, so that a changed address does not reveal the key.
 */
export function createApiKeyController(options: ApiKeyOptions) {
  const { vault, file, service, state, tell, onChange } = options;
  const mayUseKey = (key: BoundKey, address: string): boolean =>
    isKeyForService(key, address) && options.isSeenByProxy?.(address) !== true;
  // Ignore a malformed key: the service would refuse the key, and the key could break a line of the log.
  const environmentKey = newApiKeySchema.safeParse(options.environment).data;
  const environment: BoundKey | null =
    environmentKey === undefined ? null : { key: environmentKey, service: 'live-or-here' };
  let ownKey: (BoundKey & { readonly storage: ApiKeyState['storage'] }) | null = null;
  /** The number of the user’s decisions. The result of a step that began before the latest decision is dropped. */
  let decisionCount = 0;
  /** All keys of the user in this run, including replaced keys. */
  const secrets = new Set(environment === null ? [] : [environment.key]);
  /** Whether the system cannot decrypt the stored key in this process: access was denied, or the keyring is missing. */
  let isLocked = false;

  function show(): void {
    const chosenKey = environment ?? ownKey;
    const apiKey: ApiKeyState = {
      isSet: chosenKey !== null && mayUseKey(chosenKey, service()),
      storage:
        environment === null ? (ownKey?.storage ?? (isLocked ? 'locked' : null)) : 'environment',
    };
    const { isSet, storage } = state.current.apiKey;
    if (isSet !== apiKey.isSet || storage !== apiKey.storage) state.update(() => ({ apiKey }));
  }

  async function load(): Promise<void> {
    // The key of the environment takes precedence. Reading the stored key could ask for a password.
    if (environment !== null) return;
    const decisionAtStart = decisionCount;
    const storedKey = file.read();
    if (storedKey === null) return;
    const openedKey = storedKey === 'wrong' ? 'wrong' : await vault.open(storedKey.sealed);
    if (decisionAtStart !== decisionCount) return;
    if (openedKey === 'unavailable') {
      isLocked = true;
      show();
      tell('the system does not unlock the kept API key; the public key is used until a restart');
      return;
    }
    const boundKey = openedKey === 'wrong' ? null : parseBoundKey(openedKey.text);
    if (openedKey === 'wrong' || boundKey === null || storedKey === 'wrong') {
      tell(`the kept API key could not be read, and was put aside: ${file.putAside()}`);
      return;
    }
    hold({ ...boundKey, storage: storedKey.storage });
    show();
    onChange();
    if (openedKey.again) await keep(boundKey);
  }

  function hold(key: NonNullable<typeof ownKey>): void {
    ownKey = key;
    secrets.add(key.key);
  }

  /** Seals and writes the key if the system permits it. */
  async function keep(bound: BoundKey): Promise<Result<null>> {
    const decisionAtStart = decisionCount;
    const sealedKey = await vault.seal(keyText(bound));
    if (decisionAtStart !== decisionCount) return ok(null);
    const writeResult = sealedKey === null ? ok(null) : file.write(sealedKey);
    if (sealedKey !== null && writeResult.ok) hold({ ...bound, storage: sealedKey.storage });
    // Remove the previous key from the file: the next start would use that key.
    else if (ownKey?.storage === 'memory') file.remove();
    show();
    return writeResult;
  }

  show();
  return {
    /** The key for a request to the picture service at this address. */
    current(address: string): string {
      const chosenKey = environment ?? ownKey;
      return chosenKey !== null && mayUseKey(chosenKey, address) ? chosenKey.key : demoApiKey;
    },
    /** The user’s own keys of this run, including replaced keys: they must not appear in any text. */
    secrets: (): readonly string[] => [...secrets],
    /** Updates AppState after a change of the service in use. */
    show,
    /** Resolves when the file has been read. Never rejects. */
    loaded: load().catch(reportDefect),
    /**
     * Sets the key for the service in use; null deletes it. Fails with `storage`; a key that cannot be written is used
     * until the app ends.
     */
    async set(key: string | null): Promise<Result<null>> {
      decisionCount += 1;
      const boundKey = key === null ? null : { key, service: originOf(service()) };
      isLocked = false;
      if (boundKey === null) ownKey = null;
      else hold({ ...boundKey, storage: 'memory' });
      show();
      onChange();
      return boundKey === null ? file.remove() : keep(boundKey);
    },
  };
}

/**
 * A key, and the origin of the picture service that it is for. `live-or-here`: a key of the environment, which names no
 * service, is for the public service and all services on this machine.
 */
interface BoundKey {
  readonly key: string;
  readonly service: string;
}

/** The origin of an address; a malformed address is returned unchanged and matches no service. */
const originOf = (address: string): string => URL.parse(address)?.origin ?? address;

const publicServiceOrigin = originOf(liveServiceUrls.picture);
const isLocalOrigin = (origin: string): boolean =>
  /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);

/** Whether the service at this address gets the key: scheme, host and port must be those for which it was set. */
function isKeyForService({ service }: BoundKey, address: string): boolean {
  const origin = originOf(address);
  if (service === 'live-or-here') return origin === publicServiceOrigin || isLocalOrigin(origin);
  return origin === service;
}

/** The text that is encrypted. It contains the service, so that no other program can change the service of the key. */
const keyText = ({ key, service }: BoundKey): string => `${service} ${key}`;

/** Parses the text of `keyText`. A key without a service is for the public service. Null: malformed. */
export function parseBoundKey(text: string): BoundKey | null {
  const spaceIndex = text.lastIndexOf(' ');
  const key = newApiKeySchema.safeParse(text.slice(spaceIndex + 1));
  const service = spaceIndex < 0 ? publicServiceOrigin : text.slice(0, spaceIndex);
  return key.success && URL.parse(service)?.origin === service ? { key: key.data, service } : null;
}
