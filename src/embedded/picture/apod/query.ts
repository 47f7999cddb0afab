import { createMemory } from '../remember.ts';
import { type ApodQuery, apodQuerySchema } from './schemas.ts';

export interface Refusal {
  readonly ok: false;
  readonly word: 'INVALID_DATE' | 'Bad Request';
  readonly detail: string;
}

/** A query, with what is wrong with it as far as that does not depend on the time. */
export interface Asked {
  /** Empty when it is missing. */
  readonly key: string;
  readonly parameters: URLSearchParams;
  readonly read: { readonly ok: true; readonly query: ApodQuery } | Refusal;
}

/** Clients ask the same again and again. */
const known = createMemory<Asked>(128);

/** Reads what stands behind the `?`. Of a parameter given twice, the first counts. */
export function readAsked(search: string): Asked {
  return known(search, () => {
    const parameters = new URLSearchParams(search);
    const fields = new Map<string, string>();
    for (const [name, value] of parameters) {
      if (!fields.has(name)) fields.set(name, value);
    }
    const key = fields.get('api_key') ?? '';
    fields.delete('api_key');
    return { key, parameters, read: readQuery(Object.fromEntries(fields)) };
  });
}

function readQuery(fields: Readonly<Record<string, string>>): Asked['read'] {
  const parsed = apodQuerySchema.safeParse(fields);
  if (parsed.success) return { ok: true, query: parsed.data };
  const { issues } = parsed.error;
  const issue = issues.find(({ path }) => path[0] === 'date') ?? issues[0];
  if (issue?.path[0] === 'date') {
    return { ok: false, word: 'INVALID_DATE', detail: `date ${issue.message}` };
  }
  const detail =
    issue?.code === 'unrecognized_keys'
      ? `unknown parameter ${issue.keys.join(', ')}`
      : `${issue?.path.join('.') ?? 'query'} ${issue?.message ?? 'is not valid'}`;
  return { ok: false, word: 'Bad Request', detail };
}
