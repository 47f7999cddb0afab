import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isLinuxOnBattery } from './battery.ts';

type Supplies = Readonly<Record<string, Readonly<Record<string, string>>>>;

function folderOf(supplies: Supplies): string {
  const folder = mkdtempSync(join(tmpdir(), 'power-supplies-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, files] of Object.entries(supplies)) {
    mkdirSync(join(folder, name));
    for (const [file, text] of Object.entries(files))
      writeFileSync(join(folder, name, file), `${text}\n`);
  }
  return folder;
}

const discharging = { type: 'Battery', status: 'Discharging' };
const mouse = { type: 'Battery', scope: 'Device', status: 'Discharging' };
const mains = (online: string) => ({ type: 'Mains', online });

it.each<[string, boolean, Supplies]>([
  ['a desktop computer', false, {}],
  ['a desktop computer with a wireless mouse', false, { hidpp_battery_0: mouse }],
  ['a laptop on its battery', true, { AC: mains('0'), BAT0: discharging }],
  [
    'a full battery without an entry for the mains',
    false,
    { BAT0: { type: 'Battery', status: 'Full' } },
  ],
  [
    'a power supply that discharges and is no battery',
    false,
    { UPS0: { ...discharging, type: 'UPS' } },
  ],
  ['a battery that counts as connected, too', true, { BAT0: { ...discharging, online: '1' } }],
  ['a laptop without an entry for the mains', true, { BAT0: { ...discharging, scope: 'System' } }],
  [
    'the second of two batteries discharges',
    true,
    { BAT0: { type: 'Battery', status: 'Not charging' }, BAT1: discharging, AC: mains('0') },
  ],
  ['a laptop on the mains', false, { AC: mains('1'), BAT0: { type: 'Battery', status: 'Full' } }],
  [
    'a weak power supply, with a battery that discharges',
    false,
    { AC: mains('1'), BAT0: discharging },
  ],
  [
    'a laptop that charges by USB-C',
    false,
    { BAT0: { type: 'Battery', status: 'Charging' }, ucsi: { type: 'USB', online: '1' } },
  ],
])('isLinuxOnBattery: %s: %s', async (_name, expected, supplies) => {
  expect(await isLinuxOnBattery(folderOf(supplies))).toBe(expected);
});

it('isLinuxOnBattery follows a battery that appears and disappears', async () => {
  const folder = folderOf({ AC: mains('0') });
  const battery = join(folder, 'BAT0');
  for (let round = 0; round < 2; round += 1) {
    expect(await isLinuxOnBattery(folder)).toBe(false);
    mkdirSync(battery);
    // The system lists a battery before its files can be read.
    expect(await isLinuxOnBattery(folder)).toBe(false);
    for (const [name, text] of Object.entries(discharging))
      writeFileSync(join(battery, name), text);
    expect(await isLinuxOnBattery(folder)).toBe(true);
    rmSync(battery, { recursive: true });
  }
});

it('isLinuxOnBattery returns false if the folder does not exist', async () => {
  expect(await isLinuxOnBattery(join(folderOf({}), 'missing'))).toBe(false);
});
