import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { LoginItemState } from '#shared/app.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { systemCodeOf } from '#shared/system-error.ts';
import { writeWholeSync } from '#platform/files/atomic.ts';
import { autostartFile, execLine, readAutostart, type Autostart } from './desktop-file.ts';
import type { LoginItem } from './login-item.ts';

const fileName = 'dev.overhead.Overhead.desktop';

/** The folder that the session starts programs from. A relative path in the variable is void. */
export function autostartFolder(env: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME: config = '' } = env;
  return join(isAbsolute(config) ? config : join(homedir(), '.config'), 'autostart');
}

/** As a file in the autostart folder. What the desktop writes into it stands until the person decides here. */
export function linuxLoginItem(folder: string, command: readonly string[]): LoginItem {
  const path = join(folder, fileName);

  function state(): LoginItemState {
    const found = read(path);
    if (found === null) return 'off';
    return found.enabled ? 'on' : 'switched-off';
  }

  return {
    state,
    set(on) {
      return attempt(() => {
        if (on) write(path, autostartFile(command));
        else rmSync(path, { force: true });
        return state();
      });
    },
    renew() {
      return attempt(() => {
        const found = read(path);
        if (found?.enabled === true && found.exec !== execLine(command))
          write(path, autostartFile(command));
        return state();
      });
    },
  };
}

function read(path: string): Autostart | null {
  try {
    return readAutostart(readFileSync(path, 'utf8'));
  } catch {
    return null; // it is not there, or cannot be read: the session does not start it either
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeWholeSync(path, text);
}

function attempt(act: () => LoginItemState): Result<LoginItemState> {
  try {
    return ok(act());
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === null) throw error;
    return fail({ kind: 'storage', code });
  }
}
