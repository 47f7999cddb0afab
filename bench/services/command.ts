import { join } from 'node:path';
import { root } from '#tools/setup/paths.ts';
import { readProcess } from '#tools/system/processes.ts';
import type { Program, Processes } from './processes.ts';

/**
 * How `npm run services` runs the services: flags, program, environment. It is read off the process that it starts,
 * so that what is measured is what people run. Elsewhere than on Linux: the sources, without flags.
 */
export async function servicesProgram(processes: Processes): Promise<Program> {
  const launcher = await processes.start({ args: [join(root, 'tools', 'launch.mjs'), 'services'] });
  try {
    const [child = ''] = readProcess(launcher.pid, `task/${launcher.pid}/children`).split(' ');
    const [, ...args] = readProcess(child, 'cmdline').split('\0').filter(Boolean);
    if (args.length === 0) return { args: [join(root, 'src', 'embedded', 'main.ts')] };
    const variables = readProcess(child, 'environ')
      .split('\0')
      // The channel to the launcher is not to be had a second time.
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
