import { z } from 'zod';
import { ok } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import { refusedUpdate, type UpdateResult } from '#shared/updates/update.ts';

/** Largest manifest and signature file in bytes. A real manifest has about a thousand. */
export const manifestLimit = 64 * 1024;
export const signatureLimit = 4 * 1024;
/** Largest package in bytes. */
const packageLimit = 2 ** 30;
const notesLimit = 8_000;

/** A plain file name: no path separators, no escapes, no characters that a shell interprets. */
const fileNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+){1,8}$/)
  .max(128);
/** A SHA-512: 64 bytes in base64. */
const sha512Schema = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);
const instantSchema = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
/** The version of a release: three numbers. A manifest with the version of a pre-release is refused. */
const versionSchema = z.string().regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/);

/**
 * A signed release. The field names are electron-builder's; `tools/release` adds `signedAt` and `expires`. The file
 * contains JSON, and JSON is also valid YAML. Therefore the file keeps its usual name, and the app needs no YAML
 * parser.
 */
const manifestSchema = z.object({
  version: versionSchema,
  files: z
    .array(
      z.object({
        url: fileNameSchema,
        sha512: sha512Schema,
        size: z.int().min(1).max(packageLimit),
      }),
    )
    .min(1)
    .max(32),
  releaseDate: instantSchema,
  signedAt: instantSchema,
  expires: instantSchema,
  releaseNotes: z
    .string()
    .nullish()
    .transform((text) => plainText(text ?? '')),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type PackageFile = Manifest['files'][number];

/** Parses the bytes of a manifest after its signature was verified. */
export function parseManifest(bytes: Uint8Array): UpdateResult<Manifest> {
  const malformedManifest = (detail: string) => refusedUpdate({ kind: 'malformed', detail });
  const parseResult = manifestSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
  if (!parseResult.success) {
    const field = parseResult.error.issues[0]?.path.join('.') ?? '';
    return malformedManifest(field === '' ? 'it is no manifest' : field);
  }
  const manifest = parseResult.data;
  if (manifest.expires <= manifest.signedAt)
    return malformedManifest('it expires before it is signed');
  const foreignFile = manifest.files.find(({ url }) => !url.includes(manifest.version));
  if (foreignFile !== undefined)
    return malformedManifest(`${foreignFile.url} is not of ${manifest.version}`);
  return ok(manifest);
}

/** Removes control characters except line breaks and tabs, and characters that change the writing direction. */
function plainText(text: string): string {
  const removedPattern =
    // oxlint-disable-next-line no-control-regex -- control characters are what is removed
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
  return text.replaceAll(removedPattern, '').trim().slice(0, notesLimit);
}

/** The package kinds for which the app finds updates, and their file extensions. */
const packageExtensions = {
  appimage: '.AppImage',
  deb: '.deb',
  rpm: '.rpm',
  nsis: '.exe',
  mac: '.zip',
} as const;
export type PackageKind = keyof typeof packageExtensions;
/** The package kinds that the app replaces itself. The user installs a deb or rpm with the package manager. */
export type AppInstalledKind = Exclude<PackageKind, 'deb' | 'rpm'>;

/** How this app is installed. */
export interface Installation<Kind extends PackageKind = PackageKind> {
  readonly kind: Kind;
  /** The processor, as in `process.arch`. */
  readonly arch: string;
}

/** The manifest's file name for an installation, as electron-builder names it. The name is signed too. */
export function manifestName({ kind, arch }: Installation): string {
  if (kind === 'nsis') return 'latest.yml';
  if (kind === 'mac') return 'latest-mac.yml';
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;
}

/**
 * Returns the package for an installation, or null if the manifest has none. Prefers a package whose name contains the
 * processor to one for all processors, which is twice as large.
 */
export function packageFor(manifest: Manifest, { kind, arch }: Installation): PackageFile | null {
  const fitting = manifest.files.filter(
    ({ url }) =>
      url.endsWith(packageExtensions[kind]) && /arm64|aarch64/.test(url) === (arch === 'arm64'),
  );
  return (
    fitting.find(({ url }) => /x64|x86_64|amd64|arm64|aarch64/.test(url)) ?? fitting[0] ?? null
  );
}
