// `npm run gallery`: each component of the design system in every state, in the browser.
import { parseArgs } from 'node:util';
import { interruption } from '../setup/interruption.ts';
import { serveGallery } from './server.ts';

const usage = `Usage: npm run gallery [-- --port PORT]
  Serves a page with each component of the design system in every state, and with switches for theme, language and
  direction. It reloads by itself when a source changes. Ctrl+C ends it.`;

const { values } = parseArgs({
  options: { port: { type: 'string' }, help: { type: 'boolean' } },
});
const port = Number(values.port ?? 5199);
if (values.help === true || !Number.isInteger(port)) {
  console.log(usage);
  process.exit(values.help === true ? 0 : 2);
}

const stop = interruption();
const { address, stop: stopServing } = await serveGallery(port);
console.log(`Gallery: ${address}  (Ctrl+C ends it)`);
await new Promise<void>((resolve) => {
  if (stop.aborted) resolve();
  stop.addEventListener('abort', () => resolve(), { once: true });
});
await stopServing();
