import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { openCredit, openDownloadPage, openFile, openLinkOrCopy, openPlace } from './links.ts';

const system = vi.hoisted(() => ({
  copyText: vi.fn<(text: string) => Promise<void>>(),
  openExternal: vi.fn<(address: string) => Promise<void>>(),
  openPath: vi.fn<(path: string) => Promise<string>>(),
}));

vi.mock('electron', () => ({
  clipboard: { writeText: system.copyText },
  shell: { openExternal: system.openExternal, openPath: system.openPath },
}));

const usedPlatform = process.platform;
const usedProgram = process.execPath;
const setPlatform = (platform: NodeJS.Platform): void => {
  Object.defineProperty(process, 'platform', { value: platform });
};

/** A time that is later in each test, because at most one address is opened in a second. */
let nowMs = 0;
beforeEach(() => {
  nowMs += 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  system.copyText.mockReset().mockResolvedValue();
  system.openExternal.mockReset().mockResolvedValue();
  system.openPath.mockReset().mockReturnValue(new Promise(() => undefined));
  installOpener('exit 0');
});
afterEach(() => {
  setPlatform(usedPlatform);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  process.execPath = usedProgram;
});

describe('openCredit', () => {
  it('opens at most one page in a second, and copies the address of any other page in this second', async () => {
    expect(await openCredit('geonames')).toBe('opened');
    nowMs += 999;
    expect(await openCredit('cc-by')).toBe('copied');
    // The page is open already.
    expect(await openCredit('geonames')).toBe('opened');
    expect(system.openExternal).toHaveBeenCalledTimes(1);
    nowMs += 1;
    expect(await openCredit('cc-by')).toBe('opened');
    expect(system.openExternal).toHaveBeenCalledTimes(2);
  });
});

describe('openLinkOrCopy', () => {
  it('opens an address of a known host, and copies an address of another', async () => {
    const known = 'https://apod.nasa.gov/';
    expect(await openLinkOrCopy('https://shop.example/x')).toBe('copied');
    expect(await openLinkOrCopy(known)).toBe('opened');
    expect(system.openExternal.mock.calls).toEqual([[known]]);
    expect(system.copyText.mock.calls).toEqual([['https://shop.example/x']]);
  });
});

describe('openPlace', () => {
  it.each([
    ['linux', 'geo:52.60000,-13.40001'],
    ['win32', 'geo:52.60000,-13.40001'],
    ['darwin', 'maps://?ll=52.60000,-13.40001&q=52.60000,-13.40001'],
  ] as const)('copies the coordinates and opens the maps app: %s', async (platform, address) => {
    setPlatform(platform);
    await openPlace({ latitude: 52.6, longitude: -13.400_007 });
    expect(system.copyText.mock.calls).toEqual([['52.60000, -13.40001']]);
    expect(system.openExternal.mock.calls).toEqual([[address]]);
  });

  it('copies the coordinates also on a system without a maps app', async () => {
    system.openExternal.mockRejectedValue(new Error('no handler'));
    await openPlace({ latitude: 0, longitude: 0 });
    expect(system.copyText).toHaveBeenCalledWith('0.00000, 0.00000');
  });
});

describe('openDownloadPage', () => {
  it('opens the built-in page', async () => {
    vi.stubGlobal('__OVERHEAD_HOMEPAGE__', 'https://example.org/overhead');
    expect(await openDownloadPage()).toBe('opened');
    expect(system.openExternal.mock.calls).toEqual([['https://example.org/overhead']]);
    expect(system.copyText).not.toHaveBeenCalled();
  });

  it('copies the address if there is no browser', async () => {
    vi.stubGlobal('__OVERHEAD_HOMEPAGE__', 'https://example.org/overhead');
    system.openExternal.mockRejectedValue(new Error('no handler'));
    expect(await openDownloadPage()).toBe('copied');
    expect(system.copyText.mock.calls).toEqual([['https://example.org/overhead']]);
  });

  it.each(['http://example.org/', 'file:///srv/overhead.deb', 'example.org', ''])(
    'refuses the page %j',
    async (page) => {
      vi.stubGlobal('__OVERHEAD_HOMEPAGE__', page);
      await expect(openDownloadPage()).rejects.toThrow('not https');
      expect(system.openExternal).not.toHaveBeenCalled();
    },
  );
});

/**
 * Puts an `xdg-open` into the PATH that writes its argument and its libraries to a file, and ends as given. Returns a
 * function that reads the file.
 */
function installOpener(end: string): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'opener-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const written = join(folder, 'written');
  const program = join(folder, 'xdg-open');
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s|%s' "$1" "$LD_LIBRARY_PATH" >'${written}'\n${end}\n`,
  );
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
  return () => readFileSync(written, 'utf8');
}

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  it.each([
    ['exit 0', true],
    ['exit 3', false],
    ['exit 4', false],
  ])('openFile asks xdg-open, because `openPath` stays pending: %s: %s', async (end, isOpened) => {
    const read = installOpener(end);
    expect(await openFile('/tmp/a pass.ics')).toBe(isOpened);
    expect(read()).toBe('/tmp/a pass.ics|');
    expect(system.openPath).not.toHaveBeenCalled();
  });

  it('openFile is false without xdg-open', async () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(await openFile('/tmp/a.ics')).toBe(false);
  });

  it('copies an address without xdg-open, because `openExternal` resolves all the same', async () => {
    vi.stubEnv('PATH', '/nowhere');
    expect(await openCredit('geonames')).toBe('copied');
    expect(system.copyText.mock.calls).toEqual([['https://www.geonames.org/']]);
    expect(system.openExternal).not.toHaveBeenCalled();
  });

  it('an AppImage opens addresses without its own libraries, and copies one that nothing opens', async () => {
    vi.stubEnv('APPIMAGE', '/home/me/Overhead.AppImage');
    vi.stubEnv('APPDIR', '/tmp/.mount_Overhead');
    vi.stubEnv('LD_LIBRARY_PATH', '/tmp/.mount_Overhead/usr/lib:/opt/lib');
    process.execPath = '/tmp/.mount_Overhead/overhead';
    const read = installOpener('exit 0');
    expect(await openCredit('geonames')).toBe('opened');
    expect(read()).toBe('https://www.geonames.org/|/opt/lib');
    installOpener('exit 3');
    nowMs += 10_000;
    expect(await openCredit('geonames')).toBe('copied');
    expect(system.copyText.mock.calls).toEqual([['https://www.geonames.org/']]);
    expect(system.openExternal).not.toHaveBeenCalled();
  });
});
