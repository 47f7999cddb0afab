// Runs in the child process of a UtilityProcess, and ends this process when its parent process ends.
import { pathToFileURL } from 'node:url';
import { clockAhead, setClockAhead } from './clock.ts';

setClockAhead(clockAhead());
process.on('disconnect', () => process.exit());
process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1] ?? '').href);
