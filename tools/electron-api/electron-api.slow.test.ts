import { expect, it } from 'vitest';
import { differencesTo } from './snapshot.ts';
import { usesOfElectron, type ElectronUse } from './uses.ts';

const uses = usesOfElectron();
const find = (name: string): ElectronUse | undefined => uses.find((use) => use.name === name);

it('the app uses Electron only as in the reviewed snapshot; see `npm run electron-api -- --help`', () => {
  expect(differencesTo(uses)).toEqual([]);
});

it('usesOfElectron finds members, options, constructors, events, and events used through the app’s own types', () => {
  expect(find('App.requestSingleInstanceLock')?.platforms).toEqual([]);
  expect(find('Tray.setTitle')?.platforms).toEqual(['darwin']);
  expect(find('Tray()')?.declarations[0]).toMatch(/^constructor\(image: /);
  expect(find('BaseWindowConstructorOptions.skipTaskbar')?.platforms).toEqual(['darwin', 'win32']);
  expect(find('App#second-instance')?.files).not.toEqual([]);
  expect(find('PowerMonitor#lock-screen')?.files).toEqual(['src/main/platform/power/power.ts']);
  expect(find('BrowserWindow#session-end')?.platforms).toEqual(['win32']);
});

it('the app uses no deprecated API of Electron', () => {
  expect(uses.filter(({ isDeprecated }) => isDeprecated).map(({ name }) => name)).toEqual([]);
});

it('differencesTo reports changed platforms, and added and removed uses', () => {
  const use = {
    name: 'App.a',
    platforms: [],
    isDeprecated: false,
    declarations: ['a(): void;'],
    files: [],
  };
  const reviewed = 'App.a [darwin]: a(): void;\nApp.b: b(): void;\n';
  expect(differencesTo([use, { ...use, name: 'App.c' }], reviewed)).toEqual([
    '- App.a [darwin]: a(): void;',
    '+ App.a: a(): void;',
    '- App.b: b(): void;',
    '+ App.c: a(): void;',
  ]);
});
