// `npm run electron-api`: compares the app's uses of Electron with the reviewed snapshot.
import { runCommand } from '../setup/command.ts';
import { replaceSnapshot, differencesTo } from './snapshot.ts';
import { usesOfElectron } from './uses.ts';

const usage = `Usage: npm run electron-api
  Reads with TypeScript which members, events and options of Electron the app uses, their types and their systems, and
  compares them with tools/electron-api/snapshot.txt. Ends with 1 when they differ: review them in Electron's
  documentation, on each system, then accept them.
  --accept      replace the snapshot
  --limited     only what Electron does not have on every system, with the files that use it
  --help        print this`;

const options = { accept: { type: 'boolean' }, limited: { type: 'boolean' } } as const;

await runCommand({ name: 'electron-api', usage, options }, ({ values }) => {
  const uses = usesOfElectron();
  if (values.limited === true) {
    for (const { name, platforms, files } of uses)
      if (platforms.length > 0) console.log(`${name} [${platforms.join(', ')}] ${files.join(' ')}`);
    return 0;
  }
  const differences = differencesTo(uses);
  for (const line of differences) console.log(line);
  if (values.accept === true) replaceSnapshot(uses);
  console.log(`${uses.length} members, events and options, ${differences.length} lines differ`);
  return values.accept === true || differences.length === 0 ? 0 : 1;
});
