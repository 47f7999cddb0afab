import { startJournal, type Journal } from '#journal/journal.ts';
import type { Clock } from '#runtime/clock.ts';
import { openGate } from '#runtime/suspension.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { JournalDisk } from '#test/support/journal-disk.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { randomOf } from '#test/support/orbit.ts';
import { Expectations } from './expectations.ts';
import { Imports } from './imports.ts';
import { FakeService } from './service.ts';

/** The process is gone: thrown out of whatever it was doing. */
export class Killed extends Error {}

/** Between two portions of an import. */
const portionMs = 1;

interface Life {
  readonly journal: Journal;
  readonly state: StateHolder;
  alive: boolean;
  /** Resolves when it is killed. */
  readonly end: PromiseWithResolvers<void>;
}

/** A clock, a disk and a service, and one life of the app after the other among them. */
export class World {
  readonly clock = new FakeClock();
  readonly disk = new JournalDisk();
  readonly expected = new Expectations();
  readonly imports = new Imports();
  readonly service = new FakeService({
    taken: (asked) => this.expected.taken(asked),
    doubt: (asked) => this.expected.doubt(asked),
    fault: (fault) => this.expected.fault(fault),
  });
  /** Writes until the process is killed, and whether that one still happens; null: it lives on. */
  fuse: { left: number; done: boolean } | null = null;
  #random: () => number;
  #life: Life | null = null;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  /** The running app; a new one where the last was killed. */
  get life(): Life {
    if (this.#life?.alive !== true) this.#life = this.#start();
    return this.#life;
  }

  /** Begins to take a file; it goes on while time passes. */
  import(step: { readonly posts: number; readonly broken: boolean }): void {
    const { life } = this;
    const pause = async (): Promise<void> => {
      await this.clock.sleep(portionMs, new AbortController().signal);
      // The process is gone in between.
      if (!life.alive) await new Promise<never>(() => undefined);
    };
    this.imports.begin(life.journal, pause, step).catch((error: unknown) => {
      if (!(error instanceof Killed)) this.expected.fault(`defect: ${String(error)}`);
    });
  }

  kill(): void {
    const life = this.#life;
    if (life?.alive !== true) return;
    // What the service was asked just now, and what it answered but the disk did not take, is forgotten.
    if (this.service.underWay !== null) this.expected.doubt(this.service.underWay);
    this.service.underWay = null;
    if (!life.state.current.journal.durable) this.expected.forgetAll();
    life.alive = false;
    life.end.resolve();
    this.imports.killed();
  }

  /** As the app does when it is told to end. */
  async quit(): Promise<void> {
    const life = this.#life;
    if (life?.alive !== true) return;
    const ended = life.journal.dispose().catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    // An import that is running ends with its next portion.
    await this.clock.advance(portionMs);
    // Killed while it ends, it never does.
    await Promise.race([ended, life.end.promise]);
    this.kill();
  }

  recover(): void {
    for (const post of this.expected.posts) {
      this.expected.recover(post, this.disk.posts.get(post.id) ?? null);
    }
  }

  #start(): Life {
    this.fuse = null;
    this.recover();
    const onDefect = (error: unknown): void => {
      if (!(error instanceof Killed)) this.expected.fault(`defect: ${String(error)}`);
    };
    const state = createStateHolder(emptyContent, onDefect);
    // Until it has begun, nothing of it can end.
    let life: Life | null = null;
    const clock = this.#clockOf(() => life === null || life.alive);
    const journal = startJournal({
      clock,
      random: this.#random,
      state,
      begin: Promise.resolve(),
      gate: openGate,
      onDefect,
      newId: () => {
        throw new Error('every post has its id');
      },
      authorId: () => 1,
      service: this.service.client(clock),
      stateStore: this.disk.stateStore,
      store: this.disk.open({
        beforeWrite: () => this.#write(life, false),
        afterWrite: () => this.#write(life, true),
      }),
    });
    life = { journal, state, alive: true, end: Promise.withResolvers() };
    return life;
  }

  #write(life: Life | null, done: boolean): void {
    if (life === null) return;
    if (!life.alive) throw new Killed();
    const { fuse } = this;
    if (fuse === null) return;
    if (!done) fuse.left -= 1;
    if (fuse.left > 0 || fuse.done !== done) return;
    // An answer that came and is not on the disk yet is as good as none.
    this.expected.doubtAll();
    this.kill();
    throw new Killed();
  }

  /** Stands still for good once the process is gone. */
  #clockOf(isAlive: () => boolean): Clock {
    const never = new Promise<never>(() => undefined);
    return {
      now: this.clock.now,
      monotonic: this.clock.monotonic,
      sleep: async (ms, signal) => {
        const slept = await this.clock.sleep(ms, signal);
        return isAlive() ? slept : never;
      },
    };
  }
}
