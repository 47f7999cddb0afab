import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '#test/support/runs.ts';
import { acceptedPost, journalPost, postId } from '#test/support/journal-posts.ts';
import { noPhotos } from '#test/support/no-photos.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { journalPostSchema, type JournalPost } from '#shared/journal/journal.ts';
import { maxPhotoCharacters } from '#shared/journal/photo-schema.ts';
import { maxDraftBytes } from '#shared/journal/post-text.ts';
import type { PhotoRef } from '#shared/journal/photo.ts';
import { contentId } from '#platform/files/content-id.ts';
import {
  postToJsonLine,
  jsonLinesParser,
  markdownParser,
  parserFor,
  postToMarkdown,
  type PostParser,
} from './formats.ts';
import { createTransfer, readPosts } from './transfer.ts';

const withoutPhoto = (post: JournalPost) => Promise.resolve(ok(post));

async function read(parser: PostParser, content: string, partLength = 64): Promise<unknown> {
  const posts: JournalPost[] = [];
  for await (const portion of readPosts(partsOf(content, partLength), () => parser, withoutPhoto)) {
    if (!portion.ok) return portion.failure;
    posts.push(...portion.value);
  }
  return { kind: 'posts', posts };
}

async function* partsOf(content: string, length: number): AsyncGenerator<Result<string>> {
  for (let at = 0; at < content.length; at += length) {
    yield ok(content.slice(at, at + length));
    await Promise.resolve();
  }
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'a',
        '\n',
        '\r\n',
        '<!-- overhead:post ',
        '\\',
        ' -->',
        '# ',
        '',
        '\u2028',
        '\n\n',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
const posts = fc
  .array(fc.record({ title: text, body: text, edited: fc.boolean() }), { maxLength: 5 })
  .map((some) =>
    some.map(({ title, body, edited }, index): JournalPost => {
      const post = acceptedPost(index + 1, { title, body });
      return edited ? { ...post, body: `${body}!`, state: { kind: 'draft' } } : post;
    }),
  );

describe.each([
  ['JSON Lines', postToJsonLine, jsonLinesParser],
  ['Markdown', postToMarkdown, markdownParser],
] as const)('%s', (_name, write, parser) => {
  it('reads every post as it was written, wherever the chunks of the file end', async () => {
    await fc.assert(
      fc.asyncProperty(posts, fc.integer({ min: 1, max: 2_000 }), async (some, length) => {
        const content = some.map(write).join('');
        expect(await read(parser(), content, length)).toEqual({ kind: 'posts', posts: some });
      }),
    );
  });
});

describe('a section of Markdown', () => {
  it('is rejected at the first line that makes it longer than the longest possible post', () => {
    const parser = markdownParser();
    const units = Math.floor(1.1 * maxDraftBytes);
    const lines = ['<!-- overhead:post {} -->', 'x'.repeat(units - 2), '', ''];
    expect(lines.map((line, index) => parser.line(index + 3, line))).toEqual([
      ...[null, null, null],
      { kind: 'rejected', line: 3, reason: 'too-long', field: null },
    ]);
  });

  it.runIf(isFullRun)(
    'may contain a draft near the size limit whose lines all look like the header of a post',
    async () => {
      const body = '<!-- overhead:post \n'.repeat(190_000);
      const post = journalPost(1, { body, published: false, state: { kind: 'draft' } });
      const content = postToMarkdown(post);
      expect(await read(markdownParser(), content, 500_000)).toEqual({
        kind: 'posts',
        posts: [post],
      });
    },
  );
});

it('markdownParser reads Markdown with empty lines above the first post', async () => {
  const section = postToMarkdown(journalPost(1));
  const found = await read(markdownParser(), `\n  \r\n${section}`);
  expect(found).toEqual(await read(markdownParser(), section));
  expect(found).toMatchObject({ posts: [{ title: 'post 1' }] });
});

it('postToMarkdown escapes the end of a comment inside the comment of a section', () => {
  const section = postToMarkdown(journalPost(1, { title: 'here --> there', body: '' }));
  const [comment = ''] = section.split('\n');
  expect(comment.indexOf('-->')).toBe(comment.length - '-->'.length);
});

it('postToMarkdown writes the title as a heading of one line', () => {
  const section = postToMarkdown(journalPost(1, { title: ' First \n\n light\t' }));
  expect(section.split('\n')[1]).toBe('# First light');
});

it('a plain text is rejected if it is longer than a draft', () => {
  const parser = () => parserFor('a.txt', '', () => expect.fail());
  const tooLong = (line: number) => ({ kind: 'rejected', line, reason: 'too-long', field: null });
  const long = parser();
  expect(long.line(1, 'x'.repeat(maxDraftBytes - 1))).toBeNull();
  expect(long.line(2, '')).toEqual(tooLong(2));
  const longInUtf8 = parser();
  expect(longInUtf8.line(1, 'é'.repeat(maxDraftBytes / 2))).toBeNull();
  expect(longInUtf8.end()).toEqual(tooLong(1));
});

it('jsonLinesParser skips blank lines, and reads a draft that is too long to publish', () => {
  const draft = journalPost(1, {
    body: 'x'.repeat(1_100_000),
    published: false,
    state: { kind: 'draft' },
  });
  expect(jsonLinesParser().line(1, ' \r')).toBeNull();
  expect(jsonLinesParser().line(1, JSON.stringify(draft))).toEqual(draft);
});

describe('readPosts', () => {
  const maxLine = 8 * 1024 * 1024 + maxPhotoCharacters;
  const rejected = (line: number, reason: string) => ({
    ok: false,
    failure: { kind: 'rejected', line, reason, field: null },
  });
  const full = fail({ kind: 'storage', code: 'EIO' });

  it.each<[string, Result<string>[], object[]]>([
    ['nothing of a blank file', [ok(' '), ok('\n\n')], []],
    ['a failure of the disk', [ok('a\n'), full, ok('b\n')], [full]],
    [
      'bytes that are no text',
      [ok('\n\nc'), fail({ kind: 'malformed', detail: '' })],
      [rejected(3, 'not-text')],
    ],
    [
      'a part that is too large',
      [ok('\n'), fail({ kind: 'too-large', limit: 1, unit: 'bytes' })],
      [rejected(2, 'too-long')],
    ],
    ['nothing of the longest line', [ok('x'.repeat(maxLine - 1)), ok('x')], []],
    ['a line that is too long', [ok('x'.repeat(maxLine - 1)), ok('xx')], [rejected(1, 'too-long')]],
  ])('yields %s', async (_name, parts, portions) => {
    const parser: PostParser = { line: () => null, end: () => null };
    async function* chunks() {
      await Promise.resolve();
      yield* parts;
    }
    const yielded: unknown[] = [];
    for await (const portion of readPosts(chunks(), () => parser, withoutPhoto))
      yielded.push(portion);
    expect(yielded).toEqual(portions);
  });
});

describe('a file with invalid content', () => {
  it.each([
    ['is rejected for half a line', `${postToJsonLine(journalPost(1))}{"id":`, 2, 'not-a-post'],
    ['is rejected for a post without an id', '\n{"title":"x"}\n', 2, 'wrong-field'],
    [
      'is rejected for a post that is too long',
      postToJsonLine(journalPost(1, { body: 'x'.repeat(1_100_000) })),
      1,
      'too-long',
    ],
    ['is rejected for deeply nested lists', '['.repeat(8_000_000), 1, 'not-a-post'],
    [
      'is rejected for a deeply nested field',
      `{"id":${'['.repeat(1e6)}${']'.repeat(1e6)}}`,
      1,
      'not-a-post',
    ],
  ])('%s', async (_what, content, line, reason) => {
    const found = await read(jsonLinesParser(), content, 1_000_000);
    expect(found).toMatchObject({ kind: 'rejected', line, reason });
  });

  it.each<[string, object]>([
    ['createdAt', { createdAt: 8_640_000_000_000_001 }],
    ['changedAt', { changedAt: -1 }],
    ['state.at', { state: { kind: 'deleted', at: 1e300, status: null } }],
    ['state.status', { state: { kind: 'deleted', at: 1, status: 1e9 } }],
    ['lastAccepted.at', { lastAccepted: { ...acceptedPost(1).lastAccepted, at: 1e17 } }],
    [
      'state.attempts',
      {
        state: {
          kind: 'waiting',
          turn: 1,
          attempts: Number.MAX_SAFE_INTEGER,
          lastFailure: null,
        },
      },
    ],
    [
      'state.lastFailure.retryAt',
      {
        state: {
          kind: 'waiting',
          turn: 1,
          attempts: 1,
          lastFailure: { kind: 'quota', retryAt: 1e16 },
        },
      },
    ],
  ])('is rejected for a number that is out of range: %s', async (where, part) => {
    const line = `${JSON.stringify({ ...acceptedPost(1), ...part })}\n`;
    const found = await read(jsonLinesParser(), line);
    expect(found).toEqual({ kind: 'rejected', line: 1, reason: 'wrong-field', field: where });
  });

  it.each([
    ['<!-- overhead:post {} -->\n', 'wrong-field'],
    ['<!-- overhead:post [] -->\n', 'wrong-field'],
    ['<!-- overhead:post {}\n', 'open-comment'],
  ])('is rejected with the line number of the error in Markdown: %s', async (end, reason) => {
    const first = postToMarkdown(journalPost(1, { body: 'one\ntwo' }));
    expect(await read(markdownParser(), `${first}${end}`)).toMatchObject({ line: 7, reason });
    expect(await read(markdownParser(), `Dear diary\n${first}`)).toMatchObject({ line: 1 });
  });
});

describe('createTransfer', () => {
  function world(there: JournalPost[], photos: Parameters<typeof createTransfer>[1] = noPhotos) {
    const files = new Map<string, string>();
    let chosen: Result<string | null> = ok('/journal');
    const added: JournalPost[] = [];
    let portions = 0;
    const transfer = createTransfer(
      {
        *all() {
          for (const post of there) yield ok(post);
        },
        get(id) {
          const post = there.find((one) => one.id === id);
          return post === undefined ? fail({ kind: 'not-found' }) : ok(post);
        },
        async importPosts(given) {
          const some: JournalPost[] = [];
          for await (const portion of given) {
            if (!portion.ok) return portion;
            some.push(...portion.value);
            portions += 1;
          }
          const fresh = some.filter(({ id }) => !there.some((post) => post.id === id));
          added.push(...fresh);
          return ok({ added: fresh.length, known: some.length - fresh.length });
        },
      },
      photos,
      {
        write(path, parts) {
          if (path === '/full') return Promise.resolve(fail({ kind: 'storage', code: 'ENOSPC' }));
          let content = '';
          for (const part of parts) if (part.ok) content += part.value;
          files.set(path, content);
          return Promise.resolve(ok(null));
        },
        read: (path) => partsOf(files.get(path) ?? '', 1_000),
      },
      { forExport: () => Promise.resolve(chosen), forImport: () => Promise.resolve(chosen) },
      () => 1_795_000_000_000,
    );
    const choose = (path: Result<string | null>) => (chosen = path);
    return { transfer, files, added, choose, portions: () => portions };
  }

  it.each(['jsonl', 'markdown'] as const)('imports the new posts of %s', async (format) => {
    const here = world([journalPost(1), acceptedPost(2)]);
    expect(await here.transfer.export(format)).toEqual({
      ok: true,
      value: { posts: 2, path: '/journal' },
    });
    const there = world([journalPost(1)]);
    there.files.set('/journal', here.files.get('/journal') ?? '');
    expect(await there.transfer.import()).toEqual({
      ok: true,
      value: { kind: 'imported', added: 1, known: 1 },
    });
    expect(there.added).toEqual([acceptedPost(2)]);
  });

  describe('with photos', () => {
    const photoData = Buffer.from('\xff\xd8\xff a photo', 'latin1').toString('base64');
    const photo = 1_795_000_000_123;
    /** The folder of the photos; `written` has the name and the content of each. */
    const folder = () => {
      const written: string[] = [];
      let result: Result<null> = ok(null);
      return {
        written,
        fail: (kind: 'damaged' | 'cancelled') => (result = fail({ kind })),
        read: (_id: string, at: number | null) => (at === photo ? photoData : null),
        write({ id, at }: PhotoRef, bytes: Uint8Array) {
          written.push(`${id} ${at} ${Buffer.from(bytes).toString('base64')}`);
          return Promise.resolve(result);
        },
      };
    };
    const posts = [acceptedPost(1, { photo }), acceptedPost(2), acceptedPost(3, { photo: 5 })];

    it('exports the photos as JSON Lines and restores them, and writes none a second time', async () => {
      const here = world(posts, folder());
      await here.transfer.export('jsonl');
      const content = here.files.get('/journal') ?? '';
      expect(content.split('\n').filter((line) => line.includes(photoData))).toHaveLength(1);
      const photos = folder();
      const there = world([], photos);
      there.files.set('/journal', content);
      expect(await there.transfer.import()).toMatchObject({ value: { added: 3, known: 0 } });
      // The file of the third photo is missing.
      expect(there.added).toEqual([posts[0], posts[1], { ...posts[2], photo: null }]);
      expect(photos.written).toEqual([`${postId(1)} ${photo} ${photoData}`]);

      const again = world(posts, photos);
      again.files.set('/journal', content);
      expect(await again.transfer.import()).toMatchObject({ value: { added: 0, known: 3 } });
      expect(photos.written).toHaveLength(1);
    });

    it('stores no photo of a post without one', async () => {
      const photos = folder();
      const there = world([], photos);
      there.files.set('/journal', postToJsonLine({ ...acceptedPost(1), photoData }));
      await there.transfer.import();
      expect(there.added).toEqual([acceptedPost(1)]);
      expect(photos.written).toEqual([]);
    });

    it.each([
      [
        'rejects a photo that cannot be drawn',
        'damaged',
        { value: { line: 1, field: 'photoData' } },
      ],
      ['ends when the app ends', 'cancelled', { failure: { kind: 'cancelled' } }],
    ] as const)('%s, and imports nothing', async (_name, kind, result) => {
      const photos = folder();
      photos.fail(kind);
      const there = world([], photos);
      there.files.set('/journal', postToJsonLine({ ...acceptedPost(1, { photo }), photoData }));
      expect(await there.transfer.import()).toMatchObject(result);
      expect(there.added).toEqual([]);
    });

    it.runIf(isFullRun)('rejects a photo that is longer than any photo of the app', async () => {
      const there = world([], folder());
      const endless = { ...acceptedPost(1, { photo }), photoData: 'A'.repeat(12 * 2 ** 20) };
      there.files.set('/journal', postToJsonLine(endless));
      expect(await there.transfer.import()).toMatchObject({
        value: { kind: 'rejected', line: 1, reason: 'wrong-field', field: 'photoData' },
      });
    });

    it('has the photos in the page to print, and leaves them out of Markdown', async () => {
      const here = world(posts, folder());
      await here.transfer.export('html');
      expect(here.files.get('/journal')).toContain(
        `<img src="data:image/jpeg;base64,${photoData}" alt="post 1">`,
      );
      expect(here.files.get('/journal')).toContain("style-src 'unsafe-inline'; img-src data:");
      await here.transfer.export('markdown');
      const content = here.files.get('/journal') ?? '';
      expect(content).not.toContain(photoData);
      const there = world([], folder());
      there.files.set('/journal', content);
      await there.transfer.import();
      expect(there.added).toEqual(posts.map((post) => ({ ...post, photo: null })));
    });
  });

  it('exports a page with a heading for each month, without deleted posts, and writes no text as markup', async () => {
    const [november, december] = [Date.parse('2026-11-20T12:00Z'), Date.parse('2026-12-02T12:00Z')];
    const here = world([
      {
        ...journalPost(1, {
          title: '<b>First</b>',
          body: 'overhead:picture/2019-07-16\nA **bold** <script>',
        }),
        createdAt: november,
      },
      {
        ...journalPost(2, {
          title: 'Second',
          body: '- one\n- https://example.org/?a=1&b `a<b`\n\n# Heading *of*\n3. three\n\n```\n"code"\n```',
        }),
        createdAt: november,
      },
      { ...journalPost(3, { title: 'Gone' }), state: { kind: 'deleted' } as never },
      { ...journalPost(5, { title: 'Going' }), state: { kind: 'deleting' } as never },
      { ...journalPost(4, { title: 'Fourth', body: 'Clear sky.' }), createdAt: december },
    ]);
    expect(await here.transfer.export('html')).toMatchObject({ ok: true });
    const page = here.files.get('/journal') ?? '';
    const paragraphs = page
      .slice(page.indexOf('</head>'))
      .replaceAll(/(<time[^>]*>)[^<]*/g, '$1…')
      .split('\n');
    expect(paragraphs).toEqual([
      '</head><body>',
      '<h1>Journal</h1>',
      '<h2>November 2026</h2>',
      '<article><h3 dir="auto">&lt;b&gt;First&lt;/b&gt;</h3>',
      '<time datetime="2026-11-20T12:00:00.000Z">…</time>',
      '<p class="about">Picture of July 16, 2019</p>',
      '<p dir="auto">A <strong>bold</strong> &lt;script&gt;</p>',
      '</article>',
      '<article><h3 dir="auto">Second</h3>',
      '<time datetime="2026-11-20T12:00:00.000Z">…</time>',
      '<ul dir="auto"><li>one</li><li><a href="https://example.org/?a=1&amp;b">https://example.org/?a=1&amp;b</a> <code>a&lt;b</code></li></ul>',
      '<h4 dir="auto">Heading <em>of</em></h4>',
      '<ol dir="auto" start="3"><li>three</li></ol>',
      '<pre dir="auto">&quot;code&quot;</pre>',
      '</article>',
      '<h2>December 2026</h2>',
      '<article><h3 dir="auto">Fourth</h3>',
      '<time datetime="2026-12-02T12:00:00.000Z">…</time>',
      '<p dir="auto">Clear sky.</p>',
      '</article>',
      '</body></html>',
      '',
    ]);
  });

  it('fails with `storage` if the disk refuses an export', async () => {
    const here = world([journalPost(1)]);
    here.choose(ok('/full'));
    const failure = { kind: 'storage', code: 'ENOSPC' };
    expect(await here.transfer.export('jsonl')).toEqual({ ok: false, failure });
  });

  it.each(['jsonl', 'markdown', 'html'] as const)(
    'fails if the last post cannot be read for an export as %s',
    async (format) => {
      const unreadable = fail({ kind: 'storage', code: 'EIO' });
      const transfer = createTransfer(
        {
          *all() {
            yield ok(journalPost(1));
            yield unreadable;
          },
          get: () => expect.fail(),
          importPosts: () => expect.fail(),
        },
        noPhotos,
        {
          write(_path, parts) {
            for (const part of parts) if (!part.ok) return Promise.resolve(part);
            return Promise.resolve(ok(null));
          },
          read: () => expect.fail(),
        },
        { forExport: () => Promise.resolve(ok('/journal')), forImport: () => expect.fail() },
        () => 0,
      );
      expect(await transfer.export(format)).toEqual(unreadable);
    },
  );

  it('imports a long file in portions', async () => {
    const there = world([]);
    const some = Array.from({ length: 2_000 }, (_, n) => journalPost(n + 1));
    there.files.set('/journal', some.map(postToJsonLine).join(''));
    expect(await there.transfer.import()).toMatchObject({ value: { added: 2_000 } });
    expect(there.added).toEqual(some);
    expect(there.portions()).toBeGreaterThan(5);
  });

  it('imports nothing of a file with an invalid line', async () => {
    const there = world([]);
    there.files.set('/journal', `${postToJsonLine(journalPost(1))}nonsense\n`);
    expect(await there.transfer.import()).toMatchObject({ value: { kind: 'rejected', line: 2 } });
    expect(there.added).toEqual([]);
  });

  it('does nothing when no file was chosen', async () => {
    const here = world([]);
    here.choose(ok(null));
    expect(await here.transfer.export('jsonl')).toEqual({ ok: true, value: null });
    expect(await here.transfer.import()).toEqual({ ok: true, value: null });
  });

  it('fails with `no-file-dialog` on a desktop without a file dialog', async () => {
    const here = world([]);
    const none = fail({ kind: 'no-file-dialog', detail: 'spawn ENOENT' });
    here.choose(none);
    expect(await here.transfer.export('jsonl')).toEqual(none);
    expect(await here.transfer.import()).toEqual(none);
  });

  it.each<[string, (markdown: string) => string, string, string?]>([
    ['is unchanged', (text) => text, 'First light'],
    [
      'has no heading any more',
      (text) => text.replace('# First light\n\n', '\n \n\n'),
      'First light',
    ],
    ['has the text alone', (text) => text.replace('# First light\n\n', ''), 'First light'],
    [
      'has another heading',
      (text) => text.replace('# First light\n\n', '# First light, 2\n \t\n'),
      'First light, 2',
    ],
    [
      'has another heading and no text any more',
      (text) => text.replace(/# First light[^]*/, '# First light, 2'),
      'First light, 2',
      '',
    ],
    [
      'has no text any more',
      (text) => text.replace(/# First light[^]*/, '\n\n'),
      'First light',
      '',
    ],
    [
      'has blank lines and spaces after the comment',
      (text) => text.replace(' -->\n', ' -->\t\r\n \n\n'),
      'First light',
    ],
    [
      'has no empty line after the heading',
      (text) => text.replace('# First light\n\n', '# First light\n'),
      'First light',
    ],
    ['has no empty line at the end', (text) => text.trimEnd(), 'First light'],
  ])('restores a post from own Markdown that %s', async (_name, edit, title, body = whole) => {
    const here = world([{ ...journalPost(1), title: 'First light', body: whole }]);
    await here.transfer.export('markdown');
    const there = world([]);
    there.files.set('/journal', edit(here.files.get('/journal') ?? ''));
    await there.transfer.import();
    expect(there.added).toMatchObject([{ title, body }]);
  });
  const whole = '# Kit\nline 1\na \\<!-- overhead:post \n\nend';

  it.each<readonly [string, string, string]>([
    ['# First light #\n\nClear sky.\n', 'First light', 'Clear sky.'],
    ['---\nsky: clear\n---\n \n## First light\nClear sky.', 'First light', 'Clear sky.'],
    [
      'How I set the bar\n\n```sh\n# install it first\n```',
      'my notes 2.0',
      'How I set the bar\n\n```sh\n# install it first\n```',
    ],
    ['---\n# kept\ntitle: x\n---\n\nSaw it at 18:04.', 'my notes 2.0', 'Saw it at 18:04.'],
    ['--- \ntitle: a ---\n--- b\n---\t \nSaw it.', 'my notes 2.0', 'Saw it.'],
    ...[
      '---\n\nSeen at 18:04.\n\n---\nClouds: many',
      '---\n...\nsky: clear\n...\nClouds.',
      'First\nsky: clear\n...\nClouds.',
      '---\nsky: clear\nClouds.',
    ].map((whole) => [whole, 'my notes 2.0', whole] as const),
    ['First light\n===========\n\nClear sky.', 'First light', 'Clear sky.'],
    ['{"x" is how the note begins', 'my notes 2.0', '{"x" is how the note begins'],
    ['Clear sky.\n# Later\nClouds.', 'Later', 'Clear sky.\n# Later\nClouds.'],
    ['#  First   light \t##  \nClear sky.', 'First   light', 'Clear sky.'],
    ['# C#\nClear sky.', 'C#', 'Clear sky.'],
    ['# ##\nClear sky.', 'my notes 2.0', '# ##\nClear sky.'],
    ['#\u00a0First', 'my notes 2.0', '#\u00a0First'],
    [`# a${' '.repeat(1_000_000)}b\nClear sky.`, `a${' '.repeat(1_000_000)}b`, 'Clear sky.'],
    ['Clear sky. #nofilter', 'my notes 2.0', 'Clear sky. #nofilter'],
    ['<!-- toc -->\n#hash\n', 'my notes 2.0', '<!-- toc -->\n#hash'],
  ])('imports plain Markdown as one draft: %j', async (content, title, body) => {
    const there = world([]);
    there.choose(ok('/notes/my notes 2.0.md'));
    there.files.set('/notes/my notes 2.0.md', content);
    expect(await there.transfer.import()).toMatchObject({ value: { added: 1, known: 0 } });
    const id = contentId(JSON.stringify([title, body]));
    expect(there.added).toMatchObject([
      { id, sequence: 1, title, body, state: { kind: 'draft' }, published: false },
    ]);
    expect(journalPostSchema.safeParse(there.added[0]).success).toBe(true);

    const again = world(there.added);
    again.choose(ok('/elsewhere/my notes 2.0.MD'));
    again.files.set('/elsewhere/my notes 2.0.MD', content);
    expect(await again.transfer.import()).toMatchObject({ value: { added: 0, known: 1 } });
  });

  it.each([
    ['/diary.txt', `Dear diary\n${postToMarkdown(journalPost(1))}`, 2, 'outside-a-post'],
    ['/diary.jsonl', 'Dear diary', 1, 'not-a-post'],
    ['/diary.txt.bak', 'Dear diary', 1, 'not-a-post'],
  ])('rejects a text that is no single post: %s', async (path, content, line, reason) => {
    const there = world([]);
    there.choose(ok(path));
    there.files.set(path, content);
    expect(await there.transfer.import()).toMatchObject({
      value: { kind: 'rejected', line, reason },
    });
  });

  it('recognises JSON Lines by the content, whatever the name of the file', async () => {
    const there = world([]);
    there.choose(ok('/journal.txt'));
    there.files.set('/journal.txt', postToJsonLine(journalPost(1)));
    expect(await there.transfer.import()).toMatchObject({ value: { added: 1 } });
    expect(there.added).toEqual([journalPost(1)]);
  });
});
