import { type Answer, type Listener, listen } from './http/listen.ts';
import {
  createServices,
  type InProcessServices,
  type ServicesOptions as InProcessOptions,
} from './services.ts';

export interface ServicesOptions extends Omit<InProcessOptions, 'bases'> {
  /** 0 or absent: any free port. */
  readonly ports?: {
    readonly posts?: number | undefined;
    readonly position?: number | undefined;
    readonly picture?: number | undefined;
    readonly control?: number | undefined;
  };
}

/** The base addresses of the services, which the specification defines, and that of their control. */
export interface ServiceUrls {
  readonly posts_url: string;
  readonly iss_url: string;
  readonly apod_url: string;
  readonly control_url: string;
  /** The token for the control listener: `Authorization: Bearer TOKEN`. */
  readonly control_token: string;
}

export interface Services {
  readonly urls: ServiceUrls;
  /** The services behind the sockets. */
  readonly inProcess: InProcessServices;
  /** Ends every connection, and every wait of a scenario. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the three services and their control, each on its own port of this machine. If one cannot start, none does.
 *
 * @throws the system's error (`EADDRINUSE`, `EACCES`) when a port cannot be had
 */
export async function startServices(options: ServicesOptions = {}): Promise<Services> {
  const { ports = {}, ...rest } = options;
  // The addresses are known only when all listeners are ready.
  let bases = { posts: '', position: '', picture: '', control: '' };
  const inProcess = createServices({ ...rest, bases: () => bases });
  const { posts, position, picture, control, controlToken } = inProcess;

  const listeners: Listener[] = [];
  const stop = async (): Promise<void> => {
    inProcess.stop();
    await Promise.all(listeners.map((listener) => listener.stop()));
  };
  const start = async (answer: Answer, port = 0): Promise<string> => {
    const listener = await listen(answer, port);
    listeners.push(listener);
    return listener.url;
  };

  try {
    bases = {
      posts: await start(posts.fetch, ports.posts),
      position: await start(position.fetch, ports.position),
      picture: await start(picture.fetch, ports.picture),
      control: await start(control.fetch, ports.control),
    };
    const urls = {
      posts_url: bases.posts,
      iss_url: bases.position,
      apod_url: bases.picture,
      control_url: bases.control,
      control_token: controlToken,
    };
    return { urls, inProcess, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
