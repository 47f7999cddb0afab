import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requestsSchema, type Requests, type ServiceName } from '#services/request-log.ts';
import { startServices } from '#services/server.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';

interface Scenario {
  readonly name: string;
  readonly [parameter: string]: unknown;
}

/** The three services in this process, with their control. */
interface ControlledServices {
  /** The app's settings with the addresses of these services. The app sets no wallpaper. */
  readonly settings: Settings;
  /** Sets one or several scenarios in place of the current ones; null: none. */
  scenario(service: ServiceName, wanted: Scenario | readonly Scenario[] | null): Promise<void>;
  requests(): Promise<Requests['totals']>;
  stop(): Promise<void>;
}

export async function controlledServices(): Promise<ControlledServices> {
  const { urls, stop } = await startServices();
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${urls.control_url}${path}`, {
      method,
      headers: { authorization: `Bearer ${urls.control_token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer.json();
  };
  const scenario: ControlledServices['scenario'] = async (service, wanted) => {
    await control('PUT', `/scenarios/${service}`, wanted ?? []);
  };
  // Every day has an image, so that the result does not depend on the date.
  await scenario('picture', { name: 'image' });
  const own = { picture: urls.apod_url, position: urls.iss_url, posts: urls.posts_url };
  return {
    settings: {
      ...defaultSettings,
      wallpaper: { ...defaultSettings.wallpaper, enabled: false },
      services: { ...defaultSettings.services, source: 'own', own },
    },
    scenario,
    requests: async () => requestsSchema.parse(await control('GET', '/requests')).totals,
    stop,
  };
}

/** Writes the app's settings, before the app starts. */
export async function writeSettings(userDataDir: string, settings: Settings): Promise<void> {
  await mkdir(userDataDir, { recursive: true });
  await writeFile(join(userDataDir, 'settings.json'), JSON.stringify(settings));
}
