import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import { sameForAllSources, type ProviderName } from '#shared/picture/providers.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { createDownloader } from '#picture/download/download.ts';
import { createPictureSources } from '#picture/providers/sources.ts';
import { probePosition } from '#station/position-client.ts';
import { createPostsService } from '#journal/posts-client.ts';
import { runCommand } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { options, parseProbe, usage, type ProbeCommand } from './probe-arguments.ts';

function callService(
  probe: ProbeCommand,
  http: Http,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const service = { http, baseUrl: () => probe.base };
  switch (probe.command) {
    case 'picture':
      return probePictureSources(probe, http, signal);
    case 'position':
      return probePosition(http, probe.base, Date.now, signal);
    case 'post': {
      const { title, body, 'user-id': userId } = probe;
      return createPostsService(service).create({ title, body, userId }, signal);
    }
    case 'replace': {
      const { id, title, body, 'user-id': userId } = probe;
      return createPostsService(service).replace({ id, title, body, userId }, signal);
    }
    case 'delete':
      return createPostsService(service).delete(probe.id, signal);
  }
}

type PictureProbe = Extract<ProbeCommand, { command: 'picture' }>;

/** A source that did not return the day, and why. */
interface FailedSource {
  readonly source: ProviderName;
  readonly failure: Failure;
}

async function probePictureSources(
  probe: PictureProbe,
  http: Http,
  signal: AbortSignal,
): Promise<Result<unknown> & { readonly tried?: readonly FailedSource[] }> {
  const { base, source, download } = probe;
  const tried: FailedSource[] = [];
  const record = await recordOf(probe, http, signal, tried);
  const failures = source === null && tried.length > 0 ? { tried } : {};
  if (!record.ok || download === null) return { ...record, ...failures };
  // The downloader also writes records beside its files, so it uses a scratch folder, from which only the picture is
  // copied.
  const scratch = await mkdtemp(join(tmpdir(), 'overhead-probe-'));
  try {
    const downloader = createDownloader({
      http,
      folder: scratch,
      serviceUrls: () => [base],
      now: Date.now,
    });
    const file = await downloader.download(record.value, signal);
    if (!file.ok) return { ...fail(file.failure), ...failures };
    const { name } = file.value;
    const path = join(resolve(download), name);
    await mkdir(resolve(download), { recursive: true });
    await copyFile(join(scratch, name), path);
    return { ...ok({ record: record.value, file: file.value, path }), ...failures };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * The record of the day, from `source` or from the first source that has the day. Adds the sources without it to
 * `tried`.
 */
async function recordOf(
  { base, source, key, date }: PictureProbe,
  http: Http,
  signal: AbortSignal,
  tried: FailedSource[],
): Promise<Result<PictureRecord>> {
  const urls = () => sameForAllSources(base);
  const all = createPictureSources({ http, urls, apiKey: () => key, now: Date.now });
  for (const one of all) {
    if (source !== null && one.name !== source) continue;
    const record = await one.fetch(date, signal);
    if (record.ok) return record;
    tried.push({ source: one.name, failure: record.failure });
    if (record.failure.kind === 'cancelled') break;
  }
  // Report a more specific failure than `not-found`, if there is one.
  const specific = tried.find(({ failure }) => failure.kind !== 'not-found');
  return fail(specific?.failure ?? { kind: 'not-found' });
}

async function runProbe(probe: ProbeCommand): Promise<number> {
  const http = createHttp({
    userAgent: 'Overhead-probe',
    now: Date.now,
    deadlines: probe.timeout === null ? {} : { total: probe.timeout },
  });
  const result = await callService(probe, http, interruptionSignal());
  await http.close();
  await printResult(`${JSON.stringify(result)}\n`);
  return result.ok ? 0 : 1;
}

function printResult(text: string): Promise<void> {
  return new Promise((resolve) => {
    // Ignore this error: the reader of the pipe has exited.
    process.stdout.once('error', () => resolve());
    process.stdout.write(text, () => resolve());
  });
}

await runCommand(
  { name: 'probe', usage, options, allowPositionals: true },
  ({ positionals, values }) => runProbe(parseProbe(positionals, values)),
);
// Exits at once, because a name lookup cannot be cancelled and would keep the process running.
process.exit();
