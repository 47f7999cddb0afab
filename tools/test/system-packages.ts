// `sudo node tools/test/system-packages.ts`: installs the system packages of the tests, as a job of its own in CI.
import { ensureSystemPackages } from '../system/packages.ts';

const ensured = await ensureSystemPackages({ log: (line) => console.log(line) });
if (!ensured.ok) {
  console.error(`${ensured.reason}; ${ensured.hint}`);
  process.exitCode = 1;
}
