/**
 * The unit tests that Node 22 for Windows runs in Wine. Node imports the files itself: Vite would transform each of
 * them in Wine.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '..', '..', '..');

const folders = [
  'src/main/app/command-line',
  'src/main/platform/files',
  'src/main/platform/log',
  'src/main/platform/process',
  'src/main/settings/secrets',
  'src/main/wallpaper/setter',
];

/** Without these modules, a test sees nothing of the system. */
const usesSystem = (file: string): boolean =>
  /from 'node:(fs|fs\/promises|path|os|child_process|net|http|https|sqlite|url)'/.test(
    readFileSync(join(root, file), 'utf8'),
  );

const include = folders
  .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.(slow|mocked)\.test\.ts$/.test(file) && usesSystem(file));

const electronOfLinux = 'imports the package electron, whose program is that of Linux';
const nul = 'SQLite in Node 22 cuts a text off at NUL';
/** Files that are left out: the path, and the reason. */
const excludedFiles: Readonly<Record<string, string>> = {
  'src/main/settings/login-item/background-portal.test.ts': 'starts the D-Bus of Linux',
  'src/main/settings/store/own-data.test.ts': electronOfLinux,
  'src/main/settings/store/settings-store.test.ts': electronOfLinux,
};
/** Tests that are left out of the other files: a part of the name, with ` > ` after each group, and the reason. */
const excludedTests: Readonly<Record<string, string>> = {
  'argument that has more text than the system allows': 'Wine has no limit',
  'openDatabase > keeps the rows after a restart': nul,
  'openDatabase > uses an empty database in memory': nul,
  'openDatabase > reads from a copy, and refuses writes': nul,
  'createJournalStore > returns saved posts unchanged': nul,
  'createJournalStore > hides staged posts until the commit': nul,
  'createJournalStore > repeats a failed write': nul,
};

export default defineConfig({
  test: {
    root,
    name: 'windows',
    environment: 'node',
    include,
    exclude: Object.keys(excludedFiles),
    testNamePattern: new RegExp(`^(?!.*(${Object.keys(excludedTests).join('|')}))`),
    setupFiles: [
      'tools/windows/units/node-22.setup.ts',
      'test/support/electron-names.ts',
      'test/support/seed.ts',
      'test/support/defect-sink.ts',
      'test/support/patient-waits.ts',
    ],
    maxWorkers: 1,
    isolate: false,
    silent: 'passed-only',
    // Wine and a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    experimental: { viteModuleRunner: false },
  },
});
