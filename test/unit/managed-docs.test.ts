import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { managedKeys } from '#shared/settings/managed.ts';
import { parseManaged, parsePropertyList, parseRegistry } from '#settings/managed.ts';

const docs = readFileSync(new URL('../../docs/many.md', import.meta.url), 'utf8');
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(docs)?.[1] ?? '';

const mirror = 'http://mirror.example.org:8080';
const values = {
  'services.source': 'own',
  'services.own.picture': mirror,
  'services.own.position': mirror,
  'services.proxy': 'http://proxy.example.org:3128',
  'updates.automatic': false,
};

describe('the managed settings of docs/many.md', () => {
  it('are all listed in its table', () => {
    const keys = [...docs.matchAll(/^\| `([a-z]+\.[\w.]+)` /gm)].map(([, key]) => key);
    expect(keys).toEqual([...managedKeys]);
  });

  it('are shown in a file for Linux that works unchanged', () => {
    const posts = { 'services.own.posts': 'https://jsonplaceholder.typicode.com' };
    expect(parseManaged(JSON.parse(block('json')))).toEqual({
      values: { ...values, ...posts },
      unknown: [],
      invalid: [],
    });
  });

  it('are shown in commands for Windows whose values work', () => {
    const lines = [...block('bat').matchAll(/\/v (\S+) \/t (\S+) \/d (\S+)/g)].map(
      ([, name, type, data]) =>
        `    ${name}    ${type}    ${type === 'REG_DWORD' ? `0x${data}` : data}`,
    );
    const content = parseManaged(parseRegistry(lines.join('\r\n')));
    expect(content).toEqual({ values, unknown: [], invalid: [] });
  });

  it('are shown in a payload for macOS whose values work', () => {
    const entries = [
      ...block('xml').matchAll(/<key>(.*?)<\/key>\s*<(string|integer|false)(?:>(.*?)<\/|\/>)/g),
    ].map(([, key, type, text]) => [
      key,
      type === 'string' ? text : type === 'integer' ? 1 : false,
    ]);
    const plist = JSON.stringify(Object.fromEntries(entries));
    expect(parseManaged(parsePropertyList(plist))).toEqual({ values, unknown: [], invalid: [] });
  });
});
