// The child's side of a UtilityProcess: it ends with its parent.
import { pathToFileURL } from 'node:url';
import { clockAhead, setClockAhead } from './clock.ts';

setClockAhead(clockAhead());
process.on('disconnect', () => process.exit());
process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1] ?? '').href);
