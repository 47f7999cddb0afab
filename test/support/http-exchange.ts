import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect } from 'vitest';
import type { Failure, Result } from '#shared/failure.ts';
import type { Deadlines } from '#platform/http/failures.ts';
import { createHttp, type Http, type JsonAnswer } from '#platform/http/http.ts';
import { startServer, type TestServer } from './http-server.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The time of the clock of the HTTP layer under test. */
export const httpNow = Date.parse('2026-11-20T12:00:00Z');
/** The API key in every request of `getJson`. */
export const testApiKey = 'k3y-of-mine';
/** A web page in place of JSON. */
export const htmlPage = '<!DOCTYPE html><html><body>Sign in</body></html>';

const neverAborted = new AbortController().signal;
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Registers a function that runs after the test. The functions run in reverse order. */
export function cleanUp(work: () => Promise<unknown>): void {
  cleanUps.push(work);
}

/** Starts a server that is closed after the test. */
export async function serveAnswer(answer: Answer): Promise<TestServer> {
  const server = await startServer(answer);
  cleanUp(() => server.close());
  return server;
}

/** Creates an HTTP layer that is closed after the test. */
export function makeHttp(deadlines: Partial<Deadlines> = {}): Http {
  const http = createHttp({ userAgent: 'Overhead/test', now: () => httpNow, deadlines });
  cleanUp(() => http.close());
  return http;
}

export function getJson(
  http: Http,
  base: string,
  signal = neverAborted,
): Promise<Result<JsonAnswer>> {
  const url = new URL(`/thing?api_key=${testApiKey}`, base);
  return http.json({ method: 'GET', url, secret: testApiKey }, signal);
}

/**
 * Returns the failure of one GET with this answer, or null if the GET succeeds. Checks that the result does not contain
 * the key.
 */
export async function resultTextOf(
  answer: Answer,
  deadlines?: Partial<Deadlines>,
): Promise<Failure | null> {
  const server = await serveAnswer(answer);
  const result = await getJson(makeHttp(deadlines), server.url);
  expect(JSON.stringify(result)).not.toMatch(/k3y|api_key=/);
  return result.ok ? null : result.failure;
}
