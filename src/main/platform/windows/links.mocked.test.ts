import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDownloadPage, openPlace } from './links.ts';

const system = vi.hoisted(() => ({
  copyText: vi.fn<(text: string) => Promise<void>>(),
  openExternal: vi.fn<(address: string) => Promise<void>>(),
}));

vi.mock('electron', () => ({
  clipboard: { writeText: system.copyText },
  shell: { openExternal: system.openExternal },
}));

const usedPlatform = process.platform;
const setPlatform = (platform: NodeJS.Platform): void => {
  Object.defineProperty(process, 'platform', { value: platform });
};

beforeEach(() => {
  system.copyText.mockReset().mockResolvedValue();
  system.openExternal.mockReset().mockResolvedValue();
});
afterEach(() => {
  setPlatform(usedPlatform);
  vi.unstubAllGlobals();
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
