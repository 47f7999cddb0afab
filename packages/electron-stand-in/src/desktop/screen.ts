import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Environment = Readonly<Record<string, string>>;

export async function hasWindowManager(env: Environment): Promise<boolean> {
  return (await xprop(env, '-root', '_NET_SUPPORTING_WM_CHECK')).includes('window id');
}

/** Whether the desktop's own window exists and has painted its picture. */
export async function hasPaintedDesktop(env: Environment): Promise<boolean> {
  return (
    (await hasWindow(env, '_NET_WM_WINDOW_TYPE_DESKTOP')) &&
    (await xprop(env, '-root', 'XFDESKTOP_IMAGE_FILE_0')).includes('= "')
  );
}

export function hasPanel(env: Environment): Promise<boolean> {
  return hasWindow(env, '_NET_WM_WINDOW_TYPE_DOCK');
}

/**
 * Writes a screenshot as a PNG file, or as a PPM file if the path ends with `.ppm`: this is not compressed, and costs a
 * tenth of the processor time. Throws an Error with `cause` on failure.
 */
export async function takeScreenshot(env: Environment, path: string): Promise<void> {
  const format = path.endsWith('.ppm') ? 'ppm' : 'png';
  try {
    await run('import', ['-silent', '-window', 'root', `${format}:${path}`], { env });
  } catch (cause) {
    throw new Error(`no screenshot at ${path}`, { cause });
  }
}

async function hasWindow(env: Environment, type: string): Promise<boolean> {
  const list = await xprop(env, '-root', '_NET_CLIENT_LIST_STACKING');
  for (const [id] of list.matchAll(/0x[0-9a-f]+/g)) {
    const windowType = await xprop(env, '-id', id, '_NET_WM_WINDOW_TYPE');
    if (
      windowType.includes(type) &&
      (await programOutput(env, 'xwininfo', ['-id', id])).includes('IsViewable')
    ) {
      return true;
    }
  }
  return false;
}

const xprop = (env: Environment, ...args: string[]): Promise<string> =>
  programOutput(env, 'xprop', args);

/** The output of a command; empty when the command fails, because a window may be closed during the call. */
async function programOutput(env: Environment, command: string, args: string[]): Promise<string> {
  try {
    return (await run(command, args, { env })).stdout;
  } catch {
    return '';
  }
}
