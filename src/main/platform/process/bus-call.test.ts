import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { callOverBus, hasBus } from './bus-call.ts';

const call = { to: 'org.a.B', path: '/org/a/B', interface: 'org.a.I', method: 'Get' };

/** The command lines that are tried while no program is installed, their arguments joined by `|`. */
async function commandLines(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const answer = await callOverBus(env, noteCommand, { ...call, args });
  expect(answer).toEqual({ kind: 'unasked' });
  return lines;

  function noteCommand(program: string, given: readonly string[]) {
    lines.push([program, ...given].join('|'));
    return Promise.resolve({ code: null, stdout: '', stderr: '' });
  }
}

it('callOverBus tries gdbus, dbus-send and busctl on the session’s bus', async () => {
  const [begin, end] = ['busctl|', '|--timeout=3|call|org.a.B|/org/a/B|org.a.I|Get'];
  expect(await commandLines({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a' }, ['b', 'c d'])).toEqual([
    'gdbus|call|--session|--timeout|3|--dest|org.a.B|--object-path|/org/a/B|--method|org.a.I.Get|b|c d',
    'dbus-send|--session|--reply-timeout=3000|--print-reply|--dest=org.a.B|/org/a/B|org.a.I.Get|string:b|string:c d',
    `${begin}--address=unix:path=/a${end}|ss|b|c d`,
  ]);
  expect((await commandLines({}, [])).at(-1)).toBe(`${begin}--user${end}`);
});

it.each([
  [0, { kind: 'answered', text: 'out' }],
  [1, { kind: 'refused' }],
])('callOverBus returns the answer of the first program that runs: %i', async (code, answer) => {
  const result = { code, stdout: 'out', stderr: '' };
  expect(await callOverBus({}, () => Promise.resolve(result), { ...call, args: [] })).toEqual(
    answer,
  );
});

it('hasBus returns true if the environment has the address of a bus, or the runtime folder has the socket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-bus-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(hasBus({ XDG_RUNTIME_DIR: folder })).toBe(false);
  expect(hasBus({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a' })).toBe(true);
  writeFileSync(join(folder, 'bus'), '');
  expect(hasBus({ XDG_RUNTIME_DIR: folder })).toBe(true);
});
