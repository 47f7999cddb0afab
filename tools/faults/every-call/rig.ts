import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { defaultSettings, type SettingsChange } from '#shared/settings/settings.ts';
import { parseJson } from '#shared/json.ts';
import type { Result } from '#shared/failure.ts';
import type { JournalPost } from '#shared/journal/journal.ts';
import type { AppState } from '#shared/state.ts';
import { draftName } from '#platform/files/atomic.ts';
import { WorldApp } from '../world/world-app.ts';
import type { CallFault, InjectedEffect } from '../world/host.ts';
import { startMachine, type Machine } from '../world/machine.ts';
import { wallpaperFault } from '../world/world-rules.ts';
import { startFaultServers } from './network.ts';

export const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3600_000];

/** The app with working services, and a record of the data that the app has confirmed as saved. */
export class Rig {
  readonly machine: Machine;
  /** For each post, by its id: its texts in order, and the index of the last text that was confirmed as saved. */
  readonly posts = new Map<string, { readonly titles: string[]; saved: number }>();
  private readonly servers: Awaited<ReturnType<typeof startFaultServers>>;
  private readonly onRequest: (message: unknown) => void;
  private running: WorldApp | null = null;
  private numbers = 0;
  private seen = 0;
  private logRead = 0;
  /**
   * For each text, how many times the service may receive the text (`may`), and how many times it has received it
   * (`did`).
   */
  private readonly sends = new Map<string, { may: number; did: number }>();

  private constructor(machine: Machine, servers: Awaited<ReturnType<typeof startFaultServers>>) {
    this.machine = machine;
    this.servers = servers;
    // Each request uses a new connection, so that each request can fail in every way.
    this.onRequest = (message) => {
      const { response } = message as { readonly response: ServerResponse };
      response.shouldKeepAlive = false;
    };
    subscribe('http.server.request.start', this.onRequest);
  }

  static async start(): Promise<Rig> {
    const machine = await startMachine(Date.parse('2026-11-21T18:00:00Z'), 'UTC', false);
    const rig = new Rig(machine, await startFaultServers(machine.time));
    await machine.setScenarios('picture', [{ name: 'image' }]);
    const { apod_url, iss_url, posts_url } = machine.services.urls;
    const own = { picture: apod_url, position: iss_url, posts: posts_url };
    const services = { ...defaultSettings.services, source: 'own', own };
    writeFileSync(
      join(machine.data, 'settings.json'),
      JSON.stringify({ ...defaultSettings, services }),
    );
    return rig;
  }

  get app(): WorldApp {
    if (this.running === null) throw new Error('the app is down');
    return this.running;
  }

  /** Starts the app. `fault` is active from the app's first call on. */
  async launch(fault: CallFault | null = null): Promise<void> {
    const env = {
      ...this.machine.env,
      OVERHEAD_WORLD_FAULT_PORTS: JSON.stringify(this.servers.ports),
      ...(fault === null ? {} : { OVERHEAD_WORLD_FAULT: JSON.stringify(fault) }),
    };
    this.running = await WorldApp.start(env, [`--user-data-dir=${this.machine.data}`]);
  }

  /** Quits the app. Returns a fault if its exit code is not 0. */
  async quit(): Promise<string[]> {
    const { app } = this;
    const code = await app.quit();
    this.running = null;
    return code === 0 ? [] : [`the app ended with exit code ${code}: ${app.output.slice(-500)}`];
  }

  async kill(): Promise<void> {
    await this.running?.kill();
    this.running = null;
  }

  async stop(): Promise<void> {
    await this.kill();
    unsubscribe('http.server.request.start', this.onRequest);
    this.servers.stop();
    await this.machine.stop();
  }

  advance(ms: number): Promise<void> {
    return this.app.advance(ms);
  }

  state(): Promise<AppState> {
    return this.app.state();
  }

  async arm(fault: CallFault): Promise<void> {
    await this.app.order({ do: 'arm', fault });
  }

  async disarm(): Promise<InjectedEffect> {
    return (await this.app.order({ do: 'disarm' })) as InjectedEffect;
  }

  newId(): string {
    return randomUUID();
  }

  newTitle(): string {
    return `title ${++this.numbers}`;
  }

  /** Saves a post in the same way as the user. Returns true if the app confirmed the save. */
  async write(id: string, title: string, publish: boolean): Promise<boolean> {
    const body = `text of ${title}`;
    if (publish) this.maySend(title);
    const post = this.posts.get(id) ?? { titles: [], saved: -1 };
    this.posts.set(id, post);
    const newest = post.titles.push(title) - 1;
    const result = await this.app.ask('journal', 'write', { id, publish, title, body });
    if (result?.ok === true) post.saved = newest;
    return result?.ok === true;
  }

  /** Allows the service to receive this text once more. */
  maySend(title: string): void {
    const sends = this.sends.get(title) ?? { may: 0, did: 0 };
    this.sends.set(title, { ...sends, may: sends.may + 1 });
  }

  async post(id: string): Promise<JournalPost | null> {
    const answer = await this.app.ask('journal', 'get', id);
    return answer?.ok === true ? answer.value : null;
  }

  async set(change: SettingsChange): Promise<Result<null> | null> {
    return this.app.ask('settings', 'change', change);
  }

  /**
   * The texts that the service received too often. `isLost`: an answer was lost, so the app may send one text twice.
   */
  async doubled(isLost: boolean): Promise<string[]> {
    const faults: string[] = [];
    let allowance = isLost ? 1 : 0;
    for (const { number, service, method, body, status } of await this.machine.requests(
      this.seen,
    )) {
      this.seen = number;
      if (service !== 'posts' || method === 'DELETE' || status === null || status >= 300) continue;
      const { title = '' } = (parseJson(body ?? '') ?? {}) as { title?: string };
      const sends = this.sends.get(title) ?? { may: 0, did: 0 };
      sends.did += 1;
      this.sends.set(title, sends);
      if (sends.did > sends.may && allowance-- <= 0)
        faults.push(`"${title}" was sent ${sends.did} times, and may be sent ${sends.may} times`);
    }
    return faults;
  }

  isSaved(id: string): boolean {
    return (this.posts.get(id)?.saved ?? -1) >= 0;
  }

  /** Checks that the journal contains each saved text, or a newer text of the same post. Returns the faults. */
  async lost(): Promise<string[]> {
    const faults: string[] = [];
    for (const [id, { titles, saved }] of this.posts) {
      if (saved === -1) continue;
      const current = await this.post(id);
      if (current === null || titles.indexOf(current.title) < saved)
        faults.push(`"${titles[saved] ?? ''}" was saved, and is ${current?.title ?? 'lost'}`);
    }
    return faults;
  }

  /** Removes the app's data except for the settings. */
  removeData(): void {
    for (const name of readdirSync(this.machine.data))
      if (name !== 'settings.json') this.remove(join(this.machine.data, name));
    this.posts.clear();
    // The log is in the data folder.
    this.logRead = 0;
  }

  /** The temporary folders, and the temporary files of unfinished writes, that remain. */
  leftovers(): string[] {
    const { data, folder } = this.machine;
    const names = readdirSync(data, { recursive: true, encoding: 'utf8' });
    const drafts = names.filter((name) => draftName.test(basename(name)));
    const temporary = readdirSync(join(folder, 'tmp')).filter((name) =>
      name.startsWith('overhead-'),
    );
    return [...drafts, ...temporary].map((name) => `left behind: ${name}`);
  }

  /** The unexpected errors in the app's log since the last call of this function. */
  defects(): string[] {
    const path = join(this.machine.folder, 'home');
    const logs = readdirSync(path, { recursive: true, encoding: 'utf8' });
    const file = logs.find((name) => name.endsWith('overhead.log'));
    if (file === undefined) return [];
    const text = readFileSync(join(path, file), 'utf8');
    const fresh = text.slice(Math.min(this.logRead, text.length));
    this.logRead = text.length;
    return [...fresh.matchAll(/error: (defect|uncaught|unhandled).*(\n {4}.*)*/g)].map(
      ([found]) => found,
    );
  }

  wallpaper(): string[] {
    const fault = wallpaperFault(this.machine);
    return fault === null ? [] : [fault];
  }

  /** The path of a file beside the app's folder, for dialogs. */
  file(name: string): string {
    const folder = join(this.machine.folder, 'home', 'documents');
    mkdirSync(folder, { recursive: true });
    return join(folder, name);
  }

  remove(path: string): void {
    rmSync(path, { force: true, recursive: true });
  }
}
