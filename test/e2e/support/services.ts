import { startServices } from '#services/server.ts';
import type { ServiceUrls } from '#shared/settings/settings.ts';
import { freePort } from './ports.ts';

/** The three services at addresses that are known before the services start, so that they can be down at first. */
interface OwnServices {
  readonly urls: ServiceUrls;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function ownServices(): Promise<OwnServices> {
  const [picture, position, posts] = [await freePort(), await freePort(), await freePort()];
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  let running: Awaited<ReturnType<typeof startServices>> | null = null;
  return {
    urls: { picture: at(picture), position: at(position), posts: at(posts) },
    async start() {
      running = await startServices({
        ports: { picture, position, posts },
        // Every day has an image, so that the result does not depend on the date.
        scenarios: { picture: { name: 'image' } },
      });
    },
    async stop() {
      await running?.stop();
      running = null;
    },
  };
}
