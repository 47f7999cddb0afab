import { join } from 'node:path';
import { root } from '#tools/setup/paths.ts';
import { readProcess } from '#stand-in/system/processes.ts';
import type { Program, Processes } from './processes.ts';

/**
 * Returns the program, flags and environment with which `npm run services` runs the services, so that the benchmark
 * measures what users run. They are read from the process that this command starts. On systems other than Linux,
 * returns the sources without flags.
 */
export async function servicesProgram(processes: Processes): Promise<Program> {
  const launcher = await processes.start({ args: [join(root, 'tools', 'launch.mjs'), 'services'] });
  try {
    const [child = ''] = readProcess(launcher.pid, `task/${launcher.pid}/children`).split(' ');
    const [, ...args] = readProcess(child, 'cmdline').split('\0').filter(Boolean);
    if (args.length === 0) return { args: [join(root, 'packages', 'services', 'src', 'main.ts')] };
    const variables = readProcess(child, 'environ')
      .split('\0')
      // Leave out the variables of the channel to the launcher: this channel cannot be opened a second time.
      .filter((variable) => variable.includes('=') && !variable.startsWith('NODE_CHANNEL_'))
      .map((variable) => [
        variable.slice(0, variable.indexOf('=')),
        variable.slice(variable.indexOf('=') + 1),
      ]);
    return { args, env: Object.fromEntries(variables) as Record<string, string> };
  } finally {
    await launcher.stop();
  }
}
