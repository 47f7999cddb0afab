// npm run package:check: packs the built app around a stub of Electron, and looks at what was packed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseState, FuseV1Options } from '@electron/fuses';
import { ensureBuilt } from '../setup/build.ts';
import { fuseNames, judgePackage } from './check.ts';
import { packWithStub } from './pack.ts';

const log = (line: string): void => console.log(line);
const scratch = mkdtempSync(join(tmpdir(), 'overhead-package-'));
try {
  await ensureBuilt({ log });
  const app = await packWithStub(scratch);
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
  if (problems.length > 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
