import type { Failure, Result } from '../../../shared/failure.ts';
import { fail, ok } from '../../../shared/failure.ts';
import type { DayPicture } from '../../../shared/picture.ts';
import { failed, loading, ready } from '../../../shared/remote.ts';
import { startServiceLoop } from '../service-loop.ts';
import type { Surroundings } from '../surroundings.ts';
import type { NextRound } from '../time/poller.ts';
import { easternDate } from './eastern.ts';
import type { PictureArchive, PictureDownloader, PictureSource } from './ports.ts';
import { planNextLook, type Outcome } from './schedule.ts';

export interface PictureOfTheDayOptions extends Surroundings {
  readonly source: PictureSource;
  readonly downloader: PictureDownloader;
  readonly archive: PictureArchive;
  /** Called with the kept picture at every look, and with a new one when it comes. */
  readonly onPicture: (picture: DayPicture, signal: AbortSignal) => Promise<void>;
}

export interface PictureOfTheDay {
  /** Looks now, unless today's picture is already here. */
  check(): void;
  dispose(): Promise<void>;
}

/** Keeps the picture of the day: one answered request a day, and none when today's is already kept. */
export function startPictureOfTheDay(options: PictureOfTheDayOptions): PictureOfTheDay {
  const { clock, random, source, downloader, archive, state, onPicture } = options;
  /** Looks in a row that failed, and looks in a row that found no newer day. */
  let failures = 0;
  let late = 0;

  async function show(picture: DayPicture, signal: AbortSignal): Promise<void> {
    state.update(() => ({ picture: ready(picture, clock.now()) }));
    if (picture.file !== null) await onPicture(picture, signal);
  }

  /** The newest day of the service, on disk. A kept day is not downloaded again. */
  async function bring(kept: DayPicture | null, signal: AbortSignal): Promise<Result<DayPicture>> {
    const record = await source.fetch(null, signal);
    if (!record.ok) return record;
    if (kept !== null && kept.record.date >= record.value.date) return ok(kept);
    if (record.value.date > easternDate(clock.now()))
      return fail({ kind: 'malformed', detail: 'a picture of a day that has not begun' });
    const file = await downloader.download(record.value, signal);
    if (!file.ok && file.failure.kind !== 'no-picture') return file;
    const picture = { record: record.value, file: file.ok ? file.value : null };
    const saved = archive.save(picture);
    return saved.ok ? ok(picture) : saved;
  }

  function trouble(failure: Failure): Outcome {
    failures += 1;
    return { kind: 'failed', failure, attempt: failures };
  }

  async function look(signal: AbortSignal): Promise<Outcome> {
    const kept = archive.newest();
    if (kept !== null) await show(kept, signal);
    const isToday = (picture: DayPicture): boolean =>
      picture.record.date === easternDate(clock.now());
    if (kept !== null && isToday(kept)) return { kind: 'have-today' };

    state.update(({ picture }) => ({ picture: loading(picture, clock.now()) }));
    const brought = await bring(kept, signal);
    if (!brought.ok && brought.failure.kind === 'cancelled') return trouble(brought.failure);
    state.noteOutcome('picture', clock.now(), brought.ok ? null : brought.failure);
    if (!brought.ok) {
      const { failure } = brought;
      state.update(({ picture }) => ({ picture: failed(picture, failure, clock.now()) }));
      return trouble(failure);
    }
    const picture = brought.value;
    failures = 0;
    // The kept one was shown before the question.
    if (picture.record.date !== kept?.record.date) await show(picture, signal);
    else state.update(() => ({ picture: ready(picture, clock.now()) }));
    late = isToday(picture) ? 0 : late + 1;
    return late === 0 ? { kind: 'have-today' } : { kind: 'not-published', attempt: late };
  }

  const round = async (signal: AbortSignal): Promise<NextRound> =>
    planNextLook(await look(signal), clock.now(), random());

  const poller = startServiceLoop(options, 'picture', 5_000, round);
  return { check: () => poller.poke(), dispose: () => poller.dispose() };
}
