import type * as fs from 'node:fs';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createUpdateRig, packageFileOf, type UpdateRig } from '#test/support/update-rig.ts';

/** Called just before a file is copied. */
const beforeCopy = vi.hoisted(() => ({ run: (): void => undefined }));
vi.mock('node:fs', async (importOriginal) => {
  const actual = await importOriginal<typeof fs>();
  return {
    ...actual,
    copyFileSync(...args: Parameters<typeof actual.copyFileSync>) {
      beforeCopy.run();
      actual.copyFileSync(...args);
    },
  };
});

let rig: UpdateRig;
afterEach(() => rig.close());

it.skipIf(process.platform !== 'linux')(
  'the updater refuses an AppImage that is exchanged between the check and the copy',
  async () => {
    rig = await createUpdateRig();
    await rig.release('1.1.0');
    const updates = rig.start();
    await rig.check(updates);
    await updates.download();
    const downloaded = join(rig.updatesFolder, 'pending', packageFileOf('appimage', '1.1.0'));
    beforeCopy.run = () => writeFileSync(downloaded, 'version 6.6.6');
    updates.installNow();
    expect(updates.state).toMatchObject({ status: 'failed', failure: { kind: 'wrong-file' } });
    expect(rig.imageText()).toBe('the version that runs');
    expect(readdirSync(rig.home)).toEqual(['Overhead.AppImage']);
    expect(rig.steps).toEqual([]);
  },
);
