// A month of the built app on a virtual clock: `npm run soak [-- --days N]`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { easternDate } from '#picture/eastern.ts';
import { parseJson } from '#shared/json.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { App } from '../faults/world/app.ts';
import { startMachine, type Machine } from '../faults/world/machine.ts';
import { Pace } from '../faults/world/rules.ts';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand, wholeNumber } from '../setup/command.ts';
import { interruption } from '../setup/interruption.ts';
import { heapGrowth, leastDays, warmUpDays } from './heap.ts';

const [second, minute, hour] = [1_000, 60_000, 3600_000];
const zone = 'Europe/Berlin';
/** Summer time ends on 25 October in Europe and on 1 November in the USA. Days of the picture service follow the USA. */
const autumn = Date.parse('2026-10-20T05:00:00Z');
/** The machine sleeps for some weeks in between, so that the new year is part of the same month. */
const winter = Date.parse('2026-12-26T06:00:00Z');
const postsInAll = 1_000;
/** A day of the person: 16 hours at the machine in two parts, and two sleeps. */
const parts = [
  { awakeHours: 6, sleepMs: hour },
  { awakeHours: 10, sleepMs: 7 * hour },
];
const mostGrowth = 0.02;

/** What was counted, and what was wrong. */
class Soak {
  readonly faults: string[] = [];
  readonly heaps: number[] = [];
  readonly sent = new Map<string, number>();
  readonly expectedDates = new Set<string>();
  readonly requests = { posts: 0, position: 0, picture: 0 };
  sleeps = 0;
  posts = 0;
  alerts = 0;
  private seen = 0;
  private told = 0;
  private readonly recent = new Map<string, number>();
  private readonly pace = new Pace();
  private readonly machine: Machine;
  private readonly app: App;

  constructor(machine: Machine, app: App) {
    this.machine = machine;
    this.app = app;
  }

  async write(count: number): Promise<void> {
    for (let n = 0; n < count && this.posts < postsInAll; n += 1) {
      this.posts += 1;
      const id = `00000000-0000-4000-8000-${String(this.posts).padStart(12, '0')}`;
      const text = {
        id,
        publish: true,
        title: `post ${this.posts}`,
        body: 'Clear sky. '.repeat(20),
      };
      const saved = await this.app.ask('journal', 'write', text);
      if (saved?.ok !== true) this.faults.push(`post ${this.posts} was not saved`);
    }
  }

  async sleep(ms: number): Promise<void> {
    await this.app.sleep(this.machine.logind, ms);
    this.sleeps += 1;
    await this.app.advance(minute);
  }

  /** Reads what was asked of the services and told to the person since the last look. */
  async look(): Promise<void> {
    for (const entry of await this.machine.requests(this.seen)) {
      this.seen = entry.number;
      this.requests[entry.service] += 1;
      const fault = this.pace.fault(entry, () => 0);
      if (fault !== null) this.faults.push(fault);
      if (entry.service !== 'posts') continue;
      const { title } = parseJson(entry.body ?? '') as { title: string };
      this.sent.set(title, (this.sent.get(title) ?? 0) + 1);
    }
    const { notifications } = this.machine.notifications;
    for (const { summary, body } of notifications.slice(this.told)) {
      this.alerts += 1;
      const now = this.machine.time.true;
      const words = `${summary}: ${body}`;
      if (now - (this.recent.get(words) ?? -Infinity) < 12 * hour)
        this.faults.push(`told twice: ${words}`);
      this.recent.set(words, now);
    }
    this.told = notifications.length;
  }

  async endDay(): Promise<void> {
    this.heaps.push((await this.app.measure()).heapBytes);
    const { picture, wallpaper, journal } = await this.app.state();
    const today = easternDate(this.machine.time.true);
    this.expectedDates.add(today);
    if (picture.last?.record.date !== today) this.faults.push(`${today}: the picture is not here`);
    if (wallpaper.kind !== 'set' || wallpaper.date !== today)
      this.faults.push(`${today}: the desktop does not show it`);
    const { waiting, sending, refused } = journal.counts;
    if (waiting + sending + refused > 0) this.faults.push(`${today}: posts are not sent`);
  }

  judge(): void {
    const { faults } = this;
    const dates = this.machine
      .everSet()
      .map((path) => /(\d{4}-\d\d-\d\d)-[^/]*$/.exec(path)?.[1] ?? path);
    for (const date of this.expectedDates) {
      const times = dates.filter((one) => one === date).length;
      if (times !== 1) faults.push(`the picture of ${date} was set ${times} times`);
    }
    for (let n = 1; n <= this.posts; n += 1) {
      const times = this.sent.get(`post ${n}`) ?? 0;
      if (times !== 1) faults.push(`post ${n} was sent ${times} times`);
    }
    // Told in a notice of its own, or in the summary after a sleep.
    const told = this.machine.notifications.notifications.filter(
      ({ summary, body }) => summary.startsWith('New picture') || body.includes('New picture:'),
    );
    if (told.length !== dates.length)
      faults.push(`${told.length} new pictures were told of, of ${dates.length}`);
  }
}

async function soak(days: number, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  await ensureBuilt({ log: (line) => console.log(line), signal });
  const machine = await startMachine(autumn, zone, false);
  let app: App | null = null;
  try {
    const { apod_url, iss_url, posts_url } = machine.services.urls;
    await machine.setScenarios('picture', [{ name: 'image' }]);
    const { services, station } = defaultSettings;
    const settings = {
      ...defaultSettings,
      services: {
        ...services,
        source: 'own',
        own: { picture: apod_url, position: iss_url, posts: posts_url },
      },
      station: {
        observer: { latitude: 52.5, longitude: 13.4, altitude: 40 },
        alerts: { ...station.alerts, onlyVisible: false },
      },
    };
    writeFileSync(join(machine.data, 'settings.json'), JSON.stringify(settings));
    app = await App.start(machine.env, [`--user-data-dir=${machine.data}`]);
    const world = new Soak(machine, app);
    const inAnHour = Math.ceil(postsInAll / (days * 16));
    for (let day = 1; day <= days; day += 1) {
      for (const [index, { awakeHours, sleepMs }] of parts.entries()) {
        for (let n = 0; n < awakeHours; n += 1) {
          signal.throwIfAborted();
          await world.write(inAnHour);
          await app.advance(hour);
          await world.look();
        }
        if (index === 0) await world.sleep(sleepMs);
        else {
          await world.endDay();
          const isHalf = day === Math.floor(days / 2);
          await world.sleep(isHalf ? winter - machine.time.true : sleepMs);
        }
      }
      console.log(
        `  ${new Date(machine.time.true).toISOString()}  ${(world.heaps.at(-1) ?? 0) / 2 ** 20} MiB`.slice(
          0,
          42,
        ),
        `${world.posts} posts, ${world.sleeps} sleeps, ${world.alerts} notifications`,
      );
    }
    await app.advance(10 * second);
    await world.look();
    world.judge();
    const growth = heapGrowth(world.heaps);
    const percent = growth === null ? '' : `${(100 * growth).toFixed(1)} %`;
    if (growth !== null && growth > mostGrowth)
      world.faults.push(`the heap has grown by ${percent}`);
    const code = await app.quit();
    if (code !== 0) world.faults.push(`the app ended with exit code ${code}`);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const { posts, position, picture } = world.requests;
    for (const fault of world.faults) console.log(`FAILED: ${fault}`);
    console.log(
      `soak: ${days} days with ${world.sleeps} sleeps, ${world.posts} posts, ${world.expectedDates.size} pictures, ` +
        `${world.alerts} notifications in ${seconds} s; requests: ${posts} posts, ${position} position, ${picture} picture; ` +
        `heap ${growth === null ? `not judged below ${leastDays} days` : `${percent} from day ${warmUpDays} on`}; ${world.faults.length} faults`,
    );
    return world.faults.length === 0 ? 0 : 1;
  } finally {
    await app?.kill();
    await machine.stop();
  }
}

const usage = `Usage: npm run soak [-- --days N]
  Lets the built app live through N days (30) on a virtual clock, with sleeps, posts and the change of the clocks, and
  counts what is wrong. The growth of the heap is judged from ${leastDays} days on. A day takes about three seconds.
  --help   print this

Exit code: 0 when nothing was wrong, 1 when something was, 2 for a wrong command line.`;

const options = { days: { type: 'string', default: '30' } } as const;
await runCommand({ name: 'soak', usage, options }, async ({ values }) => {
  const days = wholeNumber('--days', values.days, 1, 366);
  const signal = interruption();
  return soak(days, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return 130;
  });
});
