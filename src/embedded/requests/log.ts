/** One request, as `GET /requests` tells it. */
export interface RequestEntry {
  /** The services' clock, ms since the epoch. */
  readonly at: number;
  readonly service: 'posts' | 'position' | 'picture';
  readonly method: string;
  /** Path and query, as asked. */
  readonly target: string;
  /** Of the answer; null while it is not there, and when the connection was reset instead. */
  status: number | null;
  /** Names of the scenarios that had a hand in it. */
  scenarios: readonly string[];
  /** The beginning of the body, where the service read one. */
  body?: string;
}
