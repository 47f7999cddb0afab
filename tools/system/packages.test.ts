import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureSystemPackages, missingCommands, missingDesktopCommands } from './packages.ts';

describe('system packages', () => {
  let bin: string;
  beforeEach(() => {
    bin = mkdtempSync(join(tmpdir(), 'packages-test-'));
  });
  afterEach(() => rmSync(bin, { recursive: true, force: true }));

  /** Puts a command on the PATH of the test. */
  const command = (name: string, script = 'exit 0'): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };

  it('names the commands that are missing', () => {
    command('Xvfb');
    const missing = missingDesktopCommands({ PATH: bin });
    expect(missing).toContain('xfwm4');
    expect(missing).not.toContain('Xvfb');
    expect(missingCommands({ PATH: bin })).toContain('chromium');
    expect(missingCommands({ PATH: bin, CHROMIUM_PATH: '/somewhere' })).not.toContain('chromium');
  });

  it('does nothing when all is here', async ({ skip }) => {
    const missing = missingCommands();
    if (missing.length > 0) skip(`missing ${missing.join(', ')}`);
    const lines: string[] = [];
    expect(await ensureSystemPackages({ log: (line) => lines.push(line) })).toEqual({ ok: true });
    expect(lines).toEqual([]);
  });

  it('says what to install where it cannot', async () => {
    const result = await ensureSystemPackages({ log: () => undefined, env: { PATH: bin } });
    expect(result).toMatchObject({ ok: false });
    expect(result).toHaveProperty('reason', expect.stringMatching(/^missing: .*xfwm4/));
    expect(result).toHaveProperty('hint', expect.stringContaining('apt-get install'));
  });

  describe.skipIf(process.getuid?.() !== 0)('with root and apt-get', () => {
    it('keeps the output of an installation that fails', async () => {
      command('apt-get', 'echo "$DEBIAN_FRONTEND: $*"; case "$*" in *install*) exit 100;; esac');
      const lines: string[] = [];
      const result = await ensureSystemPackages({
        log: (line) => lines.push(line),
        env: { PATH: bin },
      });
      expect(lines).toHaveLength(1);
      const log = /goes to (?<path>.*)$/.exec(lines[0] ?? '')?.groups?.['path'] ?? '';
      expect(result).toMatchObject({
        ok: false,
        reason: `apt-get install ended with 100; see ${log}`,
      });
      const output = readFileSync(log, 'utf8');
      rmSync(join(log, '..'), { recursive: true });
      expect(output).toMatch(/^noninteractive: .* update\n/);
      expect(output).toContain('install -y --no-install-recommends xvfb xfwm4');
    });

    it('stops when it is aborted', async () => {
      command('apt-get', 'exec /bin/sleep 1000');
      const controller = new AbortController();
      let log = '';
      const result = await ensureSystemPackages({
        log: (line) => {
          log = line.replace(/^.* goes to /, '');
          setImmediate(() => controller.abort());
        },
        env: { PATH: bin },
        signal: controller.signal,
      });
      rmSync(join(log, '..'), { recursive: true });
      expect(result).toMatchObject({
        ok: false,
        reason: `apt-get update ended with SIGTERM; see ${log}`,
      });
    });
  });
});
