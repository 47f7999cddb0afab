import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { autostartFile, execLine, readAutostart } from './desktop-file.ts';

/** What a session makes of a value of `Exec`, by the steps of the specification. */
function argumentsOf(value: string): string[] {
  const unescape = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  const text = value.replaceAll(/\\(.)/gs, (_all, letter: string) => {
    const meant = unescape[letter as keyof typeof unescape] as string | undefined;
    if (meant === undefined) throw new Error(`no such escape: ${letter}`);
    return meant;
  });
  const words = text.match(/"(?:[^"\\]|\\.)*"|\S+/gs) ?? [];
  return words.map((word) => {
    const plain = word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : word;
    return plain.replaceAll(/%(.)/gs, (_all, code: string) => {
      if (code !== '%') throw new Error(`a field code: %${code}`);
      return '%';
    });
  });
}

describe('the Exec line', () => {
  it.each([
    [['/opt/Overhead/overhead', '--hidden'], '/opt/Overhead/overhead --hidden'],
    [['/home/a b/O.AppImage', '--hidden'], '"/home/a b/O.AppImage" --hidden'],
    [['/100%/o'], '/100%%/o'],
    [['/$HOME/`x`/"y"'], '"/\\\\$HOME/\\\\`x\\\\`/\\\\"y\\\\""'],
    [['/a\\b'], String.raw`"/a\\\\b"`],
    [['/it’s', ''], '/it’s ""'],
    [['/a\nb'], String.raw`"/a\nb"`],
  ])('%j', (command, line) => {
    expect(execLine(command)).toBe(line);
  });

  it('is read back as what was written, whatever the path', () => {
    const path = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((text) => `/${text}`);
    const awkward = fc
      .array(fc.constantFrom(...Array.from(' %%"\'\\$`;&|<>~*?#()\n\tä')), { minLength: 1 })
      .map((characters) => `/${characters.join('')}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(path, awkward), { minLength: 1 }), (command) => {
        expect(argumentsOf(execLine(command))).toEqual(command);
      }),
    );
  });
});

describe('an autostart file', () => {
  const written = autostartFile(['/opt/a b/overhead', '--hidden']);

  it('is switched on, and says what it starts', () => {
    expect(readAutostart(written)).toEqual({
      enabled: true,
      exec: '"/opt/a b/overhead" --hidden',
    });
    expect(written).toMatch(/^TryExec=\/opt\/a b\/overhead$/m);
    expect(written.endsWith('\n')).toBe(true);
  });

  it.each([
    ['Hidden=true', false],
    ['Hidden = true  ', false],
    ['Hidden=false', true],
    ['X-GNOME-Autostart-enabled=false', false],
    ['[Desktop Action a]\nHidden=true', true],
    ['# Hidden=true', true],
  ])('after the desktop has written %j', (line, enabled) => {
    expect(readAutostart(`${written}${line}\n`).enabled).toBe(enabled);
  });

  it('may be anything, and is read all the same', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readAutostart(text).enabled === 'boolean'));
    expect(readAutostart('')).toEqual({ enabled: true, exec: null });
  });

  it('is to the liking of the desktop’s own checker, where that is here', ({ skip }) => {
    try {
      execFileSync('desktop-file-validate', ['--version']);
    } catch {
      skip('desktop-file-validate is not installed');
    }
    execFileSync('desktop-file-validate', ['/dev/stdin'], { input: written });
  });
});
