import { createRequire } from 'node:module';
import type { WindowsCall, WindowsState } from './windows.ts';

/**
 * A pointer or a type of Koffi. `koffi.view` must not be used: it makes an external buffer, with which Electron ends the
 * process.
 */
type Native = unknown;

/** The part of Koffi's native module that is used. */
interface Koffi {
  load(library: string): { func(declaration: string): (...args: readonly unknown[]) => unknown };
  struct(name: string, members: Readonly<Record<string, string>>): Native;
  proto(declaration: string): Native;
  call(code: Native, prototype: Native, ...args: readonly unknown[]): unknown;
  decode(pointer: Native, type: string, length?: number): unknown;
  decode(pointer: Native, offset: number, type: string): unknown;
}

/** The result of a failed call as a number without a sign, as it is documented. */
class CallError extends Error {
  readonly code: number;
  constructor(call: string, code: number) {
    super(`${call}: ${codeText(code)}`);
    this.code = code;
  }
}

const invalidArgument = 0x80070057;
/** Explorer does not run, or ended during the call. */
const explorerGone = [0x800706ba, 0x800706be, 0x80010108];
const codeNames: Readonly<Record<number, string>> = {
  0x80004001: 'not implemented',
  0x80004005: 'unspecified error',
  0x80040154: 'this Windows has no such class',
  0x80070005: 'access is denied',
  [invalidArgument]: 'invalid argument',
  0x800706ba: 'Explorer does not run',
  0x800706be: 'Explorer ended',
  0x80010108: 'Explorer has restarted',
};

function codeText(code: number): string {
  const hex = `0x${code.toString(16)}`;
  const name = codeNames[code];
  return name === undefined ? hex : `${name} (${hex})`;
}

/** Calls a function that returns an HRESULT. Throws a CallError if it failed. S_FALSE and others are no failures. */
function check(name: string, code: unknown): void {
  const unsigned = Number(code) >>> 0;
  if (unsigned >= 0x80000000) throw new CallError(name, unsigned);
}

/** A variable that a function writes to. */
type Out<T> = [T];

/** Calls a function that writes to a variable, and returns what it wrote. */
function read<T>(call: (out: Out<T>) => void): T {
  // Koffi replaces the element without reading it.
  const out = [null as T] satisfies Out<T>;
  call(out);
  return out[0];
}

function loadKoffi(path: string): Koffi {
  try {
    return createRequire(import.meta.url)(path) as Koffi;
  } catch (error) {
    throw new Error(`the native module cannot be loaded: ${path}`, { cause: error });
  }
}

/** The bytes of a GUID: its first three numbers are little-endian. */
function guid(text: string): Buffer {
  const hex = text.replaceAll('-', '');
  const bytes = Buffer.from(hex, 'hex');
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
}

const desktopClass = guid('c2cf3110-460e-4fc1-b9d0-8a1c0c9cc4bd');
const desktopInterface = guid('b92b56a9-8b55-4e14-9a89-0199bbb6f93b');
const inprocAndLocalServer = 1 | 4;
const singleThreaded = 2;
const pointerSize = 8;

/** The methods that are used, by their place in the table of the interface. `IUnknown` has the first three. */
const desktopMethods = {
  SetWallpaper: [3, 'str16 monitor, str16 path'],
  GetWallpaper: [4, 'str16 monitor, _Out_ void **path'],
  GetMonitorDevicePathAt: [5, 'uint32 index, _Out_ void **monitor'],
  GetMonitorDevicePathCount: [6, '_Out_ uint32 *count'],
  GetMonitorRECT: [7, 'str16 monitor, _Out_ OverheadRect *area'],
  SetPosition: [10, 'int32 position'],
  GetPosition: [11, '_Out_ int32 *position'],
  SetSlideshow: [12, 'void *items'],
  GetSlideshow: [13, '_Out_ void **items'],
  SetSlideshowOptions: [14, 'int32 options, uint32 tick'],
  GetSlideshowOptions: [15, '_Out_ int32 *options, _Out_ uint32 *tick'],
  GetStatus: [17, '_Out_ int32 *state'],
} as const;

const itemArrayMethods = {
  GetCount: [7, '_Out_ uint32 *count'],
  GetItemAt: [8, 'uint32 index, _Out_ void **item'],
} as const;

const itemMethods = { GetDisplayName: [5, 'uint32 kind, _Out_ void **name'] } as const;
/** `SIGDN_FILESYSPATH` */
const filePathName = 0x80058000;

type MethodTable = Readonly<Record<string, readonly [place: number, parameters: string]>>;
type Methods<Table extends MethodTable> = Readonly<
  Record<keyof Table, (...args: readonly unknown[]) => void>
>;

/** `HKEY_CURRENT_USER` and `HKEY_LOCAL_MACHINE`, with the sign that Windows gives them on 64 bits. */
const registryRoots = { user: 0x80000001 - 2 ** 32, machine: 0x80000002 - 2 ** 32 };
const textOrNumber = 0x02 | 0x10;
const numberType = 4;
const currentVersion = 'Software\\Microsoft\\Windows\\CurrentVersion';

/** The policies that fix the wallpaper. A number 0 and an empty text switch a policy off. */
const policies = [
  ['user', `${currentVersion}\\Policies\\ActiveDesktop`, 'NoChangingWallPaper'],
  ['user', `${currentVersion}\\Policies\\System`, 'Wallpaper'],
  ['machine', `${currentVersion}\\PersonalizationCSP`, 'DesktopImagePath'],
] as const;

/** `RECT`, in pixels. */
interface Corners {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Opens the desktop of this session. The functions throw if Explorer does not answer. */
export function openDesktop(koffiPath: string) {
  const koffi = loadKoffi(koffiPath);
  const [ole, shell, registry] = ['ole32.dll', 'shell32.dll', 'advapi32.dll'].map((name) =>
    koffi.load(name),
  ) as [ReturnType<Koffi['load']>, ReturnType<Koffi['load']>, ReturnType<Koffi['load']>];
  koffi.struct('OverheadRect', { left: 'int32', top: 'int32', right: 'int32', bottom: 'int32' });

  const freeMemory = ole.func('void __stdcall CoTaskMemFree(void *memory)');
  const initialize = ole.func('int32 __stdcall CoInitializeEx(void *reserved, uint32 mode)');
  const createInstance = ole.func(
    'int32 __stdcall CoCreateInstance(void *class, void *outer, uint32 context, void *interface, _Out_ void **object)',
  );
  const readValue = registry.func(
    'int32 __stdcall RegGetValueW(intptr root, str16 path, str16 name, uint32 flags, _Out_ uint32 *type, _Out_ uint8 *data, _Inout_ uint32 *size)',
  );
  const idListOf = shell.func('void *__stdcall ILCreateFromPathW(str16 path)');
  const createItems = shell.func(
    'int32 __stdcall SHCreateShellItemArrayFromIDLists(uint32 count, void **lists, _Out_ void **items)',
  );

  /** The methods of a COM object. `name` distinguishes its prototypes. */
  function methodsOf<Table extends MethodTable>(
    name: string,
    object: Native,
    table: Table,
  ): Methods<Table> {
    const methodTable = koffi.decode(object, 'void *');
    const entries = Object.entries(table).map(([method, [place, parameters]]) => {
      const prototype =
        prototypes.get(`${name}${method}`) ??
        koffi.proto(`int32 __stdcall Overhead${name}${method}(void *self, ${parameters})`);
      prototypes.set(`${name}${method}`, prototype);
      const code = koffi.decode(methodTable, place * pointerSize, 'void *');
      return [
        method,
        (...args: readonly unknown[]) =>
          check(method, koffi.call(code, prototype, object, ...args)),
      ];
    });
    return Object.fromEntries(entries) as Methods<Table>;
  }
  const prototypes = new Map<string, Native>();

  /** Reads a text that the callee allocated, and frees it. */
  function takeText(pointer: Native): string {
    if (pointer === null) return '';
    const text = koffi.decode(pointer, 'char16', -1) as string;
    freeMemory(pointer);
    return text;
  }

  /** A value of the registry; null if it is missing or of another type. */
  function registryValue(
    root: keyof typeof registryRoots,
    path: string,
    name: string,
  ): string | number | null {
    const data = Buffer.alloc(4096);
    const [type, size] = [[0], [data.length]] as [Out<number>, Out<number>];
    if (readValue(registryRoots[root], path, name, textOrNumber, type, data, size) !== 0)
      return null;
    return type[0] === numberType
      ? data.readUInt32LE(0)
      : data.toString('utf16le', 0, size[0]).replace(/\0.*/s, '');
  }

  // The mode of the thread may have been chosen before: any mode will do.
  initialize(null, singleThreaded);
  const created = read<Native>((object) =>
    check(
      'CoCreateInstance',
      createInstance(desktopClass, null, inprocAndLocalServer, desktopInterface, object),
    ),
  );
  const desktop = methodsOf('Desktop', created, desktopMethods);

  const monitorIds = (): readonly string[] =>
    Array.from({ length: read<number>(desktop.GetMonitorDevicePathCount) }, (_, index) =>
      takeText(read((id) => desktop.GetMonitorDevicePathAt(index, id))),
    );

  /**
   * The result of `call`; null if it failed, for example for a monitor that was disconnected meanwhile. Throws if
   * Explorer is gone: its monitors are then unknown, not disconnected.
   */
  function attempt<T>(call: () => T): T | null {
    try {
      return call();
    } catch (error) {
      if (error instanceof CallError && !explorerGone.includes(error.code)) return null;
      throw error;
    }
  }

  function readMonitor(id: string): WindowsState['monitors'][number] {
    const area = attempt(() => {
      const { left, top, right, bottom } = read<Corners>((rect) =>
        desktop.GetMonitorRECT(id, rect),
      );
      return { x: left, y: top, width: right - left, height: bottom - top };
    });
    const path = attempt(() => takeText(read((text) => desktop.GetWallpaper(id, text))));
    return { id, area, path };
  }

  function readSlideshow(): WindowsState['slideshow'] {
    const items = read<Native>(desktop.GetSlideshow);
    if (items === null) return null;
    const list = methodsOf('Items', items, itemArrayMethods);
    const paths = Array.from({ length: read<number>(list.GetCount) }, (_, index) => {
      const item = read((one) => list.GetItemAt(index, one));
      const { GetDisplayName } = methodsOf('Item', item, itemMethods);
      return takeText(read((name) => GetDisplayName(filePathName, name)));
    });
    const [options, tick] = [[0], [0]] as [Out<number>, Out<number>];
    desktop.GetSlideshowOptions(options, tick);
    return { paths, options: options[0], tickMs: tick[0] };
  }

  function setSlideshow({ paths, options, tickMs }: NonNullable<WindowsState['slideshow']>): void {
    // A file or folder that is gone is left out.
    const lists = paths.map((path) => idListOf(path)).filter((list) => list !== null);
    if (lists.length === 0) throw new Error('SetSlideshow: its pictures are gone');
    const items = read((array) =>
      check('SHCreateShellItemArrayFromIDLists', createItems(lists.length, lists, array)),
    );
    desktop.SetSlideshow(items);
    desktop.SetSlideshowOptions(options, tickMs);
  }

  function call(one: WindowsCall): void {
    switch (one[0]) {
      case 'SetPosition':
        desktop.SetPosition(one[1]);
        break;
      case 'SetWallpaper':
        desktop.SetWallpaper(one[1], one[2]);
        break;
      case 'SetSlideshow':
        setSlideshow(one[1]);
    }
  }

  return {
    survey(): WindowsState {
      const position = read<number>(desktop.GetPosition);
      const type = registryValue(
        'user',
        `${currentVersion}\\Explorer\\Wallpapers`,
        'BackgroundType',
      );
      return {
        position,
        status: attempt(() => read<number>(desktop.GetStatus)) ?? 0,
        backgroundType: typeof type === 'number' ? type : null,
        policies: policies.flatMap(([root, path, name]) => {
          const value = registryValue(root, path, name);
          return value === null || value === 0 || value === '' ? [] : [name];
        }),
        slideshow: attempt(readSlideshow),
        monitors: monitorIds().map(readMonitor),
      };
    },

    /** Makes all calls, and returns the errors. A monitor that is no longer connected is left out. */
    write(calls: readonly WindowsCall[]): readonly string[] {
      return calls.flatMap((one) => {
        try {
          call(one);
          return [];
        } catch (error) {
          const isGone =
            one[0] === 'SetWallpaper' &&
            one[1] !== null &&
            error instanceof CallError &&
            error.code === invalidArgument &&
            readMonitor(one[1]).area === null;
          return isGone ? [] : [(error as Error).message];
        }
      });
    },
  };
}

/** `SHQueryUserNotificationState`: whether notifications would disturb. */
export function readNotificationState(koffiPath: string): number {
  const query = loadKoffi(koffiPath)
    .load('shell32.dll')
    .func('int32 __stdcall SHQueryUserNotificationState(_Out_ int32 *state)');
  return read((state) => check('SHQueryUserNotificationState', query(state)));
}
