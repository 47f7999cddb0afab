import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Whether Linux reports that the computer runs on its battery: a battery of the computer discharges, and no power
 * supply is connected. Electron's `isOnBatteryPower()` is always false on Linux (Chromium's
 * base/power_monitor/power_monitor_device_source_stub.cc). False if there is no battery, or if nothing can be read.
 *
 * @param folder one folder per power supply, as in the kernel's Documentation/ABI/testing/sysfs-class-power
 */
export async function isLinuxOnBattery(folder = '/sys/class/power_supply'): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const supplies = await Promise.all(names.map((name) => readSupply(join(folder, name))));
  return (
    supplies.some(
      ({ type, status, scope }) =>
        // The batteries of a mouse or a headset have the scope "Device".
        type === 'Battery' && scope !== 'Device' && status === 'Discharging',
    ) && !supplies.some(({ type, online }) => type !== 'Battery' && online === '1')
  );
}

const properties = ['type', 'status', 'scope', 'online'] as const;

/** The properties of a power supply; those that cannot be read are empty. */
async function readSupply(folder: string): Promise<Record<(typeof properties)[number], string>> {
  const read = async (name: string): Promise<string> =>
    (await readFile(join(folder, name), 'utf8').catch(() => '')).trim();
  const [type, status, scope, online] = await Promise.all(properties.map(read));
  return { type: type ?? '', status: status ?? '', scope: scope ?? '', online: online ?? '' };
}
