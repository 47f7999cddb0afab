import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../setup/paths.ts';
import { compileInstaller, compileProgram, missingForWine, startWine, type Wine } from './wine.ts';

const missing = missingForWine();
if (missing.length > 0) process.stderr.write(`not tested: not installed: ${missing.join(', ')}\n`);

/** The macros of the app's installer in an installer of their own. */
const script = (program: string): string => `Unicode true
Target amd64-unicode
Name test
RequestExecutionLevel user
SilentInstall silent
OutFile "${program}"
!include LogicLib.nsh
Var isUpdate
!define isUpdated \`$isUpdate == 1\`
!include "${join(root, 'build/installer.nsh')}"
Section
  ReadEnvStr $INSTDIR OVERHEAD_FOLDER
  ReadEnvStr $isUpdate OVERHEAD_UPDATE
  ReadEnvStr $0 OVERHEAD_ACTION
  \${if} $0 == install
    !insertmacro customInstall
  \${else}
    !insertmacro customUnInstall
  \${endIf}
SectionEnd
`;

/** A program with windows, which a console does not wait for. It takes a while, and ends with 3. */
const program = `#include <windows.h>
#include <stdio.h>
int WINAPI WinMain(HINSTANCE self, HINSTANCE before, LPSTR line, int show) {
  Sleep(500);
  WCHAR path[MAX_PATH];
  GetEnvironmentVariableW(L"OVERHEAD_OUTPUT", path, MAX_PATH);
  FILE *output = _wfopen(path, L"wb");
  fputs(line, output);
  fclose(output);
  return 3;
}
`;

const environmentKey = 'HKEY_CURRENT_USER\\Environment';
const runKey = 'HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const folderOfApp = "C:\\Users\\Jörg O'Neill & Söhne\\100%\\Overhead";
const entry = `${folderOfApp}\\bin`;

describe.skipIf(missing.length > 0)('the installer for Windows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-installer-'));
  const installer = join(folder, 'installer.exe');
  let wine: Wine;
  beforeAll(async () => {
    wine = await startWine(folder);
    writeFileSync(join(folder, 'installer.nsi'), script(installer));
    await compileInstaller(join(folder, 'installer.nsi'));
  }, 600_000);
  afterAll(async () => {
    // Undefined if it could not be started.
    await (wine as Wine | undefined)?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const act = (action: 'install' | 'uninstall', update = false) =>
    wine.run([installer], {
      OVERHEAD_ACTION: action,
      OVERHEAD_FOLDER: folderOfApp,
      OVERHEAD_UPDATE: update ? '1' : '0',
    });
  const path = () => wine.readValue(environmentKey, 'Path');
  const setPath = (value: string | null, type: 'text' | 'expandable' = 'text') =>
    wine.register(environmentKey, {
      Path: value === null || type === 'text' ? value : { expandable: value },
    });

  const longPath = Array.from({ length: 500 }, (_, index) => `C:\\folder${index}`).join(';');
  it.each([
    ['a text', 'C:\\a;D:\\é', 'text'],
    ['a text with variables', '%USERPROFILE%\\bin;C:\\a', 'expandable'],
    ['a text with a separator at its end', '%USERPROFILE%\\bin;', 'expandable'],
    ['a text of 6,000 characters', longPath, 'expandable'],
    ['an entry that only begins like the app’s', `${entry}\\x;C:${entry}`, 'text'],
  ] as const)(
    'adds the folder of the command once to a Path that is %s, and removes it',
    async (_name, value, type) => {
      await setPath(value, type);
      await act('install');
      await act('install');
      const separator = value.endsWith(';') ? ';;' : ';';
      expect(await path()).toEqual({
        type,
        value: `${value.replace(/;$/, '')}${separator}${entry}`,
      });
      await act('uninstall', true);
      expect(await path()).toEqual({ type, value });
    },
  );

  it('creates a Path that is missing, and takes an entry in other letters for the same', async () => {
    await setPath(null);
    await act('install');
    expect(await path()).toEqual({ type: 'expandable', value: entry });
    await setPath(`${entry.toUpperCase()};C:\\a`);
    await act('install');
    expect(await path()).toEqual({ type: 'text', value: `${entry.toUpperCase()};C:\\a` });
    await act('uninstall', true);
    expect(await path()).toEqual({ type: 'text', value: 'C:\\a' });
  });

  it('removes the start at login when the app is uninstalled, and not in an update', async () => {
    await wine.register(runKey, {
      'dev.overhead.Overhead': 'C:\\Overhead.exe',
      other: 'C:\\o.exe',
    });
    await act('uninstall', true);
    expect((await wine.readValue(runKey, 'dev.overhead.Overhead'))?.value).toBe('C:\\Overhead.exe');
    await act('uninstall');
    expect(await wine.readValue(runKey, 'dev.overhead.Overhead')).toBeNull();
    expect((await wine.readValue(runKey, 'other'))?.value).toBe('C:\\o.exe');
  });

  it('installs a command for which a console waits, with its arguments and exit code', async () => {
    const installed = join(folder, "Jörg O'Neill & Söhne");
    mkdirSync(join(installed, 'bin'), { recursive: true });
    copyFileSync(join(root, 'build/windows/overhead.cmd'), join(installed, 'bin', 'overhead.cmd'));
    writeFileSync(join(folder, 'program.c'), program);
    await compileProgram(join(folder, 'program.c'), join(installed, 'Overhead.exe'), '-mwindows');
    const output = join(folder, 'arguments');
    const code = await wine.run(
      ['cmd', '/c', 'overhead.cmd', '--report', 'a & b.txt'],
      { OVERHEAD_OUTPUT: output },
      join(installed, 'bin'),
    );
    expect(code).toBe(3);
    expect(readFileSync(output, 'utf8')).toBe('--report "a & b.txt"');
  });
});
