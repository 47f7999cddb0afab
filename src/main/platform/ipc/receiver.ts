import type { z } from 'zod';
import { channelName } from '#shared/channels.ts';
import { contract, type Handlers } from '#shared/contract.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { reportDefect } from '#runtime/defects.ts';
import { diskFailure } from '../files/attempt.ts';

/** The part of a frame that identifies the app's own page. */
export type Sender = Pick<Electron.WebFrameMain, 'parent' | 'url'>;

export interface ReceiverOptions {
  readonly handlers: Handlers;
  /** Whether the URL of a frame is that of one of the app's own pages. */
  readonly isTrusted: (url: string) => boolean;
}

/**
 * Answers a message on one channel. Rejects if the sender is not one of the app's own pages, or if the handler has a
 * defect.
 *
 * @param page the id of the sender's `webContents`
 */
type ReceiveMessage = (
  sender: Sender | null,
  input: unknown,
  page: number,
) => Promise<Result<unknown>>;

type ContractEntry =
  | { readonly direction: 'command'; readonly input: z.ZodType }
  | { readonly direction: 'broadcast' };
const contractGroups: Readonly<Record<string, Readonly<Record<string, ContractEntry>>>> = contract;

type AnyHandler = (input: unknown, page: number) => unknown;

/**
 * The receivers of all commands of the contract, by channel name. Only these functions check senders and parse inputs.
 * The answer is always a Result: if the handler returns nothing, a success with the value null.
 */
export function createReceivers(options: ReceiverOptions): ReadonlyMap<string, ReceiveMessage> {
  const { handlers, isTrusted } = options;
  const isOurs = (sender: Sender | null): boolean =>
    sender !== null && sender.parent === null && isTrusted(sender.url);
  const receivers = new Map<string, ReceiveMessage>();

  for (const [group, entries] of Object.entries(contractGroups)) {
    for (const [name, entry] of Object.entries(entries)) {
      if (entry.direction !== 'command') continue;
      const handler = handlerOf(handlers, group, name);
      receivers.set(channelName(group, name), async (sender, input, page) => {
        if (!isOurs(sender)) throw new Error('not for this sender');
        const parsedInput: ParsedInput = isInputSmall(input)
          ? parseInput(entry.input, input)
          : { ok: false, issue: 'too large' };
        if (!parsedInput.ok)
          return fail({ kind: 'invalid-input', detail: `${group}.${name}: ${parsedInput.issue}` });
        try {
          const answer = (await handler(parsedInput.value, page)) as Result<unknown> | undefined;
          return answer ?? ok(null);
        } catch (error) {
          const failure = diskFailure(error);
          if (failure !== null) return fail(failure);
          reportDefect(error);
          // Send no details to the page: `reportDefect` has logged them.
          throw new Error('internal error', { cause: error });
        }
      });
    }
  }
  return receivers;
}

// The types of the contract ensure that each handler exists and accepts the output of its schema. These casts are
// needed because a loop over all channels loses those types.
function handlerOf(handlers: Handlers, group: string, name: string): AnyHandler {
  const handlersByGroup = handlers as unknown as Readonly<
    Record<string, Readonly<Record<string, AnyHandler>>>
  >;
  const handler = handlersByGroup[group]?.[name];
  if (handler === undefined) throw new Error(`no handler for ${group}.${name}`);
  return handler;
}

type ParsedInput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issue: string };

/** The limits of an input. They are larger than any command needs: a draft of 4 MiB, and some hundred values. */
const maxCharacters = 5 * 2 ** 20;
const maxValues = 10_000;

/**
 * Whether an input is within the limits. This is checked before parsing, because schemas read a whole list before they
 * check its length. Stops counting at a limit.
 */
function isInputSmall(input: unknown): boolean {
  let characters = 0;
  /** The values found so far. The loop appends the parts of each. */
  const values: unknown[] = [input];
  for (const value of values) {
    if (typeof value === 'string') characters += value.length;
    // Count the parts of lists and plain objects only: the schemas refuse other objects, or limit their bytes.
    if (Array.isArray(value)) {
      if (value.length > maxValues) return false;
      values.push(...(value as readonly unknown[]));
    } else if (isPlainObject(value)) {
      for (const key in value) {
        characters += key.length;
        values.push(value[key]);
        // Do not copy an object that is much too large.
        if (values.length > maxValues) return false;
      }
    }
    if (values.length > maxValues || characters > maxCharacters) return false;
  }
  return true;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Parses an input. If the schema throws, for example at an object in `length`, the input counts as invalid. */
function parseInput(schema: z.ZodType, input: unknown): ParsedInput {
  try {
    const parseResult = schema.safeParse(input);
    return parseResult.success
      ? { ok: true, value: parseResult.data }
      : { ok: false, issue: firstIssue(parseResult.error) };
  } catch {
    return { ok: false, issue: 'invalid' };
  }
}

/** Describes the first issue by its field and its rule, never by the value. */
function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined
    ? 'invalid'
    : [issue.path.join('.'), issue.message].filter(Boolean).join(': ');
}
