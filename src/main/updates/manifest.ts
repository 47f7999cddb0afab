import { z } from 'zod';
import { ok } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import { refuse, type UpdateResult } from '#shared/updates/update.ts';
import { isReleased } from './version.ts';

/** Bytes of the largest manifest: a real one has about a thousand. */
export const manifestLimit = 64 * 1024;
export const signatureLimit = 4 * 1024;
/** Bytes of the largest package. */
const packageLimit = 2 ** 30;
const notesLimit = 8_000;

/** A plain name in the feed's own folder: no separators, no escapes, nothing that a shell reads. */
const fileName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+){1,8}$/)
  .max(128);
/** 64 bytes in base64. */
const sha512 = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/**
 * A release as its makers signed it. The names are electron-builder's; `signedAt` and `expires` are added when it is
 * signed. The text is JSON, which is YAML too, so that the file keeps its usual name and no YAML parser is needed.
 */
const manifestSchema = z.object({
  version: z.string().refine(isReleased, 'the version is not three numbers'),
  files: z
    .array(z.object({ url: fileName, sha512, size: z.int().min(1).max(packageLimit) }))
    .min(1)
    .max(32),
  releaseDate: instant,
  signedAt: instant,
  expires: instant,
  releaseNotes: z.string().nullish(),
});
export type Manifest = Omit<z.infer<typeof manifestSchema>, 'releaseNotes'> & {
  readonly releaseNotes: string;
};
export type ManifestFile = Manifest['files'][number];

/** Reads the bytes of a manifest whose signature was verified. */
export function parseManifest(bytes: Uint8Array): UpdateResult<Manifest> {
  const parsed = manifestSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    return refuse({ kind: 'malformed', detail: where === '' ? 'it is no manifest' : where });
  }
  const { releaseNotes, ...manifest } = parsed.data;
  if (manifest.expires <= manifest.signedAt)
    return refuse({ kind: 'malformed', detail: 'it expires before it is signed' });
  const foreign = manifest.files.find(({ url }) => !url.includes(manifest.version));
  if (foreign !== undefined)
    return refuse({ kind: 'malformed', detail: `${foreign.url} is not of ${manifest.version}` });
  return ok({ ...manifest, releaseNotes: plainText(releaseNotes ?? '') });
}

/** Control characters other than line breaks and tabs, and those that turn the direction of writing. */
// eslint-disable-next-line no-control-regex -- they are what is taken out
const unseemly = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const plainText = (text: string): string =>
  text.replaceAll(unseemly, '').trim().slice(0, notesLimit);

/** The kinds of package that can replace themselves, and how their files end. */
export const packageExtensions = {
  appimage: '.AppImage',
  deb: '.deb',
  rpm: '.rpm',
  nsis: '.exe',
  mac: '.zip',
} as const;
export type PackageKind = keyof typeof packageExtensions;

/** What this installation is: the system it runs on, and how it came there. */
export interface Installation {
  readonly kind: PackageKind;
  /** As Node says it: `x64`, `arm64`. */
  readonly arch: string;
}

/** The name of the manifest for an installation, as electron-builder gives it. It is part of what is signed. */
export function manifestName({ kind, arch }: Installation): string {
  if (kind === 'nsis') return 'latest.yml';
  if (kind === 'mac') return 'latest-mac.yml';
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;
}

/** The file of a release that this installation is replaced by, or null. */
export function packageFor(manifest: Manifest, { kind, arch }: Installation): ManifestFile | null {
  const isArm = (name: string): boolean => /arm64|aarch64/.test(name);
  return (
    manifest.files.find(
      ({ url }) => url.endsWith(packageExtensions[kind]) && isArm(url) === (arch === 'arm64'),
    ) ?? null
  );
}
