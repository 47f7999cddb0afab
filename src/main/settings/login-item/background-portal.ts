import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { LoginItemState } from '#shared/app.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { decodeMessage, encodeCall, messageTypes, type Message } from './bus-message.ts';

/** The id of the Flatpak. In the terminal of another Flatpak, FLATPAK_ID is that of the other. */
export const flatpakId = 'dev.overhead.Overhead';
/** The command of the Flatpak (build/flatpak/dev.overhead.Overhead.yml), and how it starts at login. */
const commandLine = ['overhead', '--hidden'];
const reason = 'Overhead starts with your session when you switch that on in its settings.';
/** Switching autostart off shows no dialog, so that the answer comes at once. In milliseconds. */
const offPatienceMs = 10_000;

/**
 * The login item of a Flatpak. The background portal starts the app with the session if the person allows it. It cannot
 * be asked how things stand: the state is what it answered last in this run, and `off` before.
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
    // To withdraw a request closes its dialog, and the portal remembers that as a refusal.
    if (request?.on === on) return request.answer;
    request?.own.abort();
    const own = new AbortController();
    const answer = change(on, own.signal).finally(() => {
      if (request?.own === own) request = null;
    });
    request = { on, own, answer };
    return answer;
  }

  async function change(on: boolean, signal: AbortSignal): Promise<Result<LoginItemState>> {
    // A request could ask the person to allow what is not wanted.
    if (!on && state === 'off') return ok(state);
    const limits = [signal, ending, ...(on ? [] : [AbortSignal.timeout(offPatienceMs)])];
    try {
      state = stateOf(on, await requestBackground(env, on, AbortSignal.any(limits)));
      return ok(state);
    } catch (error) {
      if (signal.aborted) return fail({ kind: 'superseded' });
      if (ending.aborted) return fail({ kind: 'cancelled' });
      if (on) state = 'refused';
      return fail({ kind: 'login-item', detail: detailOf(error) });
    }
  }

  return {
    state: () => state,
    set,
    renew: (wanted: boolean) => (wanted ? set(true) : ok(state)),
  };
}

function detailOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map(({ message }) => message).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The `Response` signal: 0 success, 1 refused by the person, 2 ended in another way. */
const responseSchema = z.tuple([
  z.union([z.literal(0), z.literal(1)], 'the portal ended the request without an answer'),
  z
    .array(z.tuple([z.string(), z.unknown()]))
    .transform((pairs) => Object.fromEntries(pairs))
    .pipe(z.object({ autostart: z.boolean().default(false) })),
]);
type Response = z.infer<typeof responseSchema>;

function stateOf(wanted: boolean, [code, { autostart }]: Response): LoginItemState {
  if (code === 0 && autostart) return 'on';
  return wanted ? 'refused' : 'off';
}

const portal = {
  destination: 'org.freedesktop.portal.Desktop',
  path: '/org/freedesktop/portal/desktop',
  interface: 'org.freedesktop.portal.Background',
  member: 'RequestBackground',
} as const;
const bus = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'Hello',
} as const;
const serials = { hello: 1, request: 2 } as const;

/**
 * Calls the portal and waits for its answer, however long the person thinks about it. Done with a connection of its own,
 * because neither gdbus nor dbus-send can do it: the portal sends the answer to the caller alone, and takes a caller
 * that has gone for a refusal.
 *
 * @throws Error when there is no bus or no portal, when the portal fails, and when `signal` is aborted
 */
async function requestBackground(
  env: NodeJS.ProcessEnv,
  autostart: boolean,
  signal: AbortSignal,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const socket = connect({ path: busSocket(env), signal });
  let received: Buffer = Buffer.alloc(0);
  let isAuthenticated = false;
  /** The object that sends the answer. Its name contains the token, so that no other program can guess it. */
  let handle: string | null = null;

  const token = `overhead_${randomBytes(16).toString('hex')}`;
  const options = [
    ['handle_token', { type: 's', value: token }],
    ['reason', { type: 's', value: reason }],
    ['autostart', { type: 'b', value: autostart }],
    ['commandline', { type: 'as', value: commandLine }],
  ] as const;

  function handleMessage(message: Message): void {
    const { type, replySerial, body, errorName } = message;
    if (type === messageTypes.error) throw new Error(String(body[0] ?? errorName));
    if (type === messageTypes.answer && replySerial === serials.hello)
      socket.write(
        encodeCall({
          ...portal,
          serial: serials.request,
          signature: 'sa{sv}',
          body: ['', options],
        }),
      );
    else if (type === messageTypes.answer) handle = String(body[0]);
    else if (message.member === 'Response' && message.path === handle)
      resolve(responseSchema.parse(body));
  }

  function handleBytes(chunk: Buffer): void {
    received = Buffer.concat([received, chunk]);
    if (!isAuthenticated) {
      const end = received.indexOf('\r\n');
      if (end < 0) return;
      const line = received.toString('latin1', 0, end);
      if (!line.startsWith('OK ')) throw new Error(`the bus did not let the app in: ${line}`);
      isAuthenticated = true;
      received = received.subarray(end + 2);
      socket.write('BEGIN\r\n');
      socket.write(encodeCall({ ...bus, serial: serials.hello }));
    }
    for (let next = decodeMessage(received); next !== null; next = decodeMessage(received)) {
      received = next.rest;
      handleMessage(next.message);
    }
  }

  socket.on('connect', () => {
    const user = Buffer.from(String(process.getuid?.())).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  });
  socket.on('data', (chunk: Buffer) => {
    try {
      handleBytes(chunk);
    } catch (error) {
      reject(error);
    }
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('the bus closed the connection')));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

/** The path of the session bus’s socket for `connect`; an abstract socket begins with a zero byte. */
export function busSocket(env: NodeJS.ProcessEnv): string {
  const { DBUS_SESSION_BUS_ADDRESS: addresses = '', XDG_RUNTIME_DIR: folder = '' } = env;
  const found = /(?:^|;)unix:(?:[^;]*,)?(path|abstract)=([^,;]+)/.exec(addresses);
  if (found?.[2] === undefined) return join(folder, 'bus');
  const name = decodeURIComponent(found[2]);
  return found[1] === 'abstract' ? `\0${name}` : name;
}
