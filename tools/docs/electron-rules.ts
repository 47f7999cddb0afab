import { basename } from 'node:path';
import type { Rule } from '#stand-in/rules/rule.ts';
import { appRules } from '../electron/app-rules.ts';
import { askedRules } from '../electron/asked-rules.ts';
import { checkedRules } from '../electron/own-code-rules.ts';

const systemNames: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'Linux',
  darwin: 'macOS',
  win32: 'Windows',
};

function itemOf(rule: Rule): string {
  const systems = rule.platforms?.map((platform) => systemNames[platform]).join(', ');
  const marks = [systems ?? [], 'ask' in rule ? 'ask' : []].flat().join('; ');
  const places = rule.places.map((path) => `[${basename(path)}](../${path})`);
  const links = [...places, rule.source === null ? [] : `\`${rule.source}\``].flat().join(', ');
  return `- ${rule.title}${marks === '' ? '' : ` (${marks})`}: ${links}`;
}

/** The rules on which the app relies, as one list for each module. */
export function ruleLists(): string {
  const rules: readonly Rule[] = [...checkedRules, ...appRules, ...askedRules];
  const modules = [...new Set(rules.map(({ module }) => module))].sort();
  const lists = modules.map((name) => {
    const items = rules.filter(({ module }) => module === name).map(itemOf);
    return `### ${name}\n\n${items.join('\n')}`;
  });
  return lists.join('\n\n');
}
