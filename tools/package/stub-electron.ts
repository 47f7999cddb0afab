import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FuseState } from '@electron/fuses';

/** The marker that precedes the fuses in every Electron binary. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The defaults of Electron 45, in the order of FuseV1Options. */
const shippedFuses = [1, 0, 1, 1, 0, 0, 0, 1, 1];

/**
 * Makes a folder that electron-builder accepts as an unpacked Electron: files with the right names, and a "binary" that
 * contains only the fuses. The folder is enough to test the packing; the binary cannot run.
 */
export async function makeStubElectron(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  const wire = shippedFuses.map((on) => (on === 1 ? FuseState.ENABLE : FuseState.DISABLE));
  const binary = Buffer.concat([
    Buffer.from('a stub in place of Electron\n'.repeat(100)),
    Buffer.from(fuseSentinel),
    // The version and the length of the fuse wire.
    Buffer.from([1, wire.length, ...wire]),
    Buffer.alloc(1000),
  ]);
  await writeFile(join(folder, 'electron'), binary, { mode: 0o755 });
  const others = ['LICENSE', 'LICENSES.chromium.html', 'version', 'chrome-sandbox'];
  for (const name of [...others, 'locales/en-US.pak'])
    await writeFile(join(folder, name), `stub of ${name}\n`);
}
