// The other end of a UtilityProcess: gives the module its `process.parentPort`, and ends with its parent.
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => process.send?.(message),
});
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }));
process.on('disconnect', () => process.exit());
Object.assign(process, { parentPort, type: 'utility' });

process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1] ?? '').href);
