// `npm run docs`: serves the docs on this machine; with `--build`, writes the site to .run/docs.
import { build, createServer } from 'vitepress';
import { join } from 'node:path';
import { runCommand } from '../setup/command.ts';
import { interruption } from '../setup/interruption.ts';
import { root } from '../setup/paths.ts';

const usage = `Usage: npm run docs [-- OPTIONS]
  --build   write the site to .run/docs and check its links, in place of serving it on 127.0.0.1
  --help    print this`;

const docs = join(root, 'docs');

async function serve(): Promise<void> {
  const server = await createServer(docs, { host: '127.0.0.1' });
  await server.listen();
  server.printUrls();
  await new Promise<void>((resolve) => {
    interruption().addEventListener('abort', () => resolve(), { once: true });
  });
  await server.close();
}

await runCommand(
  { name: 'docs', usage, options: { build: { type: 'boolean' } } },
  async ({ values }) => {
    await (values.build ? build(docs) : serve());
    return 0;
  },
);
