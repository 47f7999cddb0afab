/** One request to record. */
export interface RecordRequest {
  /** The name of the source, as in the fixtures. */
  readonly source: string;
  readonly url: string;
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly body?: string;
  /** Whether to record also the first bytes of the picture file whose address is in the answer. */
  readonly hasPicture?: boolean;
}

export const recordableServices = ['picture', 'position', 'posts'] as const;

interface RecordOptions {
  readonly service: (typeof recordableServices)[number];
  /** One address that replaces the addresses of all sources; null: the public addresses. */
  readonly base: string | null;
  readonly key: string;
  /** The days of the picture; empty: the newest day. */
  readonly dates: readonly string[];
  /** The number of positions. */
  readonly count: number;
}

/** The requests to send, in order. */
export function requestsToRecord({
  service,
  base,
  key,
  dates,
  count,
}: RecordOptions): readonly RecordRequest[] {
  switch (service) {
    case 'picture':
      return pictureRequests(base, key, dates);
    case 'position': {
      const url = `${base ?? 'http://api.open-notify.org'}/iss-now.json`;
      return Array.from({ length: count }, () => ({ source: 'position', url }));
    }
    case 'posts':
      return postsRequests(`${base ?? 'https://jsonplaceholder.typicode.com'}/posts`);
  }
}

function pictureRequests(
  base: string | null,
  key: string,
  dates: readonly string[],
): RecordRequest[] {
  const legacy = `${base ?? 'https://api.nasa.gov'}/planetary/apod?api_key=${encodeURIComponent(key)}&thumbs=true`;
  const science = base ?? 'https://science.nasa.gov';
  const successor = `${science}/wp-json/wp/v2/apod-basic`;
  const site = base ?? 'https://apod.com';
  if (dates.length === 0)
    return [
      { source: 'legacy', url: legacy },
      { source: 'successor list', url: `${successor}?per_page=2`, hasPicture: true },
      { source: 'feed', url: `${science}/feed/apod-basic/` },
      { source: 'editors', url: `${site}/en/` },
      { source: 'editors feed', url: `${site}/feed.rss` },
    ];
  return dates.flatMap((date): RecordRequest[] => {
    const code = date.slice(2).replaceAll('-', '');
    return [
      { source: 'legacy', url: `${legacy}&date=${date}` },
      { source: 'successor', url: `${successor}/${code}`, hasPicture: true },
      { source: 'editors', url: `${site}/en/ap${code}.html` },
    ];
  });
}

function postsRequests(url: string): RecordRequest[] {
  const post = { title: 'A recording', body: 'For a test', userId: 1 };
  const source = 'posts';
  return [
    { source, method: 'POST', url, body: JSON.stringify(post) },
    { source, method: 'PUT', url: `${url}/1`, body: JSON.stringify({ id: 1, ...post }) },
    { source, method: 'PUT', url: `${url}/999`, body: JSON.stringify({ id: 999, ...post }) },
    { source, method: 'POST', url, body: '{"title":' },
    { source, method: 'DELETE', url: `${url}/1` },
  ];
}
