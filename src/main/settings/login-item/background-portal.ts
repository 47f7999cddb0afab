import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import type { LoginItemState } from '#shared/app.ts';
import { fail, ok, type Result } from '#shared/failure.ts';

/** The id of the Flatpak. The variable FLATPAK_ID may be that of another Flatpak, in whose terminal the app runs. */
export const flatpakId = 'dev.overhead.Overhead';
/** The command of the Flatpak (build/flatpak/dev.overhead.Overhead.yml) with the argument for a start at login. */
const commandLine = ['overhead', '--hidden'];
const portalReason = 'Overhead starts with your session when you switch that on in its settings.';
/** The time limit for switching autostart off, which shows no dialog, in milliseconds. */
const offTimeoutMs = 10_000;

/**
 * The login item of a Flatpak. The background portal starts the app with the session if the user allows it. The
 * portal's setting cannot be read: the state is the portal’s last answer in this run, and `off` before the first
 * answer.
 *
 * @param ending aborted when the app ends; a dialog that is still open is closed then
 */
export function portalLoginItem(env: NodeJS.ProcessEnv, ending: AbortSignal) {
  let state: LoginItemState = 'off';
  let request: {
    on: boolean;
    own: AbortController;
    answer: Promise<Result<LoginItemState>>;
  } | null = null;

  function set(on: boolean): Promise<Result<LoginItemState>> {
    // Do not repeat a running request: withdrawing it would close its dialog, which the portal would store as a
    // refusal.
    if (request?.on === on) return request.answer;
    request?.own.abort();
    const ownController = new AbortController();
    const answer = change(on, ownController.signal).finally(() => {
      if (request?.own === ownController) request = null;
    });
    request = { on, own: ownController, answer };
    return answer;
  }

  async function change(on: boolean, signal: AbortSignal): Promise<Result<LoginItemState>> {
    // Send no request, because it could show a dialog.
    if (!on && state === 'off') return ok(state);
    const limits = [signal, ending, ...(on ? [] : [AbortSignal.timeout(offTimeoutMs)])];
    try {
      state = loginItemStateOf(on, await requestBackground(env, on, AbortSignal.any(limits)));
      return ok(state);
    } catch (error) {
      if (signal.aborted) return fail({ kind: 'superseded' });
      if (ending.aborted) return fail({ kind: 'cancelled' });
      if (on) state = 'refused';
      return fail({ kind: 'login-item', detail: errorDetailOf(error) });
    }
  }

  return {
    state: () => state,
    set,
    renew: (isSwitchedOn: boolean) => (isSwitchedOn ? set(true) : ok(state)),
  };
}

function errorDetailOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map(({ message }) => message).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The body of the signal `Response`. Its code: 0 success, 1 refused by the user, 2 ended in another way. */
const responseSchema = z.tuple([
  z.union([z.literal(0), z.literal(1)], 'the portal ended the request without an answer'),
  z.object({ autostart: z.object({ value: z.boolean() }).default({ value: false }) }),
]);
type Response = z.infer<typeof responseSchema>;

function loginItemStateOf(isRequested: boolean, [code, { autostart }]: Response): LoginItemState {
  if (code === 0 && autostart.value) return 'on';
  return isRequested ? 'refused' : 'off';
}

const portalTarget = {
  destination: 'org.freedesktop.portal.Desktop',
  path: '/org/freedesktop/portal/desktop',
  interface: 'org.freedesktop.portal.Background',
  member: 'RequestBackground',
} as const;

/**
 * The connection object of the library. The library's types do not contain this object. Only this object reports that
 * the bus has closed the connection.
 */
type LibraryConnection = EventEmitter & { readonly stream?: Duplex };

/**
 * Calls the portal and waits for its answer, without a time limit. gdbus and dbus-send cannot be used: the portal sends
 * the answer only to the connection of the call, and treats a closed connection as a refusal. The library is loaded
 * here, because only a Flatpak uses it.
 *
 * @throws Error when there is no bus or no portal, when the portal fails, and when `signal` is aborted
 */
async function requestBackground(
  env: NodeJS.ProcessEnv,
  autostart: boolean,
  signal: AbortSignal,
): Promise<Response> {
  const { Message, MessageType, Variant, sessionBus } = await import('@jellybrick/dbus-next');
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  // Only EXTERNAL: by default the library would also try a cookie file, and then no authentication.
  const bus = sessionBus({ busAddress: busAddress(env), authMethods: ['EXTERNAL'] });
  const { _connection: connection } = bus as unknown as { readonly _connection: LibraryConnection };
  const events: EventEmitter = bus;
  const onAbort = (): void => reject(signal.reason);
  events.on('error', reject);
  connection.on('end', () => reject(new Error('the bus closed the connection')));
  connection.on('connect', () => {
    // The library parses messages in listeners of the stream, where an error would end the process.
    const { stream } = connection;
    if (stream === undefined) return;
    const emit = stream.emit.bind(stream) as EventEmitter['emit'];
    stream.emit = (...event: Parameters<EventEmitter['emit']>): boolean => {
      try {
        return emit(...event);
      } catch (error) {
        reject(error);
        return true;
      }
    };
  });
  signal.addEventListener('abort', onAbort);

  // With a random token no other program can guess the name of the object that sends the answer.
  const token = `overhead_${randomBytes(16).toString('hex')}`;
  const options = {
    handle_token: new Variant('s', token),
    reason: new Variant('s', portalReason),
    autostart: new Variant('b', autostart),
    commandline: new Variant('as', commandLine),
  };
  const request = new Message({ ...portalTarget, signature: 'sa{sv}', body: ['', options] });
  /** The path of the object that sends the answer. */
  let handle: unknown = null;
  bus.on('message', ({ type, member, path, replySerial, body }) => {
    if (type === MessageType.METHOD_RETURN && replySerial === request.serial) [handle] = body;
    if (type !== MessageType.SIGNAL || member !== 'Response' || path !== handle) return;
    const response = responseSchema.safeParse(body);
    if (response.success) resolve(response.data);
    else reject(response.error);
  });
  bus.call(request).catch(reject);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    connection.stream?.destroy();
  }
}

/** The address of the session bus on a Unix socket. */
export function busAddress(env: NodeJS.ProcessEnv): string {
  const { DBUS_SESSION_BUS_ADDRESS: addresses = '', XDG_RUNTIME_DIR: folder = '' } = env;
  const match = /(?:^|;)unix:(?:[^;]*,)?((?:path|abstract)=[^,;]+)/.exec(addresses);
  return `unix:${match?.[1] === undefined ? `path=${join(folder, 'bus')}` : decodeURIComponent(match[1])}`;
}
