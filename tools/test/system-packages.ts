// `sudo node tools/test/system-packages.ts`: installs the system packages of the tests, as a separate job in CI.
import { runCommand } from '../setup/command.ts';
import { RefusalError } from '../setup/process.ts';
import { ensureSystemPackages } from '#stand-in/system/packages.ts';

const usage = `Usage: sudo node tools/test/system-packages.ts
  Installs the system packages of the tests.
  --help   print this`;

await runCommand({ name: 'system-packages', usage }, async () => {
  const ensured = await ensureSystemPackages({ log: (line) => console.log(line) });
  if (!ensured.ok) throw new RefusalError(`${ensured.reason}; ${ensured.hint}`);
  return 0;
});
