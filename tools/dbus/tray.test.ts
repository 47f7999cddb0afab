import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeDesktop } from '../desktop/describe-desktop.ts';
import { startDesktop, type Desktop } from '../desktop/desktop.ts';
import { openBus, type Bus } from './bus.ts';
import { findTrayItem, hasTray, type TrayItem } from './tray.ts';

describeDesktop('a tray item', () => {
  let desktop: Desktop;
  let bus: Bus;
  let app: ChildProcessByStdio<null, Readable, null>;
  let said: AsyncIterator<string>;
  let lines: Interface;
  let item: TrayItem;

  const nextLine = async (): Promise<string> => String((await said.next()).value);

  beforeAll(async () => {
    desktop = await startDesktop({ notifications: 'none' });
    bus = await openBus(desktop.busAddress);
    app = spawn(process.execPath, [join(import.meta.dirname, 'sample-tray.ts')], {
      env: desktop.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    lines = createInterface({ input: app.stdout });
    said = lines[Symbol.asyncIterator]();
    item = await findTrayItem(bus, app.pid ?? -1);
    expect(await nextLine()).toBe('registered');
  });

  afterAll(async () => {
    bus.close();
    lines.close();
    await desktop.stop();
  });

  it('is found by its process, where there is a tray', async () => {
    expect(await hasTray(bus)).toBe(true);
    expect(item.name).toBe(`org.freedesktop.StatusNotifierItem-${String(app.pid)}-1`);
    expect(await item.status()).toBe('Active');
    expect(await item.toolTip()).toBe('Sample tray');
    const [icon] = await item.iconPixmaps();
    expect([icon?.width, icon?.height, icon?.argb.length]).toEqual([22, 22, 22 * 22 * 4]);
    expect(icon?.argb.subarray(0, 4)).toEqual(Buffer.from([255, 90, 200, 250]));
  });

  it('is not found for another process', async () => {
    await expect(findTrayItem(bus, process.pid, { timeoutMs: 100 })).rejects.toThrow(
      `no tray item of process ${process.pid} within 100 ms`,
    );
    await expect(
      findTrayItem(bus, process.pid, { signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
  });

  it('has a menu that can be read whole', async () => {
    const menu = await item.menu();
    expect(menu.map(({ label }) => label)).toEqual([
      'Next wallpaper',
      'Pause',
      '',
      'a_b',
      'More',
      'Quit',
      'Hidden',
    ]);
    expect(menu[0]).toMatchObject({ type: 'standard', enabled: true, visible: true });
    expect(menu[0]).toMatchObject({ toggleType: null, toggleState: null, children: [] });
    expect(menu[1]).toMatchObject({ toggleType: 'checkmark', toggleState: 'on' });
    expect(menu[2]?.type).toBe('separator');
    expect(menu[3]?.enabled).toBe(false);
    expect(menu[4]?.children.map(({ label }) => label)).toEqual(['Deep entry']);
    expect(menu[6]?.visible).toBe(false);
  });

  it('can be clicked', async () => {
    await item.click('Next wallpaper');
    expect(await nextLine()).toBe('clicked 1');
    await item.click(['More', 'Deep entry']);
    expect(await nextLine()).toBe('clicked 6');
    await item.activate();
    expect(await nextLine()).toBe('activated');
  });

  it('refuses clicks that a person could not make', async () => {
    await expect(item.click('a_b')).rejects.toThrow('the menu entry "a_b" is disabled');
    await expect(item.click('Hidden')).rejects.toThrow('no menu entry "Hidden"');
    await expect(item.click(['More', 'Quit'])).rejects.toThrow('there are: "Deep entry"');
  });
});
