import { z } from 'zod';
import {
  type DescribedScenario,
  settingsSchemaOf,
  type ScenarioTable,
} from '#services/scenarios/choice.ts';
import { tables, withCommonScenarios } from '#services/scenarios/tables.ts';

/**
 * One table of the scenarios that all services have, and one table for each service of the scenarios that it adds or
 * overrides.
 */
export function scenarioTables(): string {
  const common: ScenarioTable<DescribedScenario> = withCommonScenarios({});
  const withoutCommon = (
    table: ScenarioTable<DescribedScenario>,
  ): ScenarioTable<DescribedScenario> =>
    Object.fromEntries(Object.entries(table).filter(([name, one]) => common[name] !== one));
  return [
    section('All three', common),
    ...Object.entries(tables).map(([service, { table }]) =>
      section(`${service.charAt(0).toUpperCase()}${service.slice(1)}`, withoutCommon(table)),
    ),
  ].join('\n');
}

function section(title: string, table: ScenarioTable<DescribedScenario>): string {
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

/** Each setting of a scenario as `name=default`, or `name` if it has no default, with its description. */
function settingsText(scenario: DescribedScenario): string {
  const { properties = {} } = z.toJSONSchema(settingsSchemaOf(scenario), { io: 'input' });
  return Object.entries(properties)
    .map(([name, field]) => {
      const { description, default: value } = fieldSchema.parse(field);
      return `\`${value === undefined ? name : `${name}=${String(value)}`}\`: ${description}`;
    })
    .join('<br>');
}
