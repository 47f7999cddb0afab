import { spawn } from 'node:child_process';

export type ThisProgram = Pick<NodeJS.Process, 'env' | 'execPath'>;

/**
 * The AppImage that contains this program; null when there is none. APPIMAGE alone proves nothing: a program that was
 * started from another program's AppImage, such as a terminal, inherits the variables. The executable must be inside
 * the mount APPDIR.
 *
 * @returns its file, and the folder in which it is mounted while it runs
 */
export function runningAppImage({ env, execPath }: ThisProgram) {
  const { APPIMAGE: file = '', APPDIR: mount = '' } = env;
  const isOurs = file.startsWith('/') && mount.length > 1 && execPath.startsWith(`${mount}/`);
  return isOurs ? { file, mount } : null;
}

/**
 * The command that starts this app again, with the arguments that this process was started with. An AppImage is started
 * by its file, because the mount with the executable vanishes; its runtime sets the variables again.
 */
export function startCommand(program: ThisProgram & Pick<NodeJS.Process, 'argv'>) {
  const { execPath, argv } = program;
  const image = runningAppImage(program);
  return {
    program: image?.file ?? execPath,
    args: argv.slice(1),
    env: outsideOfMount(program),
  };
}

/** The API key of the environment, which is for the app alone. */
const secretVariable = 'OVERHEAD_API_KEY';

/** The environment without secrets, for the app's own helper programs. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // On Windows, names of variables are not case-sensitive.
  const entries = Object.entries(env).filter(([name]) => name.toUpperCase() !== secretVariable);
  return Object.fromEntries(entries);
}

/** The environment for programs of the system. */
export const systemEnvironment = (program: ThisProgram): NodeJS.ProcessEnv =>
  withoutSecrets(outsideOfMount(program));

/**
 * The environment without the libraries of an AppImage, which are not for other programs: a `gsettings` that loads them
 * may fail, or not see the settings of the desktop.
 */
function outsideOfMount(program: ThisProgram): NodeJS.ProcessEnv {
  const image = runningAppImage(program);
  return image === null ? program.env : withoutMount(program.env, image.mount);
}

/** Set by the runtime of AppImages. */
const runtimeVariables = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'];

/**
 * Removes the changes of an AppImage to the environment: its own variables, and the folders of its mount that AppRun
 * puts first in lists such as PATH and LD_LIBRARY_PATH.
 */
function withoutMount(env: NodeJS.ProcessEnv, mount: string): NodeJS.ProcessEnv {
  const isInside = (path: string): boolean => path === mount || path.startsWith(`${mount}/`);
  const cleanEnvironment: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || runtimeVariables.includes(name)) continue;
    const parts = value.split(':');
    const others = parts.filter((part) => !isInside(part));
    if (others.length === parts.length) cleanEnvironment[name] = value;
    else if (others.some((part) => part !== '')) cleanEnvironment[name] = others.join(':');
  }
  return cleanEnvironment;
}

/**
 * Starts this app again on Linux. Must be the last thing before the process exits, after the single-instance lock is
 * released, because the new process does not wait.
 *
 * Electron's `app.relaunch` is not used. Its helper runs from this process's executable and waits for this process, so
 * an AppImage's mount disappears while the helper runs, and it has `no_new_privs` set (shell/browser/relauncher.cc uses
 * Chromium's default `LaunchOptions`). Everything that it starts inherits that, and then neither fusermount nor pkexec
 * works.
 *
 * @returns whether the new process was started
 */
export function startAgain(): boolean {
  const { program, args, env } = startCommand(process);
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env });
  // Without a listener a program that cannot be started would be an uncaught error.
  child.on('error', () => undefined);
  child.unref();
  return child.pid !== undefined;
}
