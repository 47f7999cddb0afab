import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { fuses } from './fuses.ts';

/** The path of the binary that electron-builder has packed. */
function binaryOf({ appOutDir, packager, electronPlatformName }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  switch (electronPlatformName) {
    case 'darwin':
      return join(appOutDir, `${productFilename}.app`);
    case 'win32':
      return join(appOutDir, `${productFilename}.exe`);
    default:
      // Only the Linux packager has `executableName`, and its type does not declare it.
      return join(appOutDir, (packager as unknown as { executableName: string }).executableName);
  }
}

/** electron-builder calls this function before it signs the app: a fuse that is set later would break the signature. */
export default async function afterPack(context: AfterPackContext): Promise<void> {
  await flipFuses(binaryOf(context), {
    ...fuses,
    // On Apple silicon, a binary cannot run if its signature does not match its bytes.
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin',
  });
}
