// Compiles this package to `dist` before packing, because Node 20 cannot run TypeScript.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(at('dist'), { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: at('src/main.ts'), server: at('src/server.ts'), services: at('src/services.ts') },
  platform: 'node',
  // The declared dependencies and the modules of Node stay external; everything else is compiled into the bundle.
  external: /^(node:|hono(\/|$)|@hono\/node-server(\/|$)|zod(\/|$)|satellite\.js(\/|$))/,
});
await bundle.write({
  dir: at('dist'),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared-[hash].js',
  banner: (chunk) => (chunk.name === 'main' ? '#!/usr/bin/env node' : ''),
});
await bundle.close();
// The services look for `resources/photos` in the folders above their code.
cpSync(at('../../resources/photos'), at('dist/resources/photos'), { recursive: true });

const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
execFileSync(process.execPath, [tsc, '-p', at('tsconfig.build.json')], { stdio: 'inherit' });
// Replaces the alias, which leads to the sources, because the package does not contain the sources.
const types = at('dist/types');
for (const name of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = join(types, name);
  const up = relative(dirname(file), types).replaceAll('\\', '/');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll("'#services/", `'${up === '' ? '.' : up}/`));
}
