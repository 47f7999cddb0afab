import { parseArgs } from 'node:util';
import { safeParse, type z } from 'zod';
import { instantSchema, rateSchema } from './clock.ts';
import type { ServiceName } from './request-log.ts';
import {
  choiceSchema,
  type DescribedScenario,
  choiceFaults,
  type ReadResult,
  readChoices,
  servicesByName,
  settingsSchemaOf,
  type ScenarioTable,
} from './scenarios/choice.ts';
import { tables } from './scenarios/tables.ts';
import type { ServicesOptions } from './server.ts';

export const usage = `Usage: overhead-services [OPTIONS]
       npm run services [-- OPTIONS]    in a checkout of Overhead

Runs the posts, position and picture services on this machine until interrupted.
When they are ready, one line of JSON on the standard output says where they answer.

  --posts-port PORT     port of the posts service        (default: any free port)
  --iss-port PORT       port of the position service     (default: any free port)
  --apod-port PORT      port of the picture service      (default: any free port)
  --control-port PORT   port of the control listener     (default: any free port)
  --control-token TEXT  what the control listener wants  (default: random)
  --clock TIME          what time it is for the services, such as 2026-12-01T05:00:00Z
  --rate N              seconds that pass for them in a second; 0 stands still
  --scenario SERVICE=NAME[,SETTING=VALUE…]
                        something to do wrong, such as position=500,requests=3; can be repeated
  --key KEY             an API key that the picture service accepts beside DEMO_KEY
  --key-limit N         requests an hour of that key     (default: 1000)
  --elements FILE       two-line elements of the orbit   (default: the bundled ones)
  --replay FILE         answer what FILE has as it was recorded by Overhead's npm run record
  --help                this text
`;

export type Command =
  | {
      readonly kind: 'run';
      readonly options: ServicesOptions;
      /** The path of a file of elements, which is read after parsing. */
      readonly elementFile: string | null;
      /** The path of a recording, which is read after parsing. */
      readonly replay: string | null;
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

/** Parses the command line. */
export function readCommand(args: readonly string[]): Command {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      options: {
        'posts-port': { type: 'string' },
        'iss-port': { type: 'string' },
        'apod-port': { type: 'string' },
        'control-port': { type: 'string' },
        'control-token': { type: 'string' },
        clock: { type: 'string' },
        rate: { type: 'string' },
        scenario: { type: 'string', multiple: true },
        key: { type: 'string' },
        'key-limit': { type: 'string' },
        elements: { type: 'string' },
        replay: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    const options: ServicesOptions = {
      ports: {
        posts: readPort('--posts-port', values['posts-port']),
        position: readPort('--iss-port', values['iss-port']),
        picture: readPort('--apod-port', values['apod-port']),
        control: readPort('--control-port', values['control-port']),
      },
      clock: {
        now: readWithSchema(instantSchema, '--clock', values.clock),
        rate: readWithSchema(rateSchema, '--rate', readNumber(values.rate)),
      },
      scenarios: readScenarios(values.scenario ?? []),
      key: readWord('--key', values.key),
      keyLimit: readLimit('--key-limit', values['key-limit']),
      controlToken: readToken('--control-token', values['control-token']),
    };
    return {
      kind: 'run',
      options,
      elementFile: readWord('--elements', values.elements) ?? null,
      replay: readWord('--replay', values.replay) ?? null,
    };
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
}

function readPort(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new RangeError(`${flag} must be a port, 0 to 65535, not ${text}`);
}

function readLimit(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= 1e9) return limit;
  throw new RangeError(`${flag} must be a number from 1 to 1e9, not ${text}`);
}

/** Returns a token that consists of the characters of a bearer token (RFC 6750). */
function readToken(flag: string, text: string | undefined): string | undefined {
  const word = readWord(flag, text);
  if (word === undefined || /^[\w.~+/=-]+$/.test(word)) return word;
  throw new RangeError(`${flag} must be letters, digits and -._~+/=`);
}

function readWord(flag: string, text: string | undefined): string | undefined {
  if (text === '') throw new RangeError(`${flag} must not be empty`);
  return text;
}

const readNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : text.trim() === '' ? Number.NaN : Number(text);

function readWithSchema<Input, Output>(
  schema: z.ZodType<Output, Input>,
  flag: string,
  given: Input | undefined,
): Output | undefined {
  if (given === undefined) return undefined;
  const parseResult = schema.safeParse(given);
  if (parseResult.success) return parseResult.data;
  throw new RangeError(choiceFaults(parseResult.error, flag));
}

function readScenarios(texts: readonly string[]): Record<ServiceName, object[]> {
  const choices: Record<ServiceName, object[]> = { posts: [], position: [], picture: [] };
  for (const text of texts) {
    const nameResult = readNamed(text);
    if (!nameResult.ok) throw new RangeError(`--scenario ${nameResult.message}`);
    const { service, name } = nameResult.value;
    const table: ScenarioTable<DescribedScenario> = tables[service].table;
    const scenario = Object.hasOwn(table, name) ? table[name] : undefined;
    const choice = toChoice(nameResult.value, scenario);
    const readResult = readChoices(table, choice);
    if (!readResult.ok) throw new RangeError(`--scenario ${text}: ${readResult.message}`);
    choices[service].push(choice);
  }
  return choices;
}

/** A scenario on the command line, before its settings are parsed. */
interface NamedScenario {
  readonly service: ServiceName;
  readonly name: string;
  /** The setting and its value, both as text. */
  readonly settings: readonly (readonly [name: string, value: string])[];
}

/** Parses `service=name[,setting=value…]`. A comma is part of the value unless the name of a setting follows. */
function readNamed(text: string): ReadResult<NamedScenario> {
  const [first = '', ...rest] = text.split(/,(?=[a-z][\w-]*=)/i);
  const [serviceWord, name] = splitOnce(first);
  const service = Object.hasOwn(servicesByName, serviceWord)
    ? servicesByName[serviceWord]
    : undefined;
  if (service === undefined || name === '') {
    const services = Object.keys(servicesByName).join(', ');
    const message = `${text} is not service=name[,setting=value…], with one of the services ${services}`;
    return { ok: false, message };
  }
  return { ok: true, value: { service, name, settings: rest.map(splitOnce) } };
}

function splitOnce(text: string): readonly [string, string] {
  const equalsIndex = text.indexOf('=');
  return equalsIndex < 0 ? [text, ''] : [text.slice(0, equalsIndex), text.slice(equalsIndex + 1)];
}

/**
 * Converts a scenario of the command line to an object for `readChoices`. The value of a setting whose type is string
 * stays a string. Any other value is parsed as JSON, so that `3` is a number and `true` a boolean.
 */
function toChoice(named: NamedScenario, scenario: DescribedScenario | undefined): object {
  const ownShape = scenario === undefined ? {} : settingsSchemaOf(scenario).shape;
  const shape: Readonly<Record<string, z.core.$ZodType>> = { ...ownShape, ...choiceSchema.shape };
  const entries = named.settings.map(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const staysText = schema === undefined || isAccepted(schema, value);
    return [name, staysText ? value : fromJson(value)] as const;
  });
  return { ...Object.fromEntries(entries), name: named.name };
}

const isAccepted = (schema: z.core.$ZodType, value: string): boolean =>
  safeParse(schema, value).success;

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
