import fc from 'fast-check';
import type { JournalPost } from '#shared/journal/journal.ts';
import { zeroPostCounts } from '#shared/journal/journal.ts';
import type { Result } from '#shared/failure.ts';
import type { ExpectedPost } from './expectations.ts';
import { anySchedule, type Schedule, type Step } from './schedule.ts';
import { KilledError, World } from './world.ts';

interface ModelResult {
  readonly seed: number;
  readonly runs: number;
  /** The first schedule that failed, after shrinking, with its failure; null if no schedule failed. */
  readonly failure: string | null;
}

/**
 * Plays `count` schedules drawn from `seed`: the same seed gives the same schedules. The first schedule that fails is
 * shrunk as far as possible.
 */
export async function checkModel(count: number, seed: number): Promise<ModelResult> {
  const property = fc.asyncProperty(anySchedule, async (schedule) => {
    const faults = await playSchedule(schedule);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  const report = await fc.check(property, { numRuns: count, seed, endOnFailure: false });
  const { failed, counterexamplePath, errorInstance, counterexample, numRuns } = report;
  if (!failed) return { seed, runs: numRuns, failure: null };
  const lines = [
    String(errorInstance),
    `path ${counterexamplePath ?? ''}`,
    ...(counterexample?.[0].steps ?? []).map((step) => `  ${JSON.stringify(step)}`),
  ];
  return { seed, runs: numRuns, failure: lines.join('\n') };
}

/** Plays a schedule, and then continues without faults until nothing is pending. Returns the faults. */
async function playSchedule({ seed, steps }: Schedule): Promise<readonly string[]> {
  const world = new World(seed);
  for (const [index, step] of steps.entries()) {
    await performStep(world, step);
    checkInvariants(world);
    const { faults } = world.expected;
    if (faults.length > 0) return faults.map((fault) => `step ${index + 1}: ${fault}`);
  }
  await playWithoutFaults(world);
  await world.quit();
  return world.expected.faults.map((fault) => `in the end: ${fault}`);
}

async function performStep(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case 'write':
      writePost(world, world.expected.known(step.post), step.publish);
      return;
    case 'delete':
    case 'restore':
    case 'revert':
    case 'retry':
      changePost(world, world.expected.known(step.post), step.do);
      return;
    case 'look':
      return;
    case 'weather':
      world.service.weather = step.weather;
      world.service.latencyMs = step.latencyMs;
      return;
    case 'disk':
      world.disk.failure = step.code === null ? null : { kind: 'storage', code: step.code };
      return;
    case 'pass':
      await world.clock.advance(step.ms);
      return;
    case 'set-clock':
      world.clock.setWallClock(new Date(world.clock.now() + step.byMs).toISOString());
      return;
    case 'pause':
      catchKill(() => world.life.journal.pause(step.paused));
      return;
    case 'publish':
      catchKill(() => world.life.journal.publish());
      return;
    case 'import':
      catchKill(() => world.import(step));
      return;
    case 'kill':
      world.kill();
      return;
    case 'restart':
      await world.quit();
      return;
    case 'kill-at-write':
      world.fuse = { left: step.at, done: step.done };
  }
}

function writePost(world: World, post: ExpectedPost, publish: boolean): void {
  const { life } = world;
  const title = world.expected.write(post, publish);
  const writing = { id: post.id, publish, title, body: 'text' } as const;
  const written = catchKill(() => life.journal.write(writing));
  recordConfirmedSave(world, post, written);
}

function changePost(
  world: World,
  post: ExpectedPost,
  command: 'delete' | 'restore' | 'revert' | 'retry',
): void {
  if (post.newest === -1) return;
  const { life } = world;
  if (command === 'delete') world.expected.remove(post);
  else {
    const previous = life.journal.get(post.id);
    if (command === 'revert' && previous.ok && previous.value.lastAccepted !== null) {
      post.newest = post.titles.indexOf(previous.value.lastAccepted.title);
      // After a kill during the save, the post may have either text.
      post.saved = Math.min(post.saved, post.newest);
    }
    // A restored post that was deleted as a draft is a draft again.
    if (!previous.ok || previous.value.published || command === 'revert')
      world.expected.publish(post);
    world.expected.remove(post);
  }
  recordConfirmedSave(
    world,
    post,
    catchKill(() => life.journal[command](post.id)),
  );
}

/** Records the confirmed save. After a kill during the save, nothing is confirmed. */
function recordConfirmedSave(
  world: World,
  post: ExpectedPost,
  result: Result<JournalPost> | null,
): void {
  if (result === null) return;
  if (result.ok) {
    post.slot = result.value.slot;
    post.saved = post.newest;
    if (world.disk.posts.get(post.id)?.title !== post.titles[post.newest]) {
      world.expected.fault(`said to be saved, and is not on the disk: ${post.id}`);
    }
  } else if (result.failure.kind === 'storage') {
    const current = world.life.journal.get(post.id);
    if (current.ok) post.slot = current.value.slot;
  } else world.expected.fault(`refused: ${result.failure.kind}`);
}

function catchKill<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof KilledError) return null;
    throw error;
  }
}

/** Checks the conditions that must hold at every time. */
function checkInvariants(world: World): void {
  const { journal, state } = world.life;
  for (const post of world.expected.posts) {
    const current = journal.get(post.id);
    world.expected.compare(post, current.ok ? current.value : null);
  }
  const counts = { ...zeroPostCounts };
  const ids = new Set<string>();
  for (const post of journal.all()) {
    if (!post.ok) continue;
    counts[post.value.state.kind] += 1;
    ids.add(post.value.id);
  }
  for (const fault of world.imports.faults(ids)) world.expected.fault(fault);
  if (JSON.stringify(counts) !== JSON.stringify(state.current.journal.counts)) {
    world.expected.fault(`counts ${JSON.stringify(state.current.journal.counts)}`);
  }
}

/** A time that is longer than the longest pause that a service requests. */
const dayAndMoreMs = 25 * 3600_000;

async function playWithoutFaults(world: World): Promise<void> {
  world.service.weather = 'up';
  world.service.latencyMs = 0;
  world.disk.failure = null;
  world.fuse = null;
  world.life.journal.publish();
  await world.clock.advance(dayAndMoreMs);
  checkInvariants(world);
  const { durable, counts } = world.life.state.current.journal;
  if (!durable) world.expected.fault('something is still not on the disk');
  if (counts.waiting + counts.sending + counts.deleting > 0) {
    world.expected.fault(`something is still unsent: ${JSON.stringify(counts)}`);
  }
  for (const { id, forgotten } of world.expected.posts) {
    const post = world.disk.posts.get(id);
    if (post === undefined || forgotten) continue;
    const { slot } = post;
    const last = world.service.taken.findLast(
      (request) =>
        request.title?.startsWith(`${id.at(-1) ?? ''}.`) === true || request.slot === slot,
    );
    const { state, lastAccepted } = post;
    if (state.kind === 'accepted' && last?.title !== post.title) {
      world.expected.fault(`"${post.title}" is shown as accepted, and is not what was taken last`);
    }
    // The app sends no delete for a post that the service never received.
    const neverThere = last === undefined && state.kind === 'deleted' && state.status === null;
    if (state.kind === 'deleted' && last?.operation !== 'delete' && !neverThere) {
      world.expected.fault(`"${post.title}" is shown as deleted, and that was not asked last`);
    }
    if (state.kind === 'accepted' && lastAccepted?.title !== post.title) {
      world.expected.fault(`"${post.title}" is shown as accepted without its receipt`);
    }
  }
}
