import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { surveySettings, type RunProgram } from '../setter/runner.ts';
import { sway, swaybg } from './wayland.ts';

// A `swaybg` that a package wraps, so that its process has another name, as on NixOS.
let folder = '';
let run: RunProgram;
const writeScript = (name: string, text: string): void => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead wrapped-'));
  // The program waits until its folder is removed, at the latest.
  writeScript('.swaybg-wrapped', `while [ -e "${folder}/swaybg" ]; do sleep 0.2; done`);
  writeScript('swaybg.real', `while [ -e "${folder}/swaybg" ]; do sleep 0.2; done`);
  const env = {
    ...process.env,
    XDG_RUNTIME_DIR: folder,
    PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
  };
  run = async (program, args) => {
    const { stdout, stderr } = await promisify(execFile)(program, [...args], { env }).catch(
      (error: unknown) => error as { readonly stdout: string; readonly stderr: string },
    );
    return { code: stderr === '' ? 0 : 1, stdout, stderr };
  };
});
afterEach(() => rmSync(folder, { recursive: true }));

async function runningCount(): Promise<number> {
  const { stdout } = await run('ps', ['-ww', '-e', '-o', 'args=']);
  return stdout.split('\n').filter((line) => line.includes(`${folder}/.swaybg-wrapped -`)).length;
}

/** The picture of the running program. On a busy machine, the program may still be starting when `write` has ended. */
async function shownPath(): Promise<string | null | undefined> {
  const survey = await surveySettings(swaybg, run);
  return typeof survey === 'string' ? survey : survey.held?.get('picture');
}

describe.skipIf(process.platform !== 'linux')('a wrapped swaybg', () => {
  it.each([
    ['replaces itself by', 'exec '],
    ['starts and waits for', ''],
  ])(
    'that %s its program is read back, replaced by the next picture, and ended by a restore',
    async (_what, exec) => {
      writeScript('swaybg', `${exec}"${folder}/.swaybg-wrapped" "$@"`);
      for (const path of ['/w/a.jpg', '/w/b c.jpg']) {
        const command = swaybg.write('picture', path);
        await run(command?.program ?? '', command?.args ?? []);
        await expect.poll(shownPath).toBe(path);
        await expect.poll(runningCount).toBe(1);
      }
      const end = swaybg.write('picture', null);
      await run(end?.program ?? '', end?.args ?? []);
      await expect.poll(shownPath).toBeUndefined();
      await expect.poll(runningCount).toBe(0);
    },
  );

  it.each(['swaybg', 'swaybg.real'])('of sway is read back: %s', async (name) => {
    writeScript('swaybg', `exec "${folder}/.swaybg-wrapped" "$@"`);
    // `setsid` keeps the process from being a child that the test must wait for.
    await run('sh', ['-c', `setsid ${name} -o HDMI-A-1 -i /w/a.jpg -m fill >/dev/null 2>&1 &`]);
    const read = async (): Promise<unknown> => {
      const query = sway.survey[1];
      const { stdout } = await run(query?.program ?? '', query?.args ?? []);
      return sway.held(['', stdout])?.get('HDMI-A-1');
    };
    await expect.poll(read).toBe('/w/a.jpg');
  });
});
