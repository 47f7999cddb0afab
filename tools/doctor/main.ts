// `npm run doctor`: what this machine has and lacks for the app, each with the cure.
import { readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import { interruption } from '../setup/interruption.ts';
import { root } from '../setup/paths.ts';
import { examine, layOut } from './examine.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
console.log(`Overhead ${version} on ${type()} ${release()} (${arch()})\n`);
console.log(layOut(await examine(interruption())));
process.stdout.write('', () => process.exit(0));
