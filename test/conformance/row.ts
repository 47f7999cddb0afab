import { expect } from 'vitest';
import type { ServiceUrls } from '#services/server.ts';

/** The addresses of the services and of their control listener. */
export interface Place extends ServiceUrls {
  readonly control_url: string;
  readonly control_token: string;
}

/** The exact text of a row in a table of the specification, and a test for it. */
interface Row {
  /** The table's heading. */
  readonly heading: string;
  /** The row's cells, joined by ` | `. */
  readonly cells: string;
  readonly check: (place: Place) => Promise<void>;
}

/** The rows of one table. */
export function table(
  heading: string,
  rows: Readonly<Record<string, (place: Place) => Promise<void>>>,
): readonly Row[] {
  return Object.entries(rows).map(([cells, check]) => ({ heading, cells, check }));
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request, and parses the answer, which is always a JSON object. */
export async function ask(url: string, init?: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  const body: unknown = await answer.json();
  expect(body).toBeTypeOf('object');
  return { status: answer.status, headers: answer.headers, body: { ...(body as object) } };
}

/** Expects an error of the services: the status and message of the specification, and a reason. */
export function expectProblem(answer: Answer, status: number, message: string): void {
  expect(answer).toMatchObject({ status, body: { message } });
  expect(answer.body['detail']).toMatch(/\w \w/);
}

/** Sets the clock of all services. */
export async function setClock(
  { control_url, control_token }: Place,
  change: { readonly now: string; readonly rate?: number },
): Promise<void> {
  const { ok } = await fetch(`${control_url}/clock`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${control_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  });
  expect(ok).toBe(true);
}

/** Switches a scenario of a service on until `during` is over. */
export async function withScenario(
  { control_url, control_token }: Place,
  service: string,
  scenario: object,
  during: () => Promise<void>,
): Promise<void> {
  const put = async (scenarios: readonly object[]): Promise<void> => {
    const { ok } = await fetch(`${control_url}/scenarios/${service}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${control_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(scenarios),
    });
    expect(ok).toBe(true);
  };
  await put([scenario]);
  try {
    await during();
  } finally {
    await put([]);
  }
}
