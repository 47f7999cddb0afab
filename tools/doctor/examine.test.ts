import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { examineMachine, keyringNames, findingsText } from './examine.ts';

const { signal } = new AbortController();

it.skipIf(process.platform !== 'linux')(
  'examineMachine returns a remedy for each part that is not ok, on a machine without any of the programs',
  async () => {
    const findings = await examineMachine(signal, { PATH: '/nonexistent', HOME: '/nonexistent' });
    expect(findings.map(({ part, state }) => [part, state])).toEqual([
      ['Node', 'ok'],
      ['Electron', expect.stringMatching(/ok|limited/)],
      ...(findings.some(({ part }) => part === 'Chromium') ? [['Chromium', 'missing']] : []),
      ['Sandbox', expect.stringMatching(/ok|limited/)],
      ['Display', 'missing'],
      ['Managed settings', 'ok'],
      ['Session bus', 'missing'],
      ['Tray', 'limited'],
      ['Notifications', 'limited'],
      ['Keyring', 'limited'],
      ['Wallpaper', 'limited'],
      ['Autostart', expect.stringMatching(/limited|missing/)],
    ]);
    for (const { state, cure } of findings)
      if (state === 'ok') expect(cure).toBeNull();
      else expect(cure).toMatch(/\w+/);
  },
);

it('findingsText lists the findings, and the remedies below them', () => {
  const text = findingsText([
    { part: 'Node', state: 'ok', found: 'v24.21.0', cure: null },
    { part: 'Keyring', state: 'limited', found: 'none', cure: 'Install one.' },
  ]);
  expect(text).toBe(`Node     ok       v24.21.0
Keyring  limited  none

To do:
- Keyring: Install one.`);
});

it('findingsText says that nothing is to do if every part is there', () => {
  const text = findingsText([{ part: 'Node', state: 'ok', found: 'v24.21.0', cure: null }]);
  expect(text).toBe('Node  ok       v24.21.0\n\nNothing is to do.');
});

it.skipIf(process.platform !== 'linux').each([
  ['GNOME', 'ok'],
  ['sway', 'limited'],
  [undefined, 'limited'],
])(
  'examineMachine finds that the desktop %s starts autostart entries: %s',
  async (desktop, state) => {
    const folder = mkdtempSync(join(tmpdir(), 'overhead-doctor-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const env = { PATH: '/nonexistent', XDG_CONFIG_HOME: folder, XDG_CURRENT_DESKTOP: desktop };
    const findings = await examineMachine(signal, env);
    const autostart = findings.find(({ part }) => part === 'Autostart');
    expect(autostart).toMatchObject({
      state,
      found: expect.stringContaining(join(folder, 'autostart')) as string,
    });
  },
);

it.each([
  ['KDE', ['KWallet']],
  ['GNOME', ['Secret Service']],
  ['ubuntu:GNOME', ['Secret Service']],
  [undefined, ['Secret Service']],
])('keyringNames returns only the keyring that Chromium uses on %s', (desktop, titles) => {
  expect([...new Set(Object.values(keyringNames(desktop)))]).toEqual(titles);
});
