import { type AnswerRequest, type Listener, listenForRequests } from './http/listen.ts';
import {
  createServices,
  type InProcessServices,
  type ServicesOptions as InProcessOptions,
} from './services.ts';

export interface ServicesOptions extends InProcessOptions {
  /** The port of each service; 0 or absent: any free port. */
  readonly ports?: {
    readonly posts?: number | undefined;
    readonly position?: number | undefined;
    readonly picture?: number | undefined;
    readonly control?: number | undefined;
  };
}

/** The base addresses of the services and of their control, and the control token. */
export interface ServiceUrls {
  readonly posts_url: string;
  readonly iss_url: string;
  readonly apod_url: string;
  readonly control_url: string;
  /** The token for the control listener, sent as `Authorization: Bearer TOKEN`. */
  readonly control_token: string;
}

export interface Services {
  readonly urls: ServiceUrls;
  /** The services that answer at `urls`, for direct use in this process. */
  readonly inProcess: InProcessServices;
  /** Ends all connections, and all waits of scenarios. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the three services and their control, each on its own port of this machine. If one of them cannot start, stops
 * the others.
 *
 * @throws the system's error (`EADDRINUSE`, `EACCES`) when a port cannot be opened
 */
export async function startServices(options: ServicesOptions = {}): Promise<Services> {
  const { ports = {}, ...rest } = options;
  const inProcessServices = createServices(rest);
  const { posts, position, picture, control, controlToken } = inProcessServices;

  const listeners: Listener[] = [];
  const stop = async (): Promise<void> => {
    inProcessServices.stop();
    await Promise.all(listeners.map((listener) => listener.stop()));
  };
  const start = async (answer: AnswerRequest, port = 0): Promise<string> => {
    const listener = await listenForRequests(answer, port);
    listeners.push(listener);
    return listener.url;
  };

  try {
    const urls = {
      posts_url: await start(posts.fetch, ports.posts),
      iss_url: await start(position.fetch, ports.position),
      apod_url: await start(picture.fetch, ports.picture),
      control_url: await start(control.fetch, ports.control),
      control_token: controlToken,
    };
    return { urls, inProcess: inProcessServices, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
