import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { root } from '../setup/paths.ts';

/** The text of a file, formatted like the files of the repository. */
export async function formatted(path: string, text: string): Promise<string> {
  const options = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const { code, errors } = await format(path, text, options);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return code;
}
