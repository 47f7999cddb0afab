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

  const query = { before: null, limit: 50, words: '', state: null };
  const invalid = 'Invalid input: expected boolean, received';
  const [most, tooMany] = [5 * 2 ** 20, 5 * 2 ** 20 + 1].map((count) => 'x'.repeat(count));
  const bare = (value: unknown): unknown => Object.assign(Object.create(null) as object, { value });
  it.each<[string, string, string, unknown, string]>([
    ['another type', 'station', 'watch', 'x', `${invalid} string`],
    [
      'a part of another type',
      'journal',
      'page',
      { ...query, words: 7 },
      'words: Invalid input: expected string, received number',
    ],
    ['5 MiB of text', 'station', 'watch', most, `${invalid} string`],
    ['more text', 'station', 'watch', tooMany, 'too large'],
    ['more text in parts', 'station', 'watch', [most, { a: 'x' }], 'too large'],
    ['more text in an object without a prototype', 'station', 'watch', bare(tooMany), 'too large'],
    ['5 MiB of text as a name', 'station', 'watch', { [most ?? '']: 1 }, `${invalid} object`],
    ['more text as a name', 'station', 'watch', { [tooMany ?? '']: 1 }, 'too large'],
    ['10,000 values with their list', 'station', 'watch', Array(9_999).fill(0), `${invalid} array`],
    ['more values', 'station', 'watch', Array(10_000).fill(0), 'too large'],
    [
      'more values in parts',
      'station',
      'watch',
      [Array(4_999).fill(0), { a: Array(4_998).fill(0) }],
      'too large',
    ],
    ['a list of empty places', 'station', 'watch', Array(2 ** 32 - 1), 'too large'],
  ])('is refused with its reason: %s', async (_what, group, name, input, reason) => {
    const { receive } = rig();
    const detail = `${group}.${name}: ${reason}`;
    expect(await receive(group, name, page, input)).toEqual({
      ok: false,
      failure: { kind: 'invalid-input', detail },
    });
  });

  it('is passed to the handler without the properties that the contract does not name', async () => {
    const { receive, handled } = rig();
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
