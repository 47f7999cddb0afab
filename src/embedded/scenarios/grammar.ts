import type { ServiceName } from '../request-log.ts';
import { safeParse, type z } from 'zod';
import { choiceSchema, type Described, type Read, settingsOf } from './choice.ts';

/** A scenario as the command line names it: still to be read by the table of its service. */
export interface Named {
  readonly service: ServiceName;
  readonly name: string;
  /** Setting and value, both as written. */
  readonly settings: readonly (readonly [name: string, value: string])[];
}

/** The services by all their names: those of the specification's addresses too. */
export const servicesByName: Readonly<Record<string, ServiceName>> = {
  posts: 'posts',
  position: 'position',
  iss: 'position',
  picture: 'picture',
  apod: 'picture',
};

/** Reads `service=name[,setting=value…]`. A comma is a value's own unless a setting follows it. */
export function readNamed(text: string): Read<Named> {
  const [first = '', ...rest] = text.split(/,(?=[a-z][\w-]*=)/i);
  const [given, name] = splitOnce(first);
  const service = Object.hasOwn(servicesByName, given) ? servicesByName[given] : undefined;
  if (service === undefined || name === '') {
    const services = Object.keys(servicesByName).join(', ');
    const message = `${text} is not service=name[,setting=value…], with one of the services ${services}`;
    return { ok: false, message };
  }
  return { ok: true, value: { service, name, settings: rest.map(splitOnce) } };
}

function splitOnce(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * The same as an object for `readChoices`. A value stays a string where the setting takes one; elsewhere
 * it is read as JSON, so that `3` is a number and `true` a boolean.
 */
export function toChoice(named: Named, scenario: Described | undefined): object {
  const own = scenario === undefined ? {} : settingsOf(scenario).shape;
  const shape: Readonly<Record<string, z.core.$ZodType>> = { ...own, ...choiceSchema.shape };
  const entries = named.settings.map(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const staysText = schema === undefined || isTaken(schema, value);
    return [name, staysText ? value : fromJson(value)] as const;
  });
  return { ...Object.fromEntries(entries), name: named.name };
}

const isTaken = (schema: z.core.$ZodType, value: string): boolean =>
  safeParse(schema, value).success;

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
