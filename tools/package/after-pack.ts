import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { fuses } from './fuses.ts';

/** Where electron-builder has put the binary. */
function binaryOf({ appOutDir, packager, electronPlatformName }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  switch (electronPlatformName) {
    case 'darwin':
      return join(appOutDir, `${productFilename}.app`);
    case 'win32':
      return join(appOutDir, `${productFilename}.exe`);
    default:
      // Only the packager for Linux has it, and its type is not told.
      return join(appOutDir, (packager as unknown as { executableName: string }).executableName);
  }
}

/** Called by electron-builder before it signs: a fuse that is set afterwards would break the signature. */
export default async function afterPack(context: AfterPackContext): Promise<void> {
  await flipFuses(binaryOf(context), {
    ...fuses,
    // Apple's processors run nothing whose signature does not fit its bytes.
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin',
  });
}
