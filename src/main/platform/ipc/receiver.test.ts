import { describe, expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { channelName } from '#shared/channels.ts';
import { contract, type Handlers } from '#shared/contract.ts';
import { ok } from '#shared/failure.ts';
import { createReceivers, type Sender } from './receiver.ts';

const page = { url: 'overhead://app/', parent: null } as Sender;

/** Receivers whose handlers return their input. `app.check` throws a defect; `app.log` throws an error of the disk. */
function rig() {
  const handled: unknown[] = [];
  const echo = (input: unknown) => {
    handled.push(input);
    return ok(input);
  };
  const handlers = Object.fromEntries(
    Object.entries(contract).map(([group, entries]) => [
      group,
      Object.fromEntries(Object.keys(entries).map((name) => [name, echo])),
    ]),
  );
  const refused = () => {
    throw Object.assign(new Error('EIO: secret'), { code: 'EIO', errno: -5 });
  };
  const broken = () => {
    throw new Error('secret: /home/somebody');
  };
  const receivers = createReceivers({
    handlers: {
      ...handlers,
      app: { ...handlers['app'], check: broken, log: refused },
    } as unknown as Handlers,
    isTrusted: (url) => url.startsWith('overhead://app/'),
  });
  const receive = (group: string, name: string, sender: Sender | null, input: unknown) => {
    const found = receivers.get(channelName(group, name));
    if (found === undefined) throw new Error(`nothing receives ${group}.${name}`);
    return found(sender, input, 7);
  };
  return { receivers, receive, handled };
}

describe('a message from a page', () => {
  it('is accepted on every command of the contract and on no other channel', () => {
    const commands = Object.entries(contract).flatMap(([group, entries]) =>
      Object.entries<{ direction: string }>(entries)
        .filter(([, { direction }]) => direction === 'command')
        .map(([name]) => channelName(group, name)),
    );
    expect([...rig().receivers.keys()].sort()).toEqual(commands.sort());
  });

  it.each<[string, Sender | null]>([
    ['a foreign page', { url: 'https://app/', parent: null }],
    [
      'a page whose address only resembles that of the app',
      { url: 'overhead://app.evil/', parent: null },
    ],
    ['the composing page', { url: 'overhead://composer/', parent: null }],
    ['a page without an address', { url: '', parent: null }],
    ['a frame inside the app’s page', { url: page.url, parent: page as Electron.WebFrameMain }],
    ['a frame that was removed', null],
  ])('is refused from %s', async (_, sender) => {
    const { receive, handled } = rig();
    await expect(receive('station', 'watch', sender, true)).rejects.toThrow('not for this sender');
    expect(handled).toEqual([]);
  });

  it('is refused before the handler is called if it does not match its schema', async () => {
    const { receive, handled } = rig();
    expect(await receive('station', 'watch', page, true)).toEqual(ok(true));
    const refused = await receive('station', 'watch', page, 'the key is s3cret');
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
    expect(JSON.stringify(refused)).not.toContain('s3cret');
    expect(handled).toEqual([true]);
  });

  it('is passed to the handler without the properties that the contract does not name', async () => {
    const { receive, handled } = rig();
    const query = { before: null, limit: 50, words: '', state: null };
    await receive('journal', 'page', page, { ...query, path: '/etc/passwd' });
    expect(handled).toEqual([query]);
  });

  it('is answered with a failure when the handler throws an error of the disk', async () => {
    const { receive } = rig();
    const answer = await receive('app', 'log', page, null);
    expect(answer).toEqual({ ok: false, failure: { kind: 'storage', code: 'EIO' } });
  });

  it('is answered without details when the handler throws an unexpected error', async () => {
    const { receive } = rig();
    await expect(receive('app', 'check', page, null)).rejects.toThrow(/^internal error$/);
    expect(reportedDefects.splice(0)).toMatchObject([{ message: 'secret: /home/somebody' }]);
  });
});
