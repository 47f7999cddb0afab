import { mkdirSync, rmSync } from 'node:fs';
import { createRandom } from '#test/support/orbit.ts';
import { choicesOf, imageVarietyOf, type FateChoice } from './choices.ts';
import { SimulatedDisk, type PendingEffect, type DiskMode } from './disk.ts';
import { Inspector } from './inspect.ts';
import { ConfirmedPromises, type TraceMark } from './promises.ts';
import { buildShim, fastFolder, recordScenario, type Recording } from './record.ts';
import { scenarioNames } from './scenarios.ts';
import { describeOperation, type Operation } from './trace.ts';

interface ScenarioReport {
  readonly name: string;
  readonly operations: number;
  readonly images: number;
  readonly distinct: number;
  readonly faults: readonly Fault[];
}

interface Fault {
  readonly scenario: string;
  readonly mode: DiskMode;
  /** The operation after which the power was cut. */
  readonly after: string;
  /** The effects that were lost completely or in part. */
  readonly lost: readonly string[];
  readonly what: readonly string[];
}

interface PowerReport {
  readonly scenarios: readonly ScenarioReport[];
  readonly images: number;
  readonly distinct: number;
  readonly faults: readonly Fault[];
}

interface PowerOptions {
  /** The number of images over all scenarios. */
  readonly count: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

const modes: readonly DiskMode[] = ['strict', 'ext4'];
/** The most images of one moment and mode: more images show no new faults. */
const maxImagesOfMoment = 200;
/**
 * The fewest images of one moment: an image with all effects, and an image without the effects that were not synced.
 */
const minImagesOfMoment = 2;

/** Records all scenarios in a folder. To dispose of the result removes the folder, which every check needs. */
export async function recordScenarios(): Promise<
  Disposable & { readonly recordings: readonly Recording[] }
> {
  using cleanUp = new DisposableStack();
  const folder = fastFolder();
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));
  const shim = buildShim(folder);
  const recordings: Recording[] = [];
  for (const name of scenarioNames) recordings.push(await recordScenario(name, folder, shim));
  const removal = cleanUp.move();
  return { recordings, [Symbol.dispose]: () => removal.dispose() };
}

/**
 * Simulates power cuts after the operations of each scenario, and starts the app on about `count` of the contents of
 * the disk that such a cut may leave.
 */
export async function checkPower(
  recordings: readonly Recording[],
  { count, seed, log }: PowerOptions,
): Promise<PowerReport> {
  const budget = budgetOf(recordings.flatMap(momentsOf), count);
  const scenarios: ScenarioReport[] = [];
  for (const recording of recordings) {
    const report = await checkRecording(recording, budget, seed);
    const { name, operations, images, distinct, faults } = report;
    log(
      `  ${name}: ${operations} operations, ${images} images, ${distinct} distinct, ${faults.length} with faults`,
    );
    scenarios.push(report);
  }
  const sum = (of: (report: ScenarioReport) => number): number =>
    scenarios.reduce((total, report) => total + of(report), 0);
  return {
    scenarios,
    images: sum(({ images }) => images),
    distinct: sum(({ distinct }) => distinct),
    faults: scenarios.flatMap(({ faults }) => faults),
  };
}

interface MissingSync {
  /** The file (by its final name) or the folder whose syncs are left out. */
  readonly sync: string;
  /** The scenarios that sync this file or folder. */
  readonly scenarios: readonly string[];
  /** The first fault; null if no image of all these scenarios had a fault. */
  readonly fault: Fault | null;
  /** The number of images that were started before the first fault. */
  readonly images: number;
}

/**
 * The files whose syncs are never left out, because a loss in these files loses no data that the app has confirmed as
 * saved. An interrupted backup is not used. The app's database has a rollback journal only until its write-ahead log is
 * on, and nothing is saved before that time. A damaged database that is set aside is replaced by a backup.
 */
const filesWithUnneededSyncs: ReadonlySet<string> = new Set([
  '/data/backups/(draft)-journal',
  '/data/overhead.sqlite-journal',
  '/data/overhead.sqlite.unusable-(time)',
]);

/**
 * For each file or folder in turn: leaves out all syncs of the file, as if the disk had ignored them, and searches for
 * a fault.
 *
 * @param count the number of images for each scenario
 */
export async function checkWithoutSyncs(
  recordings: readonly Recording[],
  { count, seed, log }: PowerOptions,
): Promise<MissingSync[]> {
  const kinds = new Map(recordings.map((one) => [one, syncKinds(one.operations)]));
  const all = new Set([...kinds.values()].flatMap((ofOne) => [...ofOne.values()]));
  const outcomes: MissingSync[] = [];
  for (const sync of [...all].filter((kind) => !filesWithUnneededSyncs.has(kind)).toSorted()) {
    const scenarios: string[] = [];
    let started = 0;
    let fault: Fault | null = null;
    for (const [recording, kindOf] of kinds) {
      const operations = recording.operations.filter((one) => kindOf.get(one) !== sync);
      if (operations.length === recording.operations.length) continue;
      scenarios.push(recording.name);
      if (fault !== null) continue;
      const weakened = { ...recording, operations };
      // An eighth of the images is tried first: it shows most faults, which appear in the moments just after the app has
      // reported data as saved.
      for (const images of [count / 8, count]) {
        if (fault !== null) break;
        const budget = budgetOf(momentsOf(weakened), images);
        const report = await checkRecording(weakened, budget, seed, true);
        started += report.images;
        fault = report.faults[0] ?? null;
      }
    }
    outcomes.push({ sync, scenarios, fault, images: started });
    const seen =
      fault === null
        ? `no fault in ${started} images of ${scenarios.join(', ')}`
        : `${fault.scenario}, ${fault.mode}, image ${started}: ${fault.what[0] ?? ''}`;
    log(`  without the sync of ${sync}: ${seen}`);
  }
  return outcomes;
}

/** The kind of each sync: the final name of the synced file, without the variable parts of the name. */
function syncKinds(operations: readonly Operation[]): Map<Operation, string> {
  const kinds = new Map<Operation, string>();
  operations.forEach((operation, index) => {
    if (operation.kind !== 'sync' && operation.kind !== 'sync-folder') return;
    let { path } = operation;
    if (operation.kind === 'sync')
      for (const later of operations.slice(index))
        if (later.kind === 'rename' && later.path === path) path = later.to;
    const name = path
      .replace(/\.overhead-[\da-f-]{36}\.part/, '(draft)')
      .replace(/\d{4}-\d\d-\d\d-[\da-f]{8}-\d+/, '(picture)')
      .replace(/\d{4}-\d\d-\d\dT[\d-]+Z/, '(time)');
    kinds.set(operation, operation.kind === 'sync' ? name : `folder ${name === '' ? '/' : name}`);
  });
  return kinds;
}

/** A possible moment of the power cut. */
interface CutMoment {
  readonly variety: number;
}

function momentsOf(recording: Recording): CutMoment[] {
  const moments: CutMoment[] = [];
  for (const mode of modes)
    for (const { disk } of momentSteps(recording, mode))
      moments.push({ variety: imageVarietyOf(disk.pending, maxImagesOfMoment) });
  return moments;
}

/** The highest number of images of one moment, and the fraction of the moments that get any images. */
interface ImageBudget {
  readonly share: number;
  readonly part: number;
}

/**
 * Chooses the budget for `count` images in all, or for all images if there are fewer. A small count leaves out moments
 * rather than kinds of images.
 */
function budgetOf(moments: readonly CutMoment[], count: number): ImageBudget {
  const total = (share: number): number =>
    moments.reduce((sum, { variety }) => sum + Math.min(variety, share), 0);
  if (total(minImagesOfMoment) > count)
    return { share: minImagesOfMoment, part: count / total(minImagesOfMoment) };
  let share = minImagesOfMoment;
  while (share < maxImagesOfMoment && total(share) < count) share += 1;
  return { share, part: 1 };
}

/**
 * Yields a record for each moment at which the power can be cut: the state of the disk, the promises made so far, and
 * the previous operation with its index.
 */
function* momentSteps({ before, inodes, operations }: Recording, mode: DiskMode) {
  const disk = new SimulatedDisk(mode, before, inodes);
  const promises = new ConfirmedPromises();
  for (const [index, operation] of operations.entries()) {
    disk.apply(operation);
    if (operation.kind === 'mark') promises.add(JSON.parse(operation.text) as TraceMark);
    // A mark in the trace does not change the disk. If the next operation is a mark, the moment after the mark is used.
    if (operations[index + 1]?.kind === 'mark') continue;
    yield { disk, promises, operation, index };
  }
}

async function checkRecording(
  recording: Recording,
  { share, part }: ImageBudget,
  seed: number,
  endsWithFault = false,
): Promise<ScenarioReport> {
  const { name, root, operations } = recording;
  mkdirSync(root, { recursive: true });
  const inspector = new Inspector(root);
  const faults: Fault[] = [];
  let images = 0;
  check: for (const mode of modes) {
    const random = createRandom(seed);
    for (const { disk, promises, operation, index } of momentSteps(recording, mode)) {
      // The moment after a promise is always included.
      if (part < 1 && operation.kind !== 'mark' && random() >= part) continue;
      const { pending } = disk;
      for (const choice of choicesOf(pending, mode, share, random)) {
        images += 1;
        const what = await inspector.inspect(disk.image(choice), promises);
        if (what.length === 0) continue;
        faults.push({
          scenario: name,
          mode,
          after: `${index + 1}: ${describeOperation(operation)}`,
          lost: lostEffectsInWords(pending, choice, operations),
          what,
        });
        if (endsWithFault) break check;
      }
    }
  }
  rmSync(root, { recursive: true, force: true });
  return { name, operations: operations.length, images, distinct: inspector.distinct, faults };
}

function lostEffectsInWords(
  pending: readonly PendingEffect[],
  choice: FateChoice,
  operations: readonly Operation[],
): string[] {
  return pending.flatMap(({ index }, at) => {
    const fate = choice[at] ?? 'lost';
    const operation = operations[index - 1];
    if (fate === 'whole' || operation === undefined) return [];
    const how = typeof fate === 'string' ? fate : `sectors ${fate.join('')}`;
    return [`${describeOperation(operation)} (${how})`];
  });
}

/** The text of a report: the first fault of each kind. */
export function reportFaults(faults: readonly Fault[]): string[] {
  const kinds = new Map<string, { readonly first: Fault; count: number }>();
  for (const fault of faults) {
    const kind = `${fault.scenario} ${fault.mode} ${(fault.what[0] ?? '').replaceAll(/[\d.]+/g, 'N')}`;
    const group = kinds.get(kind) ?? { first: fault, count: 0 };
    group.count += 1;
    kinds.set(kind, group);
  }
  return [...kinds.values()].flatMap(({ first, count }) => [
    `${first.scenario}, ${first.mode}, power cut after ${first.after} (${count} images)`,
    ...first.what.slice(0, 3).map((what) => `  ${what}`),
    ...first.lost.slice(0, 8).map((lost) => `    lost: ${lost}`),
    ...(first.lost.length > 8 ? [`    and ${first.lost.length - 8} more`] : []),
  ]);
}
