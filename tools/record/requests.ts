import type { RecordOrder } from './arguments.ts';

/** One request to record. */
export interface Ask {
  /** Which of the services it is, in the words of the fixtures. */
  readonly source: string;
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: string;
  /** Whether the answer names a picture whose first bytes are recorded too. */
  readonly hasPicture?: boolean;
}

const publicBases = {
  legacy: 'https://api.nasa.gov',
  successor: 'https://science.nasa.gov',
  editors: 'https://apod.com',
  position: 'http://api.open-notify.org',
  posts: 'https://jsonplaceholder.typicode.com',
};

export function requestsOf(order: RecordOrder): readonly Ask[] {
  const { base } = order;
  switch (order.service) {
    case 'picture':
      return pictureRequests(order);
    case 'position': {
      const url = `${base ?? publicBases.position}/iss-now.json`;
      return Array.from({ length: order.count }, () => ({ source: 'position', url }));
    }
    case 'posts':
      return postsRequests(base ?? publicBases.posts);
  }
}

function pictureRequests({ base, editors, key, dates }: RecordOrder): Ask[] {
  const legacy = `${base ?? publicBases.legacy}/planetary/apod?api_key=${encodeURIComponent(key)}&thumbs=true`;
  const science = base ?? publicBases.successor;
  const successor = `${science}/wp-json/wp/v2/apod-basic`;
  const site = editors ?? base ?? publicBases.editors;
  const newest: Ask[] = [
    { source: 'legacy', url: legacy },
    { source: 'successor list', url: `${successor}?per_page=2`, hasPicture: true },
    { source: 'feed', url: `${science}/feed/apod-basic/` },
    { source: 'editors', url: `${site}/en/` },
    { source: 'editors feed', url: `${site}/feed.rss` },
  ];
  const days = dates.flatMap((date): Ask[] => {
    const code = date.slice(2).replaceAll('-', '');
    return [
      { source: 'legacy', url: `${legacy}&date=${date}` },
      { source: 'successor', url: `${successor}/${code}`, hasPicture: true },
      { source: 'editors', url: `${site}/en/ap${code}.html` },
    ];
  });
  return dates.length === 0 ? newest : days;
}

function postsRequests(base: string): Ask[] {
  const post = { title: 'A recording', body: 'For a test', userId: 1 };
  const at = (path: string): string => `${base}/posts${path}`;
  return [
    { source: 'posts', method: 'POST', url: at(''), body: JSON.stringify(post) },
    { source: 'posts', method: 'PUT', url: at('/1'), body: JSON.stringify({ id: 1, ...post }) },
    { source: 'posts', method: 'PUT', url: at('/999'), body: JSON.stringify({ id: 999, ...post }) },
    { source: 'posts', method: 'POST', url: at(''), body: '{"title":' },
    { source: 'posts', method: 'DELETE', url: at('/1') },
  ];
}
