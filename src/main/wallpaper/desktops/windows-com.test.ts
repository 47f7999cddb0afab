import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDesktop, readNotificationState } from './windows-com.ts';

type Out = [unknown];
type Code = (...args: never[]) => number;
/** The functions of a COM object by their place in its table. */
type ComObject = Readonly<Record<number, Code>>;

interface Monitor {
  readonly id: string;
  /** Null: not connected. */
  readonly area: readonly [left: number, top: number, right: number, bottom: number] | null;
  readonly path: string | null;
}

const unspecified = 0x80004005 | 0;
const invalidArgument = 0x80070057 | 0;
const explorerWallpapers = 'Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\Wallpapers';
const userPolicies = 'Software\\Microsoft\\Windows\\CurrentVersion\\Policies';
const machinePolicies = 'Software\\Microsoft\\Windows\\CurrentVersion\\PersonalizationCSP';
/** `HKEY_CURRENT_USER` and `HKEY_LOCAL_MACHINE`. */
const [user, machine] = [-2147483647, -2147483646];

/** What the double of Windows has, and what was done with it. */
const sound = () => ({
  position: 4,
  status: 3 as number | null,
  monitors: [
    { id: 'DISPLAY1', area: [0, 0, 1920, 1080], path: 'C:\\a.jpg' },
    { id: 'DISPLAY2', area: [1920, -200, 4480, 1240], path: '' },
    { id: 'DISPLAY3', area: null, path: null },
  ] as readonly Monitor[],
  /** The values of the registry, by root, path and name. */
  registry: new Map<string, string | number>(),
  slideshow: null as { readonly paths: readonly string[] } | null,
  /** The results of functions that fail, by name. */
  codes: {} as Record<string, number>,
  missingFiles: [] as string[],
  /** How many texts the double has allocated for the caller, minus those that the caller has freed. */
  allocated: 0,
  /** The calls of the functions that change the desktop or COM: each is the name, then the arguments. */
  calls: [] as unknown[][],
});
let windows = sound();

/** A double of Koffi for the functions of Windows that are used. A prototype is its declaration, as text. */
function koffiDouble() {
  const declared = new Set<string>();
  const text = (value: string) => ({ text: value, free: () => windows.allocated-- });
  function give(out: Out, value: unknown): number {
    out[0] = value;
    return 0;
  }
  function giveText(out: Out, value: string): number {
    windows.allocated++;
    return give(out, text(value));
  }
  function change(...call: unknown[]): number {
    windows.calls.push(call);
    return windows.codes[call[0] as string] ?? 0;
  }
  const monitor = (id: string) => windows.monitors.find((one) => one.id === id);
  const itemsOf = (paths: readonly string[]): ComObject => ({
    7: (out: Out) => give(out, paths.length),
    8: (index: number, out: Out) =>
      give(out, {
        5: (kind: number, name: Out) =>
          kind === 0x80058000 ? giveText(name, paths[index] ?? '') : unspecified,
      }),
  });
  const desktop: ComObject = {
    3: (id: string | null, path: string) => {
      const isGone = id !== null && monitor(id)?.area === null;
      return change('SetWallpaper', id, path) || (isGone ? invalidArgument : 0);
    },
    4: (id: string, out: Out) => {
      const path = monitor(id)?.path ?? null;
      return path === null ? unspecified : path === '' ? give(out, null) : giveText(out, path);
    },
    5: (index: number, out: Out) => giveText(out, windows.monitors[index]?.id ?? ''),
    6: (out: Out) =>
      windows.codes['GetMonitorDevicePathCount'] ?? give(out, windows.monitors.length),
    7: (id: string, out: Out) => {
      const [left, top, right, bottom] = monitor(id)?.area ?? [];
      const code = windows.codes['GetMonitorRECT'] ?? (left === undefined ? unspecified : 0);
      return code === 0 ? give(out, { left, top, right, bottom }) : code;
    },
    10: (position: number) => change('SetPosition', position),
    11: (out: Out) => give(out, windows.position),
    12: (items: unknown) => change('SetSlideshow', items),
    13: (out: Out) =>
      give(out, windows.slideshow === null ? null : itemsOf(windows.slideshow.paths)),
    14: (options: number, tick: number) => change('SetSlideshowOptions', options, tick),
    15: (options: Out, tick: Out) => give(options, 1) + give(tick, 60_000),
    17: (out: Out) => (windows.status === null ? unspecified : give(out, windows.status)),
  };
  const functions: Record<string, Code> = {
    CoTaskMemFree: (pointer: ReturnType<typeof text>) => pointer.free(),
    CoInitializeEx: (reserved: null, mode: number) => change('CoInitializeEx', reserved, mode),
    CoCreateInstance: (
      classId: Buffer,
      outer: null,
      context: number,
      interfaceId: Buffer,
      out: Out,
    ) => {
      give(out, desktop);
      const ids = [classId, interfaceId].map((id) => id.toString('hex'));
      return change('CoCreateInstance', ids[0], outer, context, ids[1]);
    },
    RegGetValueW: (
      root: number,
      path: string,
      name: string,
      flags: number,
      type: Out,
      data: Buffer,
      size: [number],
    ) => {
      const value = windows.registry.get(`${root} ${path} ${name}`);
      // `RRF_RT_REG_SZ` and `RRF_RT_REG_DWORD`
      if (value === undefined || flags !== 0x12 || size[0] !== data.length) return 2;
      if (typeof value === 'number') data.writeUInt32LE(value);
      // The size includes the terminating zero, and four characters of an earlier value after it.
      else size[0] = data.write(`${value}\0and more`, 'utf16le') - 8;
      return give(type, typeof value === 'number' ? 4 : 1);
    },
    ILCreateFromPathW: (path: string) =>
      (windows.missingFiles.includes(path) ? null : path) as never,
    SHCreateShellItemArrayFromIDLists: (count: number, lists: string[], out: Out) => {
      give(out, `${count} items: ${lists.join(', ')}`);
      return windows.codes['SHCreateShellItemArrayFromIDLists'] ?? 0;
    },
    SHQueryUserNotificationState: (out: Out) =>
      windows.codes['SHQueryUserNotificationState'] ?? give(out, 3),
  };
  return {
    load: () => ({
      func: (declaration: string) => functions[/(\w+)\(/.exec(declaration)?.[1] ?? ''],
    }),
    struct: (name: string) => declared.add(name),
    proto(declaration: string) {
      // Koffi refuses a second prototype of the same name, and a type that is not declared.
      const [type] = /Overhead\w+(?= \*)/.exec(declaration) ?? [];
      if (declared.has(declaration) || (type !== undefined && !declared.has(type)))
        throw new Error(`cannot be declared: ${declaration}`);
      declared.add(declaration);
      return declaration;
    },
    call(code: Code, prototype: string, _self: ComObject, ...args: never[]) {
      if (!declared.has(prototype)) throw new Error('no prototype');
      return code(...args);
    },
    decode(pointer: ComObject & { readonly text: string }, offset: unknown, length: unknown) {
      if (offset === 'char16') return length === -1 ? pointer.text : pointer.text.slice(0, 1);
      return typeof offset === 'number' ? pointer[offset / 8] : pointer;
    },
  };
}

let folder: string;
let koffiPath: string;

beforeEach(() => {
  windows = sound();
  folder = mkdtempSync(join(tmpdir(), 'overhead-koffi-'));
  koffiPath = join(folder, 'koffi.cjs');
  writeFileSync(koffiPath, 'module.exports = globalThis.koffiDouble;');
  vi.stubGlobal('koffiDouble', koffiDouble());
});

afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

const survey = () => openDesktop(koffiPath).survey();

describe('survey', () => {
  it('reads each monitor, the position and the state, and frees each text', () => {
    windows.registry.set(`${user} ${explorerWallpapers} BackgroundType`, 1);
    expect(survey()).toEqual({
      position: 4,
      status: 3,
      backgroundType: 1,
      policies: [],
      slideshow: null,
      monitors: [
        { id: 'DISPLAY1', area: { x: 0, y: 0, width: 1920, height: 1080 }, path: 'C:\\a.jpg' },
        { id: 'DISPLAY2', area: { x: 1920, y: -200, width: 2560, height: 1440 }, path: '' },
        { id: 'DISPLAY3', area: null, path: null },
      ],
    });
    expect(windows.allocated).toBe(0);
    // The bytes of CLSID_DesktopWallpaper and IID_IDesktopWallpaper, in a server of any kind, on a thread of its own.
    expect(windows.calls).toEqual([
      ['CoInitializeEx', null, 2],
      [
        'CoCreateInstance',
        '1031cfc20e46c14fb9d08a1c0c9cc4bd',
        null,
        5,
        'a9562bb9558b144e9a890199bbb6f93b',
      ],
    ]);
  });

  it('reads a slideshow, and goes on without the state that this version does not report', () => {
    windows.slideshow = { paths: ['C:\\p', 'C:\\q.jpg'] };
    windows.status = null;
    windows.registry.set(`${user} ${explorerWallpapers} BackgroundType`, 'a text');
    expect(survey()).toMatchObject({
      status: 0,
      backgroundType: null,
      slideshow: { paths: ['C:\\p', 'C:\\q.jpg'], options: 1, tickMs: 60_000 },
    });
    expect(windows.allocated).toBe(0);
  });

  it.each([
    ['a number', 1, true],
    ['a text', 'C:\\w.jpg', true],
    ['the number 0', 0, false],
    ['an empty text', '', false],
  ])('a policy is set by %s: %j: %s', (_what, value, isSet) => {
    windows.registry = new Map([
      [`${user} ${userPolicies}\\ActiveDesktop NoChangingWallPaper`, value],
      [`${user} ${userPolicies}\\System Wallpaper`, value],
      [`${machine} ${machinePolicies} DesktopImagePath`, value],
    ]);
    const all = ['NoChangingWallPaper', 'Wallpaper', 'DesktopImagePath'];
    expect(survey().policies).toEqual(isSet ? all : []);
  });

  it.each([
    [0x80040154, 'this Windows has no such class (0x80040154)'],
    [0x80070005, 'access is denied (0x80070005)'],
    [0x80004001, 'not implemented (0x80004001)'],
    [0x80004005, 'unspecified error (0x80004005)'],
    [0x80000000, '0x80000000'],
  ])('reports the code %d of Windows as %s', (code, text) => {
    windows.codes['CoCreateInstance'] = code | 0;
    expect(survey).toThrow(expect.objectContaining({ code, message: `CoCreateInstance: ${text}` }));
  });

  it('takes no number below 0x80000000 for a failure', () => {
    windows.codes['CoInitializeEx'] = 0x80010106 | 0;
    windows.codes['CoCreateInstance'] = 1;
    expect(survey().position).toBe(4);
  });

  it.each([
    [0x800706ba, 'Explorer does not run (0x800706ba)'],
    [0x800706be, 'Explorer ended (0x800706be)'],
    [0x80010108, 'Explorer has restarted (0x80010108)'],
  ])('does not take a monitor for disconnected if Explorer is gone (code %d): %s', (code, text) => {
    windows.codes['GetMonitorRECT'] = code | 0;
    expect(survey).toThrow(expect.objectContaining({ code, message: `GetMonitorRECT: ${text}` }));
  });

  it('names the native module that cannot be loaded', () => {
    rmSync(koffiPath);
    const message = `the native module cannot be loaded: ${koffiPath}`;
    expect(survey).toThrow(expect.objectContaining({ message, cause: expect.any(Error) as Error }));
  });
});

describe('write', () => {
  it('makes each call', () => {
    windows.missingFiles = ['C:\\gone'];
    const slideshow = { paths: ['C:\\p', 'C:\\gone', 'C:\\q'], options: 1, tickMs: 9 };
    const desktop = openDesktop(koffiPath);
    windows.calls = [];
    const errors = desktop.write([
      ['SetPosition', 3],
      ['SetWallpaper', 'DISPLAY1', 'C:\\b.jpg'],
      ['SetWallpaper', null, ''],
      ['SetSlideshow', slideshow],
    ]);
    expect(errors).toEqual([]);
    expect(windows.calls).toEqual([
      ['SetPosition', 3],
      ['SetWallpaper', 'DISPLAY1', 'C:\\b.jpg'],
      ['SetWallpaper', null, ''],
      ['SetSlideshow', '2 items: C:\\p, C:\\q'],
      ['SetSlideshowOptions', 1, 9],
    ]);
  });

  it('leaves out a monitor that is gone, and reports each other failure', () => {
    windows.missingFiles = ['C:\\gone'];
    windows.codes['SetPosition'] = unspecified;
    const denied = { SetWallpaper: 0x80070005 | 0 };
    const desktop = openDesktop(koffiPath);
    expect(desktop.write([['SetWallpaper', 'DISPLAY3', 'C:\\b.jpg']])).toEqual([]);
    windows.codes['SHCreateShellItemArrayFromIDLists'] = unspecified;
    expect(
      desktop.write([
        ['SetPosition', 3],
        ['SetSlideshow', { paths: ['C:\\gone'], options: 0, tickMs: 9 }],
        ['SetSlideshow', { paths: ['C:\\p'], options: 0, tickMs: 9 }],
      ]),
    ).toEqual([
      'SetPosition: unspecified error (0x80004005)',
      'SetSlideshow: its pictures are gone',
      'SHCreateShellItemArrayFromIDLists: unspecified error (0x80004005)',
    ]);
    windows.codes = denied;
    expect(desktop.write([['SetWallpaper', 'DISPLAY3', 'C:\\b.jpg']])).toEqual([
      'SetWallpaper: access is denied (0x80070005)',
    ]);
    windows.codes = { SetWallpaper: invalidArgument };
    // The path is wrong, not the monitor.
    for (const monitor of ['DISPLAY1', null])
      expect(desktop.write([['SetWallpaper', monitor, 'C:\\b.jpg']])).toEqual([
        'SetWallpaper: invalid argument (0x80070057)',
      ]);
  });
});

it('reads whether notifications would disturb', () => {
  expect(readNotificationState(koffiPath)).toBe(3);
  windows.codes['SHQueryUserNotificationState'] = unspecified;
  expect(() => readNotificationState(koffiPath)).toThrow('SHQueryUserNotificationState');
});
