import { ok } from '#shared/failure.ts';
import { refuse, type UpdateMemory, type UpdateResult } from '#shared/updates/update.ts';
import { judge } from './judge.ts';
import { manifestName, packageFor, parseManifest, type Installation } from './manifest.ts';
import type { SignatureCheck, UpdateFeed, VerifiedRelease } from './ports.ts';

export interface Look {
  readonly feed: UpdateFeed;
  readonly isSigned: SignatureCheck;
  readonly installation: Installation;
  /** The version that runs. */
  readonly version: string;
  readonly seen: UpdateMemory['seen'];
  readonly now: () => number;
}

export interface Found {
  /** Null: what runs is the newest. */
  readonly release: VerifiedRelease | null;
  /** To be remembered before anything else is done. */
  readonly seen: { readonly version: string; readonly signedAt: number };
}

/**
 * Asks the feed once. The order is the point: the bytes are verified before they are parsed, parsed before they are
 * judged, and no other file is asked for before all of that.
 */
export async function look(
  { feed, isSigned, installation, version, seen, now }: Look,
  signal: AbortSignal,
): Promise<UpdateResult<Found>> {
  const name = manifestName(installation);
  const got = await feed.manifest(name, signal);
  if (!got.ok) return refuse({ kind: 'feed', failure: got.failure });
  const { bytes, signature } = got.value;
  if (signature === null) return refuse({ kind: 'unsigned' });
  if (!isSigned(name, bytes, signature)) return refuse({ kind: 'bad-signature' });
  const parsed = parseManifest(bytes);
  if (!parsed.ok) return parsed;
  const manifest = parsed.value;
  const isNews = judge(manifest, { version, seen, now: now() });
  if (!isNews.ok) return isNews;
  // What was judged is at least as new as what was seen before.
  const nowSeen = { version: manifest.version, signedAt: manifest.signedAt };
  if (!isNews.value) return ok({ release: null, seen: nowSeen });
  const file = packageFor(manifest, installation);
  if (file === null) return refuse({ kind: 'no-package', version: manifest.version });
  const release = {
    version: manifest.version,
    notes: manifest.releaseNotes,
    releasedAt: manifest.releaseDate,
    file,
  };
  return ok({ release, seen: nowSeen });
}
