import { describe, expect, it } from 'vitest';
import { installVerified, isWrongFileExit } from './install-verified.ts';

describe('installVerified', () => {
  const hash = Buffer.alloc(64, 0xab).toString('base64');

  it('writes a line that any of electron-updater’s quotes can hold', () => {
    const [line = '', ...rest] = installVerified(['dpkg', '-i', '/a\\ b.deb'], '/a\\ b.deb', hash);
    expect(rest).toEqual([]);
    expect(line).not.toMatch(/['"$`]/);
    expect(line).toContain(`grep -q ^${'ab'.repeat(64)} `);
    expect(line).toMatch(/if dpkg -i \/var\/tmp\/overhead-[\da-f]{32}\/package\.deb; then/);
  });

  it('uses a folder that nobody can know before', () => {
    const lines = [1, 2].map(() => installVerified(['rpm', '/a.rpm'], '/a.rpm', hash)[0]);
    expect(lines[0]).not.toBe(lines[1]);
  });

  it('leaves a command alone that is not about the package', () => {
    const repair = ['apt-get', 'install', '-f', '-y'];
    expect(installVerified(repair, '/a.deb', hash)).toEqual(repair);
    expect(installVerified(repair, null, hash)).toEqual(repair);
  });

  it('knows the exit of a wrong file from any other', () => {
    expect(isWrongFileExit(new Error('Command pkexec exited with code 77'))).toBe(true);
    expect(isWrongFileExit(new Error('Command pkexec exited with code 1'))).toBe(false);
  });
});
