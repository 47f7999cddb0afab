import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePort } from '#tools/start/port.ts';
import { nginxPath } from '#stand-in/system/packages.ts';
import { waitUntil } from '#stand-in/system/until.ts';

/** The configuration of nginx that docs/many.md describes. */
export const mirrorFile = join(import.meta.dirname, '../../docs/nginx/overhead-mirror.conf');

interface MirrorOptions {
  /** Base addresses of the services behind the mirror. */
  readonly picture: string;
  readonly position: string;
  /** The API key that the mirror sends in place of the keys of its clients. */
  readonly key?: string;
  /** Further replacements in the configuration: each text must occur in it. */
  readonly changes?: Readonly<Record<string, string>>;
}

export interface Mirror {
  readonly url: string;
  /** The folder with the logs and the cache of nginx. */
  readonly folder: string;
  /** The lines of nginx's access log so far. */
  readonly log: () => string[];
  readonly stop: () => Promise<void>;
}

/**
 * Starts nginx with the configuration of the docs; only addresses, ports, folders and the texts in `changes` are
 * replaced.
 */
export async function startMirror({
  picture,
  position,
  key = 'DEMO_KEY',
  changes = {},
}: MirrorOptions): Promise<Mirror> {
  const nginx = nginxPath();
  if (nginx === null) throw new Error('nginx is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'overhead-mirror-'));
  const port = await choosePort();
  const escaped = (url: string): string => `${url}/`.replaceAll('/', String.raw`\/`);
  const replaced = Object.entries({
    'listen 8080;': `listen 127.0.0.1:${port};`,
    '/var/cache/nginx': join(folder, 'cache'),
    '/var/log/nginx': folder,
    '/etc/nginx': folder,
    [escaped('https://assets.science.nasa.gov')]: escaped(picture),
    'https://assets.science.nasa.gov': picture,
    'https://science.nasa.gov': picture,
    'https://apod.nasa.gov': picture,
    'https://api.nasa.gov': picture,
    'https://apod.com': picture,
    'http://api.open-notify.org': position,
    ...changes,
  }).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`the configuration has no ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(mirrorFile, 'utf8'),
  );

  for (const name of ['cache', 'temp']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'mirror.conf'), replaced);
  writeFileSync(join(folder, 'overhead-key.conf'), `set $overhead_key ${key};\n`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, 'temp', name)};`,
  );
  const whole = join(folder, 'nginx.conf');
  writeFileSync(
    whole,
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off;',
      `pid ${join(folder, 'nginx.pid')};`,
      'events { worker_connections 1000; }',
      'http {',
      ...temporary,
      `  include ${join(folder, 'mirror.conf')};`,
      '}',
    ].join('\n'),
  );
  const child = spawn(nginx, ['-p', folder, '-c', whole, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntil(
      async () => {
        if (child.exitCode !== null) throw new Error(`nginx ended: ${complaint}`);
        return fetch(url).then(
          () => true,
          () => false,
        );
      },
      { message: 'nginx did not start', timeoutMs: 10_000 },
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const log = (): string[] =>
    readFileSync(join(folder, 'overhead.log'), 'utf8').trimEnd().split('\n');
  return { url, folder, log, stop };
}
