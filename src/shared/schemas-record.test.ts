import { expect, it } from 'vitest';
import { z } from 'zod';
import { expectRecord } from '#test/support/record.ts';
import * as appModule from './app.ts';
import { contract } from './contract.ts';
import * as failureModule from './failure.ts';
import * as instantModule from './instant.ts';
import * as journalModule from './journal/journal.ts';
import * as passPostsModule from './journal/pass-posts.ts';
import * as photoModule from './journal/photo.ts';
import * as photoSchemaModule from './journal/photo-schema.ts';
import * as postTextModule from './journal/post-text.ts';
import * as transferModule from './journal/transfer.ts';
import * as languageSchemaModule from './language/language-schema.ts';
import * as archiveModule from './picture/archive.ts';
import * as pictureModule from './picture/picture.ts';
import * as thumbnailModule from './picture/thumbnail.ts';
import * as reportPartsModule from './report/report-parts.ts';
import * as reportSchemaModule from './report/report-schema.ts';
import * as managedModule from './settings/managed.ts';
import * as settingsImportModule from './settings/settings-import.ts';
import * as settingsModule from './settings/settings.ts';
import * as stateModule from './state.ts';
import * as burnModule from './station/burn.ts';
import * as calendarModule from './station/calendar.ts';
import * as ledgerModule from './station/ledger.ts';
import * as orbitModule from './station/orbit.ts';
import * as passForecastModule from './station/pass-forecast.ts';
import * as eveningModule from './station/sky/evening.ts';
import * as observerModule from './station/sky/observer.ts';
import * as passModule from './station/sky/pass.ts';
import * as sampledPathSchemaModule from './station/sky/sampled-path-schema.ts';
import * as skyModule from './station/sky/sky.ts';
import * as starFieldModule from './station/sky/star-field.ts';
import * as transitModule from './station/sky/transit.ts';
import * as stationModule from './station/station.ts';
import * as statusSchemaModule from './status/status-schema.ts';
import * as updateModule from './updates/update.ts';
import * as viewChoicesModule from './view-choices.ts';
import * as appearanceModule from './wallpaper/appearance.ts';
import * as compositionModule from './wallpaper/composition.ts';
import * as lockScreenModule from './wallpaper/lock-screen.ts';
import * as selectionModule from './wallpaper/selection.ts';
import * as wallpaperCommandModule from './wallpaper/wallpaper-command.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const isSchema = (entry: [string, unknown]): entry is [string, z.ZodType] =>
  entry[1] instanceof z.ZodType;

/** The modules with schemas and with numbers, such as limits. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  appModule,
  failureModule,
  instantModule,
  journalModule,
  passPostsModule,
  photoModule,
  photoSchemaModule,
  postTextModule,
  transferModule,
  languageSchemaModule,
  archiveModule,
  pictureModule,
  thumbnailModule,
  reportPartsModule,
  reportSchemaModule,
  managedModule,
  settingsImportModule,
  settingsModule,
  stateModule,
  burnModule,
  calendarModule,
  ledgerModule,
  orbitModule,
  passForecastModule,
  eveningModule,
  observerModule,
  passModule,
  sampledPathSchemaModule,
  skyModule,
  starFieldModule,
  transitModule,
  stationModule,
  statusSchemaModule,
  updateModule,
  viewChoicesModule,
  appearanceModule,
  compositionModule,
  lockScreenModule,
  selectionModule,
  wallpaperCommandModule,
];

const omitted: ReadonlySet<string> = new Set(['$schema', '$id', 'id', 'description', 'readOnly']);

/** A JSON Schema on one line: names of other schemas, unions with ` | `, and other keywords as `key=value`. */
function notation(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, allOf, type, properties, required, items, prefixItems, ...rest } =
    schema;
  if (typeof $ref === 'string') return $ref;
  const union = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  const names = new Set(required as readonly string[] | undefined);
  const parts = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, value]) => `${name}${names.has(name) ? '' : '?'}: ${notation(value)}`,
  );
  const words = [
    ...(union === undefined ? [] : [`(${union.map(notation).join(' | ')})`]),
    ...(allOf === undefined ? [] : [(allOf as readonly JsonSchema[]).map(notation).join(' & ')]),
    ...(properties === undefined ? [] : [`{ ${parts.join('; ')} }`]),
    ...(items === undefined || items === false ? [] : [`[${notation(items as JsonSchema)}]`]),
    ...(prefixItems === undefined
      ? []
      : [`[${(prefixItems as readonly JsonSchema[]).map(notation).join(', ')}]`]),
    ...[type]
      .flat()
      .filter((one) => typeof one === 'string' && one !== 'object' && one !== 'array'),
    ...Object.entries(rest).flatMap(([key, value]) => {
      if (omitted.has(key) || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return [];
      if (key === 'pattern' && rest['format'] !== undefined) return [];
      if (key === 'const') return [JSON.stringify(value)];
      if (key === 'enum')
        return [(value as readonly unknown[]).map((one) => JSON.stringify(one)).join('|')];
      const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (isNested) return [`${key}=${notation(value as JsonSchema)}`];
      return key === 'additionalProperties' && value === false
        ? []
        : [`${key}=${JSON.stringify(value)}`];
    }),
  ];
  return words.join(' ');
}

it('the schemas of all modules and of the contract, and exported numbers, are those of the record', async () => {
  const registry = z.registry<{ id: string }>();
  const folder = import.meta.dirname;
  for (const exports of modules)
    for (const [name, schema] of Object.entries(exports).filter(isSchema))
      if (!registry.has(schema)) registry.add(schema, { id: name });
  for (const [group, channels] of Object.entries(contract))
    for (const [name, channel] of Object.entries<object>(channels)) {
      const parts = Object.entries(channel).filter(isSchema);
      registry.add(z.object(Object.fromEntries(parts)), { id: `${group}.${name}` });
    }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => id,
  });
  const lines = Object.entries(schemas).map(
    ([name, schema]) => `${name}: ${notation(schema as JsonSchema)}`,
  );
  expect(lines.length).toBeGreaterThan(50);
  for (const exports of modules)
    for (const [name, value] of Object.entries(exports))
      if (typeof value === 'number') lines.push(`${name} = ${value}`);
  await expectRecord(lines.toSorted(), `${folder}/schemas-record.txt`);
});
