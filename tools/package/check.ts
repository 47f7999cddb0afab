import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { FuseState, FuseV1Options } from '@electron/fuses';
import { root } from '../setup/paths.ts';
import { judgeContents, type RequiredContents } from './contents.ts';
import { fuses } from './fuses.ts';
import type { PackedApp } from './pack.ts';

/** The faults of a packed app; empty if there are none. */
export function judgePackage(app: PackedApp): string[] {
  return [...judgeContents(app, requiredContents()), ...judgeFuses(app)];
}

/** The contents that the repository requires in a package. */
function requiredContents(): RequiredContents {
  const page = `${sep}index.html`;
  return {
    resources: filesUnder(join(root, 'resources')),
    pages: filesUnder(join(root, 'src', 'renderer'))
      .map((file) => `${sep}${file}`)
      .filter((file) => file.endsWith(page))
      .map((file) => file.slice(1, -page.length)),
  };
}

function judgeFuses({ fuses: found }: Pick<PackedApp, 'fuses'>): string[] {
  return fuseNames.flatMap((name) => {
    const state = found[FuseV1Options[name]];
    const expected = fuses[FuseV1Options[name]] ? FuseState.ENABLE : FuseState.DISABLE;
    return state === expected ? [] : [`the fuse ${name} is not ${FuseState[expected]}`];
  });
}

export const fuseNames = Object.values(FuseV1Options).filter(
  (name): name is keyof typeof FuseV1Options => typeof name === 'string',
);

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
