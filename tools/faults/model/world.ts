import { startJournal, type Journal } from '#journal/journal.ts';
import type { Clock } from '#runtime/clock.ts';
import { setDefectSink } from '#runtime/defects.ts';
import { openRequestGate } from '#runtime/suspension.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { JournalDisk } from '#test/support/journal-disk.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { createRandom } from '#test/support/orbit.ts';
import { Expectations } from './expectations.ts';
import { ScheduleImports } from './imports.ts';
import { FakeService } from './service.ts';

/** Thrown in any running call when the process is killed. */
export class KilledError extends Error {}

/** Milliseconds between two portions of an import. */
const portionMs = 1;

interface RunningJournal {
  readonly journal: Journal;
  readonly state: StateHolder;
  alive: boolean;
  /** Resolves when the process is killed. */
  readonly end: PromiseWithResolvers<void>;
}

/** A clock, a disk and a service, and the runs of the app that use them. */
export class World {
  readonly clock = new FakeClock();
  readonly disk = new JournalDisk();
  readonly expected = new Expectations();
  readonly imports = new ScheduleImports();
  readonly service = new FakeService({
    taken: (request) => this.expected.taken(request),
    doubt: (request) => this.expected.doubt(request),
    fault: (fault) => this.expected.fault(fault),
  });
  /** The number of writes until the process is killed, and whether the last of these writes succeeds; null: no kill. */
  fuse: { left: number; done: boolean } | null = null;
  #random: () => number;
  #life: RunningJournal | null = null;

  constructor(seed: number) {
    this.#random = createRandom(seed);
  }

  /** The running app. Starts a new run if the last run was killed. */
  get life(): RunningJournal {
    if (this.#life?.alive !== true) this.#life = this.#start();
    return this.#life;
  }

  /** Starts an import. It continues while the clock advances. */
  import(step: { readonly posts: number; readonly broken: boolean }): void {
    const { life } = this;
    const pause = async (): Promise<void> => {
      await this.clock.sleep(portionMs, new AbortController().signal);
      // The process was killed between two portions of the import.
      if (!life.alive) await new Promise<never>(() => undefined);
    };
    this.imports.begin(life.journal, pause, step).catch((error: unknown) => {
      if (!(error instanceof KilledError)) this.expected.fault(`defect: ${String(error)}`);
    });
  }

  kill(): void {
    const life = this.#life;
    if (life?.alive !== true) return;
    // The app loses an answer that is not on the disk.
    if (this.service.underWay !== null) this.expected.doubt(this.service.underWay);
    this.service.underWay = null;
    if (!life.state.current.journal.durable) this.expected.forgetAll();
    life.alive = false;
    life.end.resolve();
    this.imports.killed();
  }

  /** Ends the app in the same way as a quit. */
  async quit(): Promise<void> {
    const life = this.#life;
    if (life?.alive !== true) return;
    const ended = life.journal.dispose().catch((error: unknown) => {
      if (!(error instanceof KilledError)) throw error;
    });
    // A running import ends with its next portion of posts.
    await this.clock.advance(portionMs);
    // If the app is killed during its end, the import never resolves.
    await Promise.race([ended, life.end.promise]);
    this.kill();
  }

  recover(): void {
    for (const post of this.expected.posts) {
      this.expected.recover(post, this.disk.posts.get(post.id) ?? null);
    }
  }

  #start(): RunningJournal {
    this.fuse = null;
    this.recover();
    setDefectSink((error) => {
      if (!(error instanceof KilledError)) this.expected.fault(`defect: ${String(error)}`);
    });
    const state = createStateHolder(emptyContent);
    // Null only until the run has started.
    let life: RunningJournal | null = null;
    const clock = this.#clockOf(() => life === null || life.alive);
    const journal = startJournal({
      clock,
      random: this.#random,
      state,
      begin: Promise.resolve(),
      gate: openRequestGate,
      newId: () => {
        throw new Error('every post has its id');
      },
      authorId: () => 1,
      service: this.service.client(clock),
      values: this.disk.values,
      store: this.disk.open({
        beforeWrite: () => this.#write(life, false),
        afterWrite: () => this.#write(life, true),
      }),
    });
    life = { journal, state, alive: true, end: Promise.withResolvers() };
    return life;
  }

  #write(life: RunningJournal | null, succeeds: boolean): void {
    if (life === null) return;
    if (!life.alive) throw new KilledError();
    const { fuse } = this;
    if (fuse === null) return;
    if (!succeeds) fuse.left -= 1;
    if (fuse.left > 0 || fuse.done !== succeeds) return;
    // The app may send a request again if its answer is not on the disk yet.
    this.expected.doubtAll();
    this.kill();
    throw new KilledError();
  }

  /** A clock that stops permanently when the process is killed. */
  #clockOf(isAlive: () => boolean): Clock {
    const never = new Promise<never>(() => undefined);
    return {
      now: this.clock.now,
      uptime: this.clock.uptime,
      monotonic: this.clock.monotonic,
      sleep: async (ms, signal) => {
        const slept = await this.clock.sleep(ms, signal);
        return isAlive() ? slept : never;
      },
    };
  }
}
