import type { Backend, RunProgram } from './setter.ts';

/**
 * XFCE keeps a path per screen, monitor and workspace in the channel xfce4-desktop:
 * `/backdrop/screen0/monitorVGA-1/workspace0/last-image`, and beside it `image-style`.
 */
const channel = ['-c', 'xfce4-desktop'] as const;
const lastImage = /^\/backdrop\/screen\d+\/monitor[^/]+\/(workspace\d+)\/last-image$/;
/** `image-style`: scaled and cropped so that it fills the monitor. */
const zoomed = '5';

async function properties(run: RunProgram): Promise<string[] | string> {
  const listed = await run('xfconf-query', [...channel, '-l']);
  if (listed.code !== 0) return `xfconf-query: ${listed.stderr.trim()}`;
  return listed.stdout.split('\n').filter((line) => lastImage.test(line));
}

const write = (run: RunProgram, property: string, type: string, value: string) =>
  // -n makes a property that is missing, and needs its type.
  run('xfconf-query', [...channel, '-p', property, '-n', '-t', type, '-s', value]);

/**
 * The settings of the monitors that are plugged in, by the names that xrandr gives them: XFCE has none for a
 * new monitor until somebody chooses a picture there. Workspaces are those that have a setting elsewhere.
 */
async function activeMonitors(run: RunProgram, known: readonly string[]): Promise<string[]> {
  const monitors = await run('xrandr', ['--listactivemonitors']);
  const names = monitors.stdout
    .split('\n')
    .flatMap((line) => /^ \d+: .* (\S+)$/.exec(line)?.[1] ?? []);
  const workspaces = new Set([
    'workspace0',
    ...known.flatMap((line) => lastImage.exec(line)?.[1] ?? []),
  ]);
  return names.flatMap((name) =>
    [...workspaces].map((workspace) => `/backdrop/screen0/monitor${name}/${workspace}/last-image`),
  );
}

export const xfce: Backend = {
  name: 'xfce',
  async set(path, run) {
    const known = await properties(run);
    if (typeof known === 'string') return known;
    const all = new Set([...known, ...(await activeMonitors(run, known))]);
    if (all.size === 0) return 'XFCE names no monitor';
    for (const property of all) {
      const style = property.replace(/last-image$/, 'image-style');
      for (const done of [
        await write(run, style, 'int', zoomed),
        await write(run, property, 'string', path),
      ])
        if (done.code !== 0) return `xfconf-query: ${done.stderr.trim()}`;
    }
    return null;
  },
  async verify(path, run) {
    const known = await properties(run);
    if (typeof known === 'string' || known.length === 0) return false;
    for (const property of known) {
      const read = await run('xfconf-query', [...channel, '-p', property]);
      if (read.code !== 0 || read.stdout.replace(/\n$/, '') !== path) return false;
    }
    return true;
  },
};
