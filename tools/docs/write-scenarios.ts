import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withScenarioTables } from './scenario-tables.ts';

/** Writes the scenario tables of docs/services.md again: `node tools/docs/write-scenarios.ts`. */
const path = join(import.meta.dirname, '..', '..', 'docs', 'services.md');
writeFileSync(path, await withScenarioTables(readFileSync(path, 'utf8'), path));
