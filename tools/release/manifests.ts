import { createHash, sign as signBytes, type KeyObject } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseManifest, type Manifest } from '#updates/manifest.ts';
import { isSigned, signedBytes } from '#updates/install/signature.ts';
import { RefusalError } from '../setup/process.ts';

const dayMs = 24 * 3600_000;

/** The format of a manifest that electron-builder has written or that was signed earlier. */
const writtenManifestSchema = z.object({
  version: z.string(),
  files: z.array(z.object({ url: z.string(), sha512: z.string(), size: z.number() })).min(1),
  releaseDate: z.string(),
  releaseNotes: z.string().nullish(),
});

/** The manifests in a folder, one for each system. */
export function manifestsIn(folder: string): string[] {
  if (!existsSync(folder)) throw new RefusalError(`there is no folder ${folder}`);
  const names = readdirSync(folder).filter((name) => /^latest(-[a-z0-9-]+)?\.yml$/.test(name));
  if (names.length === 0) throw new RefusalError(`there is no latest*.yml in ${folder}`);
  return names.sort();
}

interface SigningOptions {
  /** The private keys. Usually one; two while the app changes from one key to another. */
  readonly keys: readonly KeyObject[];
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** The number of days for which the app accepts the manifest. */
  readonly days: number;
  /** The release notes as plain text; null: the notes of the manifest stay. */
  readonly notes: string | null;
}

/**
 * Checks every file that a manifest names, and signs the manifest. Writes the manifest as JSON, with the times of
 * signing and of expiry. A signed manifest can be signed again to extend its validity.
 */
export async function signManifest(
  folder: string,
  name: string,
  { keys, now, days, notes }: SigningOptions,
): Promise<Manifest> {
  const path = join(folder, name);
  const earlier = writtenManifestSchema.safeParse(parse(readFileSync(path, 'utf8')));
  if (!earlier.success) throw new RefusalError(`${name} is no manifest: ${earlier.error.message}`);
  const { version, files, releaseDate, releaseNotes } = earlier.data;
  const text = JSON.stringify(
    {
      version,
      files,
      releaseDate,
      signedAt: new Date(now).toISOString(),
      expires: new Date(now + days * dayMs).toISOString(),
      releaseNotes: notes ?? releaseNotes ?? '',
    },
    null,
    2,
  );
  const bytes = Buffer.from(`${text}\n`);
  const manifest = await checkManifest(folder, name, bytes);
  const lines = keys.map((key) => {
    const signature = signBytes(null, signedBytes(name, bytes), key);
    return `ed25519:${signature.toString('base64')}\n`;
  });
  writeFileSync(path, bytes);
  writeFileSync(`${path}.sig`, lines.join(''));
  return manifest;
}

/** Checks a signed manifest in the same way as the app, and checks every file that it names. Throws a RefusalError. */
export async function verifyManifest(
  folder: string,
  name: string,
  keys: readonly KeyObject[],
  now: number,
): Promise<Manifest> {
  const bytes = readFileSync(join(folder, name));
  let signature: string;
  try {
    signature = readFileSync(join(folder, `${name}.sig`), 'latin1');
  } catch {
    throw new RefusalError(`${name} has no signature beside it`);
  }
  if (!isSigned(keys, name, bytes, signature))
    throw new RefusalError(`${name} is not signed by this key`);
  const manifest = await checkManifest(folder, name, bytes);
  if (manifest.expires <= now) throw new RefusalError(`${name} has expired`);
  return manifest;
}

async function checkManifest(folder: string, name: string, bytes: Buffer): Promise<Manifest> {
  const parsed = parseManifest(bytes);
  if (!parsed.ok)
    throw new RefusalError(`the app would refuse ${name}: ${JSON.stringify(parsed.failure)}`);
  for (const { url, size, sha512 } of parsed.value.files) {
    const path = join(folder, url);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw new RefusalError(`${name} names ${url}, which is not there`);
    if (stats.size !== size || (await sha512Of(path)) !== sha512)
      throw new RefusalError(`${url} is not the file that ${name} describes`);
  }
  return parsed.value;
}

async function sha512Of(path: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('base64');
}
