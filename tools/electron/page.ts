// The page of the program in Electron. It reports through its own scheme, so it needs no preload.

const reportToProgram = (what: string, value: unknown): Promise<unknown> =>
  fetch(`/report/${what}`, { method: 'POST', body: JSON.stringify(value) });

const startedAt = performance.now();
void reportToProgram('loaded', { visibility: document.visibilityState, devicePixelRatio });
requestAnimationFrame(() => void reportToProgram('frame', performance.now() - startedAt));
document.addEventListener(
  'visibilitychange',
  () => void reportToProgram('visibility', document.visibilityState),
);

/** Reads a body to its end. Resolves with the number of bytes. */
async function lengthOf(response: Response): Promise<number> {
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) return length;
    length += piece.value.length;
  }
}

async function checkScheme(): Promise<void> {
  const megabyte = 1024 * 1024;
  const missing = await fetch('/missing');
  const streamed = await lengthOf(await fetch('/stream'));
  // The stand-in sends a body as text, and this text is six times as long as the body.
  const isStandIn = location.hostname.endsWith('.invalid');
  const size = isStandIn ? 10 : 100;
  const body = new Uint8Array(size * megabyte);
  const uploaded = await fetch('/upload', { method: 'POST', body });
  const picture = await new Promise<number>((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image.naturalWidth);
    image.onerror = () => resolve(0);
    image.src = '/picture.svg';
  });
  const stop = new AbortController();
  // The stand-in reads an answer to its end, and this answer never ends.
  const slow = isStandIn ? null : await fetch('/slow', { signal: stop.signal });
  await slow?.body?.getReader().read();
  stop.abort();
  // The policy of the page forbids pictures that are not from the page's own origin, such as `data:`.
  const isForeignRefused = await new Promise<boolean>((resolve) => {
    document.addEventListener('securitypolicyviolation', () => resolve(true), { once: true });
    const image = new Image();
    image.onload = () => resolve(false);
    image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
  });
  await reportToProgram('scheme', {
    origin: location.origin,
    status: missing.status,
    streamed,
    size: body.length,
    uploaded: Number(await uploaded.text()),
    picture,
    isForeignRefused,
    hasNode: 'require' in globalThis || 'process' in globalThis,
  });
}

if (location.search === '?scheme')
  checkScheme().catch((error: unknown) => void reportToProgram('scheme', { error: String(error) }));
