import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceName } from '#services/request-log.ts';
import { easternDate } from '#picture/eastern.ts';
import type { Failure, Result } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import { defaultSettings, type ServiceUrls } from '#shared/settings/settings.ts';
import { isStanding } from '#shared/status/standing.ts';
import type { AppState } from '#shared/state.ts';
import { root } from '#tools/setup/paths.ts';
import { Expectations, type ExpectedPost } from '../model/expectations.ts';
import { WorldApp, BrokenRuleError, type SpawnHost } from './world-app.ts';
import { canaryKey, startMachine, spoilDisk, type Machine, type RequestEntry } from './machine.ts';
import { killAtExit } from './exit.ts';
import type { WorkPiece } from '../thread-budget.ts';
import type { ResourceMeasure } from './host.ts';
import {
  describeGrowth,
  findKeyLeaks,
  RequestPace,
  showsKey,
  wallpaperFault,
} from './world-rules.ts';
import { ScheduleTrace } from './trace.ts';
import { hangingScenarios, type Scenario, type Schedule, type Step } from './schedule.ts';

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3600_000];

/** The longest pause that a scenario requests, in milliseconds. */
const maxRetryAfterMs = 600_000;

/** The resources of an app without faults, after it has quit and while it is idle. */
interface ReferenceResources {
  readonly atRest: ResourceMeasure;
  readonly atQuit: ResourceMeasure;
}

interface PlayedSchedule {
  readonly faults: readonly string[];
  readonly trace: ScheduleTrace;
  readonly requests: number;
  readonly starts: number;
  /** The longest piece of work of the app's main thread after a start. */
  readonly longestPiece: WorkPiece;
  /** The pieces of work over the limit. On a busy machine a short piece may be measured as a long one. */
  readonly longPieces: readonly WorkPiece[];
  /** Of the services that did not work when the faults ended, the number that worked again by themselves within 75 s. */
  readonly alone: number;
  /** The number of the other services that did not work. They must work again after the user starts a check. */
  readonly asked: number;
  /** 1 if a service still requests a pause of more than two hours after the faults have ended, otherwise 0. */
  readonly held: number;
}

/** A schedule that is being played: the active faults, the past actions, and the violations of the rules. */
class SchedulePlay {
  readonly machine: Machine;
  private readonly seed: number;
  readonly reference: ReferenceResources | null;
  readonly posts = new Expectations();
  readonly pace = new RequestPace();
  readonly trace: ScheduleTrace;
  readonly signal: AbortSignal;
  private readonly spawnHost: SpawnHost | undefined;
  readonly faults: string[] = [];
  readonly scenarios = new Map<ServiceName, readonly Scenario[]>();
  app: WorldApp | null = null;
  longestPiece: WorkPiece = { ms: 0, place: '' };
  readonly longPieces: WorkPiece[] = [];
  starts = 0;
  requests = 0;
  outputs = '';
  /** Titles of all posts that the service received. */
  private readonly seen = new Set<string>();
  private hasLocalhost = false;
  private hasKey = false;
  private changes = 0;

  constructor(
    machine: Machine,
    seed: number,
    reference: ReferenceResources | null,
    signal: AbortSignal,
    spawnHost?: SpawnHost,
  ) {
    this.machine = machine;
    this.spawnHost = spawnHost;
    this.seed = seed;
    this.trace = new ScheduleTrace(machine);
    this.reference = reference;
    this.signal = signal;
  }

  urls(): ServiceUrls {
    const { apod_url, iss_url, posts_url } = this.machine.services.urls;
    const named = (url: string): string =>
      this.hasLocalhost ? url.replace('127.0.0.1', 'localhost') : url;
    return { picture: named(apod_url), position: named(iss_url), posts: named(posts_url) };
  }

  async start(): Promise<WorldApp> {
    this.starts += 1;
    this.pace.forget();
    const env = { ...this.machine.env, OVERHEAD_WORLD_SEED: String(this.seed + this.starts) };
    const args = [`--user-data-dir=${this.machine.data}`];
    const app = await WorldApp.start(env, args, this.spawnHost);
    this.app = app;
    for (const post of this.posts.posts) this.posts.recover(post, await this.find(post));
    return app;
  }

  /** Writes settings with the services of this schedule, and starts the app for the first time. */
  async begin(): Promise<WorldApp> {
    const services = { ...defaultSettings.services, source: 'own', own: this.urls() };
    writeFileSync(
      join(this.machine.data, 'settings.json'),
      JSON.stringify({ ...defaultSettings, services }),
    );
    await this.put('picture', []);
    return this.start();
  }

  get running(): WorldApp {
    if (this.app === null) throw new Error('the app is down');
    return this.app;
  }

  async find(post: ExpectedPost): Promise<JournalPost | null> {
    const answer = await this.running.ask('journal', 'get', post.id);
    return answer?.ok === true ? answer.value : null;
  }

  async put(service: ServiceName, scenarios: readonly Scenario[]): Promise<void> {
    this.scenarios.set(service, scenarios);
    // Every date has an image, unless the schedule contains a video, another kind or a late day.
    const usual =
      service === 'picture' && !scenarios.some(({ name }) => /^(video|other|late)$/.test(name));
    const image = usual ? [{ name: 'image' }] : [];
    await this.machine.setScenarios(service, [...image, ...scenarios]);
  }

  /** Reads the new requests, and checks them against the rules. */
  async look(): Promise<void> {
    const hung =
      this.scenarios.get('posts')?.some(({ name }) => hangingScenarios.includes(name)) === true;
    const entries = await this.machine.requests(this.requests);
    this.trace.requests(entries);
    for (const entry of entries) {
      this.requests = entry.number;
      const fault = this.pace.fault(entry, (one) => this.holdOf(one));
      if (fault !== null) this.faults.push(fault);
      if (showsKey(entry)) this.faults.push(`the API key is in a request: ${entry.target}`);
      if (entry.service === 'posts') this.take(entry, hung);
    }
    if (this.app !== null) this.takePieces(this.app);
    const shown = wallpaperFault(this.machine);
    if (shown !== null) this.faults.push(shown);
    this.faults.push(...this.posts.faults.splice(0));
  }

  private takePieces(app: WorldApp): void {
    if (app.longestPiece.ms > this.longestPiece.ms) this.longestPiece = app.longestPiece;
    this.longPieces.push(...app.longPieces.splice(0));
  }

  /** Records the current state in the trace. */
  async note(): Promise<void> {
    this.trace.disk();
    if (this.app !== null) this.trace.state(await this.app.state());
  }

  private holdOf({ service, scenarios, status }: RequestEntry): number {
    if (status !== 503 && status !== 429) return 0;
    const on = this.scenarios.get(service) ?? [];
    const holds = on
      .filter(({ name }) => scenarios.includes(name) && name !== 'quota-silent')
      .map((scenario) => Number(scenario['retryAfter'] ?? 0) * 1000)
      .map((ms) => (Number.isNaN(ms) ? 0 : ms));
    // Two scenarios with the same name may be active, and the log does not show which of them answered: use the shorter
    // wait.
    return holds.length === 0 ? 0 : Math.min(...holds);
  }

  private take({ method, target, body, status, scenarios }: RequestEntry, hung: boolean): void {
    const text = body === undefined ? null : (parseJson(body) as { title?: string } | null);
    const slot = Number(/^\/posts\/(\d+)$/.exec(target)?.[1] ?? 0) || null;
    const operations = { POST: 'create', PUT: 'replace', DELETE: 'delete' } as const;
    const operation = operations[method as keyof typeof operations];
    const request = { operation, slot, title: text?.title ?? null };
    const isClean = status !== null && status < 300 && scenarios.every((name) => name === 'public');
    if (request.title !== null) this.seen.add(request.title);
    // A post whose acceptance is uncertain may be sent again.
    if (!isClean) return;
    if (hung) this.posts.doubt(request);
    this.posts.taken(request);
  }

  async end(downMs: number, how: () => Promise<unknown>): Promise<void> {
    const { app } = this;
    if (app === null) return;
    await how();
    await this.look();
    this.outputs += app.output;
    this.takePieces(app);
    this.app = null;
    this.machine.time.true += downMs;
  }

  /** Kills the app with SIGKILL, possibly in the middle of a call. */
  async kill(atCall: number | null, downMs: number): Promise<void> {
    const { app } = this;
    if (app === null) return;
    if (atCall === null) {
      if (!(await app.state()).journal.durable) this.posts.forgetAll();
    } else {
      this.posts.forgetAll();
      await app.killWithin(minuteMs, atCall);
      await this.machine.received();
    }
    await this.end(downMs, () => app.kill());
  }

  async quit(downMs: number): Promise<void> {
    const { app } = this;
    if (app === null) return;
    if (!(await app.state()).journal.durable) this.posts.forgetAll();
    // The end of the app aborts the waiting requests, and it is unknown whether the service has received them.
    if (this.scenarios.size > 0) this.posts.doubtAll();
    const code = await app.quit();
    if (code !== 0) this.faults.push(`the app ended with exit code ${code}`);
    const left = app.leftAtQuit;
    if (left === null) this.faults.push('the app ended without its end');
    else if (this.reference !== null)
      this.faults.push(
        ...describeGrowth(this.reference.atQuit, left).map((one) => `at its end: ${one}`),
      );
    await this.end(downMs, () => Promise.resolve());
  }

  async perform(step: Step): Promise<void> {
    if (this.app === null) await this.start();
    const app = this.running;
    switch (step.do) {
      case 'pass':
        return app.advance(step.ms);
      case 'service':
        return this.put(step.service, step.scenarios);
      case 'disk':
        return this.spoil(step.fault);
      case 'set-clock':
        this.machine.time.skew = step.skewMs;
        return;
      case 'sleep':
        for (let n = 0; n < step.times; n += 1)
          await app.sleep(this.machine.logind, step.ms / step.times);
        return;
      case 'kill':
        return this.kill(step.atCall, step.downMs);
      case 'restart':
        return this.quit(step.downMs);
      case 'write':
        return this.write(this.posts.known(step.post), step.publish);
      case 'delete':
      case 'restore':
      case 'retry':
        return this.change(this.posts.known(step.post), step.do);
      case 'decide':
        return this.decide(step.kind);
      case 'wallpaper':
        await app.ask('wallpaper', 'set', { date: null, fit: null, displays: null });
        return;
      case 'check':
        await app.ask('app', 'check');
        return;
      case 'publish':
        await app.ask('journal', 'publish');
        return;
      case 'settings':
        return this.set();
      case 'move':
        await this.look();
        this.hasLocalhost = !this.hasLocalhost;
        // The app treats the new addresses as other services: it stops everything and starts again in the same process.
        if (this.scenarios.size > 0) this.posts.doubtAll();
        await app.ask('settings', 'change', {
          services: { ...defaultSettings.services, source: 'own', own: this.urls() },
        });
        this.pace.forget(this.machine.time.true);
        return app.advance(secondMs);
      case 'key':
        this.hasKey = !this.hasKey;
        await app.ask('settings', 'setApiKey', this.hasKey ? canaryKey : null);
        return;
      case 'command':
        return this.command();
      case 'watch':
        await app.ask('station', 'watch', step.on);
        return;
      case 'pause':
        await app.ask('app', 'pause', step.on ? 'hour' : null);
        return;
      case 'hold':
        await app.ask('journal', 'pause', step.on);
    }
  }

  private async spoil(fault: Parameters<typeof spoilDisk>[1]): Promise<void> {
    const { data } = this.machine;
    if (fault !== 'read-only') {
      spoilDisk(data, fault);
      return;
    }
    // A disk with a file that is open for writing cannot be made read-only, so the app is killed first. On the
    // read-only disk Electron cannot take its lock, so the start is refused.
    await this.kill(null, 10 * secondMs);
    spoilDisk(data, fault);
    const refusal = await this.start().catch((error: unknown) => error);
    if (!(refusal instanceof BrokenRuleError))
      throw new BrokenRuleError('the app starts on a read-only disk');
    if (!refusal.message.includes('EROFS')) throw refusal;
    spoilDisk(data, null);
    await this.start();
  }

  private async write(post: ExpectedPost, publish: boolean): Promise<void> {
    const title = this.posts.write(post, publish);
    const text = { id: post.id, publish, title, body: `text of ${title}` };
    await this.settle(post, await this.running.ask('journal', 'write', text));
  }

  private async change(post: ExpectedPost, command: 'delete' | 'restore' | 'retry'): Promise<void> {
    if (post.newest === -1) return;
    this.posts.remove(post);
    const previous = await this.find(post);
    if (previous?.published === true) this.posts.publish(post);
    await this.settle(post, await this.running.ask('journal', command, post.id));
  }

  private async settle(post: ExpectedPost, result: Result<JournalPost> | null): Promise<void> {
    // A post that could not be written to the disk is still in the journal, in memory.
    post.slot = (result?.ok === true ? result.value : await this.find(post))?.slot ?? post.slot;
    if (result?.ok === true) post.saved = post.newest;
  }

  private async decide(kind: Extract<Step, { do: 'decide' }>['kind']): Promise<void> {
    const app = this.running;
    const { last } = (await app.state()).picture;
    if (last === null) return;
    const { date } = last.record;
    if (kind === 'favour') await app.ask('wallpaper', 'decide', { kind, date, favourite: true });
    else if (kind === 'skip') await app.ask('wallpaper', 'decide', { kind, date: null });
    else if (kind === 'pin' || kind === 'unpin')
      await app.ask('wallpaper', 'decide', { kind: 'pin', pinned: kind === 'pin' });
    else await app.ask('wallpaper', 'decide', { kind });
  }

  private async set(): Promise<void> {
    const { settings } = await this.running.state();
    const { wallpaper, station, notifications, picture, theme } = settings;
    const changes = [
      { wallpaper: { ...wallpaper, caption: !wallpaper.caption } },
      { wallpaper: { ...wallpaper, fit: wallpaper.fit === 'fit' ? 'fill' : 'fit' } },
      { station: { ...station, alerts: { ...station.alerts, enabled: !station.alerts.enabled } } },
      { notifications: { ...notifications, newPicture: !notifications.newPicture } },
      { picture: { ...picture, keepMiB: picture.keepMiB === 64 ? 954 : 64 } },
      { theme: theme === 'dark' ? 'light' : 'dark' },
    ] as const;
    this.changes += 1;
    const change = changes[this.changes % changes.length] ?? {};
    await this.running.ask('settings', 'change', change);
  }

  /** Requests the status on the command line, as a second instance does. */
  private async command(): Promise<void> {
    const args = [
      join(root, 'packages', 'electron-stand-in', 'src', 'electron', 'main.ts'),
      root,
      '--status',
      '--json',
    ];
    const { env, data } = this.machine;
    const asking = promisify(execFile)(process.execPath, [...args, `--user-data-dir=${data}`], {
      env,
      timeout: 60_000,
    });
    killAtExit(asking.child);
    const { stdout, stderr } = await asking.catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    this.outputs += stdout + stderr;
  }

  /**
   * Ends all faults. Checks the functions that must work again within a minute, and the functions that must work after
   * the user requests them.
   */
  async recover(): Promise<Pick<PlayedSchedule, 'alone' | 'asked' | 'held'>> {
    if (this.app === null) await this.start();
    for (const service of ['posts', 'position', 'picture'] as const) await this.put(service, []);
    this.scenarios.clear();
    this.machine.time.skew = 0;
    const app = this.running;
    const stateAtStart = await app.state();
    const sick = (state: AppState): ServiceName[] =>
      (['posts', 'position', 'picture'] as const).filter((one) =>
        isStanding(state.activities[one]),
      );
    // This time is longer than the longest wait for the disk, and for the return of the network.
    await app.advance(75 * secondMs);
    const alone = sick(stateAtStart).length - sick(await app.state()).length;
    await app.ask('app', 'pause', null);
    await app.ask('journal', 'pause', false);
    await app.ask('station', 'watch', false);
    const retried = await app.ask('journal', 'page', {
      before: null,
      limit: 50,
      words: '',
      state: 'refused',
    });
    if (retried?.ok === true)
      for (const { id } of retried.value.posts) {
        const post = this.posts.posts.find((candidate) => candidate.id === id);
        if (post !== undefined) await this.change(post, 'retry');
      }
    await app.ask('app', 'check');
    await app.ask('journal', 'publish');
    await app.advance(minuteMs);
    const wait = await this.holdMs();
    if (wait > 0 && wait <= 2 * hourMs) {
      await app.advance(wait + minuteMs);
      await app.ask('app', 'check');
      await app.advance(minuteMs);
    }
    const unreachable = wait > 2 * hourMs ? 1 : 0;
    await this.judge(unreachable > 0);
    return {
      alone: Math.max(alone, 0),
      asked: sick(stateAtStart).length - Math.max(alone, 0),
      held: unreachable,
    };
  }

  /**
   * How long the app may wait before its next request, in milliseconds, because a service asked for a pause or sent a
   * file that the app refused; 0 if neither is the case.
   */
  private async holdMs(): Promise<number> {
    const { activities, supply, journal } = await this.running.state();
    const hasFailed = (name: ServiceName, ...kinds: Failure['kind'][]): boolean => {
      const { lastFailure } = activities[name];
      return (
        isStanding(activities[name]) &&
        lastFailure !== null &&
        kinds.includes(lastFailure.failure.kind)
      );
    };
    const isHold = (name: ServiceName): boolean =>
      hasFailed(name, 'quota', 'unavailable') || activities[name].next.reason === 'resuming';
    // The pauses before a refused file is requested again are 1, 2, 4, 4, … hours.
    const file = hasFailed('picture', 'too-large', 'not-an-image', 'damaged') ? 4 * hourMs : 0;
    // The user has just sent all posts. If a post still waits, the service has named a time.
    const isUnsent = journal.counts.waiting + journal.counts.deleting > 0;
    // The app measures this wait by the monotonic clock, because the times in the state may come from a wrong clock.
    const own = isUnsent || isHold('position') ? maxRetryAfterMs : 0;
    const times = supply.providers.map(({ notBefore }) => notBefore ?? 0);
    const left = Math.min(...times) - this.machine.time.true;
    const picture = isHold('picture') ? Math.max(left, maxRetryAfterMs) : 0;
    return Math.max(own, picture, file);
  }

  private async judge(isHeld: boolean): Promise<void> {
    const app = this.running;
    const state = await app.state();
    const bad = (what: string): void => void this.faults.push(`in the end: ${what}`);
    if (!state.journal.durable) bad('the journal is still not on the disk');
    const { counts } = state.journal;
    if (!isHeld && counts.waiting + counts.sending + counts.deleting > 0)
      bad(
        `posts are still unsent: ${JSON.stringify(counts)}, next ${JSON.stringify(state.activities.posts)}`,
      );
    if (counts.refused > 0) bad(`posts are still refused: ${JSON.stringify(counts)}`);
    const { picture, position } = state.activities;
    // An implausible position is no fault here: the orbit may need more answers before it can identify outliers.
    if (!isHeld && isStanding(position) && position.lastFailure?.failure.kind !== 'implausible')
      bad(`the position does not come: ${JSON.stringify(position)}`);
    const today = easternDate(this.machine.time.true);
    const { last } = state.picture;
    if (!isHeld && (isStanding(picture) || (last?.record.date ?? '') < today))
      bad(
        `the picture of ${today} does not come: ${JSON.stringify([picture, last?.record.date, state.supply])}`,
      );
    const titles = new Set<string>();
    const listed = await app.ask('journal', 'page', {
      before: null,
      limit: 50,
      words: '',
      state: null,
    });
    for (const { titleStart } of listed?.ok === true ? listed.value.posts : []) {
      const name = titleStart.split('.')[0] ?? '';
      if (titles.has(name)) bad(`post ${name} is there twice`);
      titles.add(name);
    }
    await this.look();
    for (const { state: kept, titleStart } of listed?.ok === true ? listed.value.posts : [])
      if (kept.kind === 'accepted' && !this.seen.has(titleStart))
        bad(`"${titleStart}" is shown as accepted, and the service never saw it`);
    for (const post of this.posts.posts) this.posts.compare(post, await this.find(post));
    const texts = { 'the state': JSON.stringify(state), 'the arguments': app.argv };
    const notices = JSON.stringify(this.machine.notifications.notifications);
    const outputs = this.outputs + app.output;
    this.faults.push(
      ...findKeyLeaks(this.machine, { ...texts, 'a notification': notices, 'the output': outputs }),
    );
    if (this.reference !== null) {
      // The app keeps at most two idle connections to each of the three services; the reference has one of these six.
      const slack = { timers: 6, sockets: 5 };
      this.faults.push(...describeGrowth(this.reference.atRest, await app.measure(), slack));
    }
    await this.look();
  }
}

/** Plays a schedule, then continues without faults until nothing is pending, and quits the app. */
export async function playSchedule(
  { seed, wall, zone, steps }: Schedule,
  {
    reference,
    disk,
    signal,
    env = {},
    tell = () => undefined,
    spawnHost,
  }: {
    readonly reference: ReferenceResources | null;
    readonly disk: boolean;
    readonly signal: AbortSignal;
    /** Additional environment variables of the app. */
    readonly env?: NodeJS.ProcessEnv;
    readonly tell?: (line: string) => void;
    /** Starts the app on another system. Default: on this one. */
    readonly spawnHost?: SpawnHost;
  },
): Promise<PlayedSchedule> {
  const machine = await startMachine(wall, zone, disk);
  Object.assign(machine.env, env);
  const world = new SchedulePlay(machine, seed, reference, signal, spawnHost);
  const sum = { alone: 0, asked: 0, held: 0 };
  const outcome = (): PlayedSchedule => {
    const { faults, trace, requests, starts, longestPiece, longPieces } = world;
    return { faults, trace, requests, starts, longestPiece, longPieces, ...sum };
  };
  try {
    await world.begin();
    for (const [index, step] of steps.entries()) {
      signal.throwIfAborted();
      tell(`${index + 1} ${JSON.stringify(step)}`);
      await world.perform(step);
      await world.look();
      world.trace.add(`${index + 1} ${JSON.stringify(step)}`);
      await world.note();
      if (world.faults.length > 0) {
        world.faults.unshift(`after step ${index + 1}, ${JSON.stringify(step)}`);
        return outcome();
      }
    }
    if (disk) await world.perform({ do: 'disk', fault: null });
    Object.assign(sum, await world.recover());
    await world.note();
    await world.quit(0);
    await world.note();
    for (const { summary, body } of machine.notifications.notifications)
      world.trace.add(`${summary}: ${body}`);
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof BrokenRuleError)) throw error;
    world.faults.push(error.message);
  } finally {
    await world.app?.kill();
    await machine.stop();
  }
  return outcome();
}

/** Measures an app that ran without any fault, while it is idle and after it has quit. */
export async function measureReference(): Promise<ReferenceResources> {
  const machine = await startMachine(Date.parse('2026-11-21T18:00:00Z'), 'UTC', false);
  const world = new SchedulePlay(machine, 0, null, new AbortController().signal);
  try {
    const app = await world.begin();
    await app.advance(3 * minuteMs);
    const atRest = await app.measure();
    await app.quit();
    if (app.leftAtQuit === null) throw new Error('the app ended without its end');
    return { atRest, atQuit: app.leftAtQuit };
  } finally {
    await world.app?.kill();
    await machine.stop();
  }
}
