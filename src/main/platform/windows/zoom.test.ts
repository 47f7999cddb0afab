import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import {
  handlePageKeys,
  nextZoom,
  zoomFactors,
  zoomStepOf,
  type KeyInput,
  type ZoomStep,
} from './keys.ts';

const press = (key: string, held: Partial<KeyInput> = { control: true }): KeyInput => ({
  type: 'keyDown',
  key,
  control: false,
  meta: false,
  alt: false,
  ...held,
});

it.each<[string, KeyInput, boolean, ZoomStep | null]>([
  ['Ctrl and +', press('+'), false, 'in'],
  ['Ctrl and =, which is + without Shift', press('='), false, 'in'],
  ['Ctrl and -', press('-'), false, 'out'],
  ['Ctrl and 0', press('0'), false, 'reset'],
  ['⌘ and + on macOS', press('+', { meta: true }), true, 'in'],
  ['Ctrl and + on macOS', press('+'), true, null],
  ['the Windows key and +', press('+', { meta: true }), false, null],
  ['Ctrl, ⌘ and + on macOS', press('+', { control: true, meta: true }), true, null],
  ['+ alone', press('+', {}), false, null],
  ['AltGr and 0, which types a brace', press('0', { control: true, alt: true }), false, null],
  ['the release of the key', press('+', { type: 'keyUp', control: true }), false, null],
  ['Ctrl and R', press('r'), false, null],
])('zoomStepOf returns the step for %s', (_, key, isMac, step) => {
  expect(zoomStepOf(key, isMac)).toBe(step);
});

it('nextZoom steps through the zoom factors and stays at either end', () => {
  const walk = (step: ZoomStep, from: number): number[] => {
    const seen = [from];
    while (nextZoom(seen.at(-1) ?? 1, step) !== seen.at(-1))
      seen.push(nextZoom(seen.at(-1) ?? 1, step));
    return seen;
  };
  expect(walk('in', 0.8)).toEqual(zoomFactors);
  expect(walk('out', 2)).toEqual(zoomFactors.toReversed());
  // 1.1, as Chromium reports this factor.
  expect(nextZoom(1.100000023841858, 'in')).toBe(1.25);
  expect(nextZoom(1.75, 'reset')).toBe(1);
});

it.each([true, false])(
  'handlePageKeys sets the zoom, and with developer tools (%s) F12 opens them',
  (devTools) => {
    const calls: unknown[] = [];
    const contents = Object.assign(new EventEmitter(), {
      getZoomFactor: () => 1.25,
      setZoomFactor: (factor: number) => calls.push(factor),
      toggleDevTools: () => calls.push('tools'),
    });
    handlePageKeys(contents as unknown as Electron.WebContents, devTools);
    const send = (input: KeyInput) => {
      calls.length = 0;
      contents.emit('before-input-event', { preventDefault: () => calls.push('prevented') }, input);
      return calls.slice();
    };
    const isMac = process.platform === 'darwin';
    expect(send(press('+', isMac ? { meta: true } : { control: true }))).toEqual([
      'prevented',
      1.5,
    ]);
    expect(send(press('F12', {}))).toEqual(devTools ? ['tools'] : []);
    expect(send(press('F12', { type: 'keyUp' }))).toEqual([]);
    expect(send(press('F11', {}))).toEqual([]);
  },
);
