import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../setup/paths.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Which process runs the app on a virtual desktop, and what differs there from this environment. */
const note = join(runFolder, 'virtual-desktop.json');

/**
 * Writes down that this process runs the app on a virtual desktop: its data lies in that desktop's own home, so that
 * `npm start -- -- --status` of another terminal finds it only with the variables of that desktop.
 */
export function noteVirtualApp(env: Environment, path = note): () => void {
  const own = Object.entries(env).filter(([name, value]) => value !== process.env[name]);
  writeFileSync(path, JSON.stringify({ pid: process.pid, env: Object.fromEntries(own) }));
  return () => rmSync(path, { force: true });
}

/** The environment in which the app of this checkout runs: that of its virtual desktop if it is on one. */
export function environmentOfApp(path = note): Environment {
  try {
    const { pid, env } = JSON.parse(readFileSync(path, 'utf8')) as {
      pid: number;
      env: Environment;
    };
    // Throws when that process has ended.
    process.kill(pid, 0);
    return { ...process.env, ...env };
  } catch {
    return process.env;
  }
}
