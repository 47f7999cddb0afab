import { Message, Variant } from '@jellybrick/dbus-next';
import { unwrapVariant, type Bus } from './bus.ts';

interface BackgroundCall {
  readonly parent: unknown;
  readonly options: Readonly<Record<string, unknown>>;
  /** The bus connection of the caller, such as `:1.7`. */
  readonly sender: string;
}

/** The arguments of the signal `Response`; null: the portal's dialog stays open. */
export type BackgroundAnswer =
  | readonly [response: number, results: Readonly<Record<string, boolean>>]
  | null;

/**
 * Provides the background portal of the session, as `org.freedesktop.portal.Request` specifies: a call returns the path
 * of a request object, and this object later sends the signal `Response` to the caller only. Before this signal, the
 * portal sends a forged `Response` from another object, as a malicious program could.
 *
 * @param answerOf returns the user's answer to a request. `autostart`: whether the request asks for autostart
 * @returns all calls so far; the list grows with each call
 */
export async function serveBackgroundPortal(
  bus: Bus,
  answerOf: (autostart: boolean) => BackgroundAnswer,
): Promise<readonly BackgroundCall[]> {
  const calls: BackgroundCall[] = [];
  const requestsPath = '/org/freedesktop/portal/desktop/request';
  await bus.connection.requestName('org.freedesktop.portal.Desktop', 0);
  bus.connection.addMethodHandler((call) => {
    if (call.interface !== 'org.freedesktop.portal.Background') return false;
    const [parent, variants] = call.body as [string, Record<string, unknown>];
    const options = Object.fromEntries(
      Object.entries(variants).map(([key, value]) => [key, unwrapVariant(value)]),
    );
    const sender = call.sender;
    calls.push({ parent, options, sender });

    function respond(handle: string, [response, results]: NonNullable<BackgroundAnswer>): void {
      const body = Object.entries(results).map(([key, value]) => [key, new Variant('b', value)]);
      const signal = Message.newSignal(
        handle,
        'org.freedesktop.portal.Request',
        'Response',
        'ua{sv}',
        [response, Object.fromEntries(body)],
      );
      signal.destination = sender;
      bus.connection.send(signal);
    }
    const caller = sender.slice(1).replaceAll('.', '_');
    const handle = `${requestsPath}/${caller}/${String(options['handle_token'])}`;
    bus.connection.send(Message.newMethodReturn(call, 'o', [handle]));
    respond(`${requestsPath}/${caller}/guessed`, [0, { background: true, autostart: true }]);
    const answer = answerOf(options['autostart'] === true);
    if (answer !== null) respond(handle, answer);
    return true;
  });
  return calls;
}
