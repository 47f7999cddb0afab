// npm run package:check: packs the built app around a stub of Electron, and checks the packed files.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseState, FuseV1Options } from '@electron/fuses';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand } from '../setup/command.ts';
import { fuseNames, judgePackage } from './check.ts';
import type { PackedApp } from './pack.ts';

const usage = `Usage: npm run package:check
  Packs the built app for Linux around a stub of Electron, lists what was packed, and compares it with what is meant to
  be packed. Takes up to a minute. Fetches nothing.
  --help   print this

Exit code: 0 when the package is right, 1 when not, 2 for a wrong command line.`;

const log = (line: string): void => console.log(line);
async function checkPackage(): Promise<number> {
  const { packWithStub } = await import('./pack.ts');
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-package-'));
  // The folder is also removed when the reader of the output closes the pipe, which ends this process.
  const remove = (): void => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    await ensureBuilt({ log });
    return reportFaults(await packWithStub(scratch));
  } finally {
    remove();
    process.off('exit', remove);
  }
}

function reportFaults(app: PackedApp): number {
  log(`\n${app.files.length} files in app.asar:`);
  for (const file of [...app.files].sort()) log(`  ${file}`);
  for (const [kind, made] of [
    ['AppImage (a stub in place of its runtime)', app.appImage],
    ['deb (laid out by a stand-in for fpm)', app.deb],
  ] as const) {
    log(made === null ? `\nno ${kind}: its programs are missing` : `\n${kind}:`);
    for (const file of [...(made?.files ?? [])].sort()) log(`  ${file}`);
  }
  log('\nfuses, as read back from the packed binary (a stub that carries Electron’s wire):');
  for (const name of fuseNames)
    log(`  ${name}: ${FuseState[app.fuses[FuseV1Options[name]] ?? FuseState.REMOVED]}`);
  const problems = judgePackage(app);
  log(problems.length === 0 ? '\nThe package is as it is meant to be.' : '');
  for (const problem of problems) log(`✗ ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

// A reader that closes the pipe, such as `head`, is not an error.
process.stdout.once('error', () => process.exit(1));
await runCommand({ name: 'package:check', usage }, checkPackage);
