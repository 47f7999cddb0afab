export type ThisProgram = Pick<NodeJS.Process, 'env' | 'execPath'>;

/** An AppImage that runs: its file, and the folder in which it is mounted while it runs. */
export interface RunningAppImage {
  readonly file: string;
  readonly mount: string;
}

/**
 * The AppImage that contains this program; null when there is none. APPIMAGE alone proves nothing: a program that was
 * started from another program's AppImage, such as a terminal, inherits the variables. The executable must be inside of
 * the mount APPDIR.
 */
export function runningAppImage({ env, execPath }: ThisProgram): RunningAppImage | null {
  const { APPIMAGE: file = '', APPDIR: mount = '' } = env;
  const isOurs = file.startsWith('/') && mount.length > 1 && execPath.startsWith(`${mount}/`);
  return isOurs ? { file, mount } : null;
}
