import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { type Described, settingsOf, type Table } from '#embedded/scenarios/choice.ts';
import { tables, withCommon } from '#embedded/scenarios/tables.ts';

const begin = '<!-- scenarios -->';
const end = '<!-- /scenarios -->';

/**
 * The text of docs/services.md with its scenario tables as the code has them.
 *
 * @param path of the file: it says how the text is laid out
 * @throws Error where the text has no place for the tables
 */
export async function withScenarioTables(text: string, path: string): Promise<string> {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${begin} … ${end} is missing`);
  const config = await resolveConfig(path);
  const whole = `${before}${begin}\n\n${scenarioTables()}\n${end}${after}`;
  return format(whole, { ...config, filepath: path });
}

/** A table of what every service has, and one for each of what it alone has, or has in its own way. */
function scenarioTables(): string {
  const common: Table<Described> = withCommon({});
  const own = (table: Table<Described>): Table<Described> =>
    Object.fromEntries(Object.entries(table).filter(([name, one]) => common[name] !== one));
  return [
    section('All three', common),
    ...Object.entries(tables).map(([service, { table }]) =>
      section(`${service.charAt(0).toUpperCase()}${service.slice(1)}`, own(table)),
    ),
  ].join('\n');
}

function section(title: string, table: Table<Described>): string {
  const rows = Object.entries(table).map(
    ([name, scenario]) => `| \`${name}\` | ${scenario.summary} | ${settingsText(scenario)} |`,
  );
  return [
    '',
    `### ${title}`,
    '',
    '| name | what happens | settings |',
    '|-|-|-|',
    ...rows,
    '',
  ].join('\n');
}

const fieldSchema = z.object({
  description: z.string(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

/** `seconds=30`, and what that is; no value where there is no default. */
function settingsText(scenario: Described): string {
  const { properties = {} } = z.toJSONSchema(settingsOf(scenario), { io: 'input' });
  return Object.entries(properties)
    .map(([name, field]) => {
      const { description, default: value } = fieldSchema.parse(field);
      return `\`${value === undefined ? name : `${name}=${String(value)}`}\`: ${description}`;
    })
    .join('<br>');
}
