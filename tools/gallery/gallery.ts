// `npm run gallery`: shows each component of the design system in every state, in the browser.
import { runCommand, wholeNumber } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { serveGallery } from './server.ts';

const usage = `Usage: npm run gallery [-- --port PORT]
  Serves a page with each component of the design system in every state, and with switches for theme, language and
  direction. It reloads by itself when a source changes. Ctrl+C ends it.`;

async function runGallery(port: number): Promise<number> {
  const stop = interruptionSignal();
  const { address, stop: stopServing } = await serveGallery(port);
  console.log(`Gallery: ${address}  (Ctrl+C ends it)`);
  await new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  await stopServing();
  return 0;
}

const options = { port: { type: 'string', default: '5199' } } as const;
await runCommand({ name: 'gallery', usage, options }, ({ values }) =>
  runGallery(wholeNumber('--port', values.port, 0, 65_535)),
);
