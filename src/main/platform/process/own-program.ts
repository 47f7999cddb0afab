import { spawn } from 'node:child_process';

export type ThisProgram = Pick<NodeJS.Process, 'env' | 'execPath'>;

/**
 * The AppImage that contains this program; null if there is none. The variable APPIMAGE alone is no proof, because a
 * program that is started from another AppImage (such as a terminal) inherits the variable. Therefore the executable
 * must be inside the folder APPDIR.
 *
 * @returns the file of the AppImage, and the folder in which the AppImage is mounted while it runs
 */
export function runningAppImage({ env, execPath }: ThisProgram) {
  const { APPIMAGE: file = '', APPDIR: mount = '' } = env;
  const isOurs = file.startsWith('/') && mount.length > 1 && execPath.startsWith(`${mount}/`);
  return isOurs ? { file, mount } : null;
}

/**
 * The command that starts this app again with the arguments of this process. For an AppImage, the command starts the
 * file of the AppImage, because the mount that contains the executable disappears. The file sets the AppImage's
 * variables again.
 */
export function startCommand(program: ThisProgram & Pick<NodeJS.Process, 'argv'>) {
  const { execPath, argv } = program;
  const image = runningAppImage(program);
  return {
    program: image?.file ?? execPath,
    args: argv.slice(1),
    env: environmentOutsideMount(program),
  };
}

/** The environment variable of the API key. Other programs must not get it. */
const secretVariable = 'OVERHEAD_API_KEY';

/**
 * The environment variable with the folders of PowerShell's modules. PowerShell 7 sets it for every program that it
 * starts. With this value, Windows PowerShell finds none of its own modules (issue 20804 of PowerShell).
 */
const moduleVariable = 'PSMODULEPATH';

/** The environment without secrets, for the app's own helper programs. */
export const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  withoutVariables(env, secretVariable);

/** The environment without variables, whose names are given in upper case: on Windows, case does not matter. */
const withoutVariables = (env: NodeJS.ProcessEnv, ...names: string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name.toUpperCase())));

/** The environment for programs of the system: without secrets, and without the changes of an AppImage. */
export const systemEnvironment = (program: ThisProgram): NodeJS.ProcessEnv =>
  withoutVariables(environmentOutsideMount(program), secretVariable, moduleVariable);

/**
 * The environment without the changes of an AppImage. Other programs must not load the libraries of the AppImage:
 * `gsettings`, for example, may then fail or not find the settings of the desktop.
 */
function environmentOutsideMount(program: ThisProgram): NodeJS.ProcessEnv {
  const image = runningAppImage(program);
  return image === null ? program.env : removeMountFrom(program.env, image.mount);
}

/** The environment variables that an AppImage sets. */
const runtimeVariables = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'];

/**
 * Removes the changes of an AppImage from an environment: the variables of the AppImage, and the folders of the mount
 * in lists such as PATH and LD_LIBRARY_PATH.
 */
function removeMountFrom(env: NodeJS.ProcessEnv, mount: string): NodeJS.ProcessEnv {
  const isInside = (path: string): boolean => path === mount || path.startsWith(`${mount}/`);
  const cleanEnvironment: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || runtimeVariables.includes(name)) continue;
    const parts = value.split(':');
    const otherParts = parts.filter((part) => !isInside(part));
    if (otherParts.length === parts.length) cleanEnvironment[name] = value;
    else if (otherParts.some((part) => part !== '')) cleanEnvironment[name] = otherParts.join(':');
  }
  return cleanEnvironment;
}

/**
 * Starts this app again on Linux. Call this after the single-instance lock is released, immediately before the process
 * exits, because the new process does not wait for this process.
 *
 * Electron's `app.relaunch` is not used, for two reasons. First, it starts this process's executable as a helper, and
 * the helper waits for the end of this process. An AppImage's mount, which contains the executable, disappears while
 * the helper runs. Second, the helper has `no_new_privs` set (shell/browser/relauncher.cc uses Chromium's default
 * `LaunchOptions`). All processes that the helper starts inherit `no_new_privs`, with which fusermount does not work.
 *
 * @param args the arguments of the new process; default: those of this process
 * @returns whether the new process was started
 */
export function restartApp(args: readonly string[] = process.argv.slice(1)): boolean {
  const { program, env } = startCommand(process);
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env });
  // Without a listener, a failed start would be an uncaught error.
  child.on('error', () => undefined);
  child.unref();
  return child.pid !== undefined;
}
