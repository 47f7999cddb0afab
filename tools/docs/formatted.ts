import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../setup/paths.ts';

/** The text of a file, formatted like the files of the repository. */
export async function formatted(path: string, text: string): Promise<string> {
  const program = join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
  const running = promisify(execFile)(process.execPath, [program, `--stdin-filepath=${path}`], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  running.child.stdin?.end(text);
  return (await running).stdout;
}
