import { requestsSchema } from '#services/request-log.ts';
import { startServices } from '#services/server.ts';
import type { ServiceUrls } from '#shared/settings/settings.ts';
import { freePort } from './ports.ts';

/** The three services at addresses that are known before the services start, so that they can be down at first. */
interface OwnServices {
  readonly urls: ServiceUrls;
  start(): Promise<void>;
  /** The bodies of the requests of the posts service since its start, parsed. */
  postBodies(): Promise<unknown[]>;
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
    async postBodies() {
      if (running === null) throw new Error('the services are down');
      const { control_url, control_token } = running.urls;
      const headers = { authorization: `Bearer ${control_token}` };
      const answer = await fetch(`${control_url}/requests`, { headers });
      return requestsSchema
        .parse(await answer.json())
        .entries.flatMap(({ service, body }) =>
          service === 'posts' && body !== undefined ? [JSON.parse(body) as unknown] : [],
        );
    },
    async stop() {
      await running?.stop();
      running = null;
    },
  };
}
