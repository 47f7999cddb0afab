import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type Services, startServices, type ServicesOptions } from './server.ts';

const usage = `Runs the posts, position and picture services on this machine until interrupted.
When they are ready, one line of JSON on the standard output says where they answer.

  --posts-port PORT   port of the posts service      (default: any free port)
  --iss-port PORT     port of the position service   (default: any free port)
  --apod-port PORT    port of the picture service    (default: any free port)
  --key KEY           an API key that the picture service accepts beside DEMO_KEY
  --help              this text
`;

type Command =
  | { readonly kind: 'run'; readonly options: ServicesOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

function readCommand(args: readonly string[]): Command {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      options: {
        'posts-port': { type: 'string' },
        'iss-port': { type: 'string' },
        'apod-port': { type: 'string' },
        key: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    const ports = {
      posts: readPort('--posts-port', values['posts-port']),
      position: readPort('--iss-port', values['iss-port']),
      picture: readPort('--apod-port', values['apod-port']),
    };
    if (values.key === '') throw new RangeError('--key must not be empty');
    return { kind: 'run', options: { ports, key: values.key } };
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
}

function readPort(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new RangeError(`${flag} must be a port, 0 to 65535, not ${text}`);
}

/** Why a port could not be had, in one line. */
function refusal(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE') return `port ${port ?? '?'} of 127.0.0.1 is in use`;
  if (code === 'EACCES') return `port ${port ?? '?'} of 127.0.0.1 is not allowed to this user`;
  return error.message;
}

/** Runs the command; gives its exit code. */
async function run(args: readonly string[]): Promise<number> {
  const command = readCommand(args);
  if (command.kind === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  if (command.kind === 'wrong') {
    process.stderr.write(`${command.message}\n\n${usage}`);
    return 2;
  }
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  let services: Services;
  try {
    services = await startServices(command.options);
  } catch (error) {
    process.stderr.write(`services: ${refusal(error)}\n`);
    return 1;
  }
  // Nobody is left who could learn where the services are.
  process.stdout.once('error', () => process.exit(1));
  process.stdout.write(`${JSON.stringify(services.urls)}\n`);
  await interrupted;
  await services.stop();
  return 0;
}

// Said outright: the port to a parent process would keep this one alive.
process.exit(await run(process.argv.slice(2)));
