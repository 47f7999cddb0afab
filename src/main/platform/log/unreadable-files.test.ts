import { expect, it } from 'vitest';
import type { AppState } from '#shared/state.ts';
import type { AppLog } from './log.ts';
import { logUnreadableFiles } from './unreadable-files.ts';

const settings = { file: '/s.json', aside: true, reason: 'unreadable' } as const;
const asideLine = (path: string) => `put aside, since it could not be read: ${path}`;

it.each<[string, AppState['settingsReset'], string | null, string[]]>([
  ['no file', null, null, []],
  ['a database', null, '/d.sqlite', [asideLine('/d.sqlite')]],
  ['a settings file', settings, null, [asideLine('/s.json')]],
  ['both', settings, '/d.sqlite', [asideLine('/s.json'), asideLine('/d.sqlite')]],
  [
    'a settings file that is still in its place',
    { ...settings, aside: false },
    null,
    ['neither read nor put aside: /s.json'],
  ],
  [
    'the settings of a later version',
    { ...settings, reason: 'newer' },
    null,
    [asideLine('/s.json'), 'a later version of the app wrote these settings; the defaults hold'],
  ],
])('logUnreadableFiles logs %s', (_what, reset, quarantined, expected) => {
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line) } as unknown as AppLog;
  logUnreadableFiles(log, reset, quarantined);
  expect(lines).toEqual(expected);
});
