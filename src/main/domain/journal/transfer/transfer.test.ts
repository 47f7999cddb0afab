import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedPost, journalPost } from '../../../../../test/support/journal-posts.ts';
import { ok, type Result } from '../../../../shared/failure.ts';
import type { JournalPost } from '../../../../shared/journal.ts';
import { jsonLine, parseJsonLines } from './jsonl.ts';
import { markdownSection, parseMarkdown } from './markdown.ts';
import type { Parser } from './parsed.ts';
import { createTransfer } from './transfer.ts';

/** What the parser makes of a text, in one go. */
function read(parser: Parser, content: string): unknown {
  const posts: JournalPost[] = [];
  const parsing = parser(content);
  for (;;) {
    const next = parsing.next();
    if (next.done === true) return next.value ?? { kind: 'posts', posts };
    posts.push(next.value);
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
  ['JSON Lines', jsonLine, parseJsonLines],
  ['Markdown', markdownSection, parseMarkdown],
] as const)('%s', (_name, write, parse) => {
  it('gives back every post as it was', () => {
    fc.assert(
      fc.property(posts, (some) => {
        expect(read(parse, some.map(write).join(''))).toEqual({ kind: 'posts', posts: some });
      }),
    );
  });
});

describe('a file that is not as it should be', () => {
  it.each([
    ['half a line', `${jsonLine(journalPost(1))}{"id":`, 2, 'this is not a post'],
    ['a post without its id', '\n{"title":"x"}\n', 2, 'id: '],
  ])('%s', (_what, content, line, detail) => {
    expect(read(parseJsonLines, content)).toMatchObject({ kind: 'rejected', line });
    expect(read(parseJsonLines, content)).toHaveProperty('detail', expect.stringContaining(detail));
  });

  it('tells the line in Markdown too', () => {
    const first = markdownSection(journalPost(1, { body: 'one\ntwo' }));
    expect(read(parseMarkdown, `${first}<!-- overhead:post {} -->\n`)).toMatchObject({ line: 7 });
    expect(read(parseMarkdown, `${first}<!-- overhead:post {}\n`)).toMatchObject({ line: 7 });
    expect(read(parseMarkdown, `Dear diary\n${first}`)).toMatchObject({ line: 1 });
  });
});

describe('createTransfer', () => {
  function world(there: JournalPost[]) {
    const files = new Map<string, string>();
    let chosen: string | null = '/journal';
    const adopted: JournalPost[] = [];
    let breaths = 0;
    const transfer = createTransfer(
      {
        *all() {
          for (const post of there) yield ok(post);
        },
        adopt(some) {
          const fresh = some.filter(({ id }) => !there.some((post) => post.id === id));
          adopted.push(...fresh);
          return Promise.resolve(ok(fresh.length));
        },
      },
      {
        write(path, parts) {
          let content = '';
          for (const part of parts) if (part.ok) content += part.value;
          files.set(path, content);
          return Promise.resolve(ok(null));
        },
        read: (path): Promise<Result<string>> => Promise.resolve(ok(files.get(path) ?? '')),
      },
      { forExport: () => Promise.resolve(chosen), forImport: () => Promise.resolve(chosen) },
      () => {
        breaths += 1;
        return Promise.resolve();
      },
    );
    const choose = (path: string | null) => (chosen = path);
    return { transfer, files, adopted, choose, breaths: () => breaths };
  }

  it.each(['jsonl', 'markdown'] as const)('takes from %s what is new', async (format) => {
    const here = world([journalPost(1), acceptedPost(2)]);
    expect(await here.transfer.export(format)).toEqual({
      ok: true,
      value: { posts: 2, path: '/journal' },
    });
    const there = world([journalPost(1)]);
    there.files.set('/journal', `\uFEFF${here.files.get('/journal') ?? ''}`);
    expect(await there.transfer.import()).toEqual({
      ok: true,
      value: { kind: 'imported', added: 1, known: 1 },
    });
    expect(there.adopted).toEqual([acceptedPost(2)]);
  });

  it('pauses again and again while it reads a long file', async () => {
    const there = world([]);
    const some = Array.from({ length: 2_000 }, (_, n) => journalPost(n + 1));
    there.files.set('/journal', some.map(jsonLine).join(''));
    expect(await there.transfer.import()).toMatchObject({ value: { added: 2_000 } });
    expect(there.adopted).toEqual(some);
    expect(there.breaths()).toBeGreaterThan(5);
  });

  it('takes nothing of a file with a line that makes no sense', async () => {
    const there = world([]);
    there.files.set('/journal', `${jsonLine(journalPost(1))}nonsense\n`);
    expect(await there.transfer.import()).toMatchObject({ value: { kind: 'rejected', line: 2 } });
    expect(there.adopted).toEqual([]);
  });

  it('does nothing when no file was chosen', async () => {
    const here = world([]);
    here.choose(null);
    expect(await here.transfer.export('jsonl')).toEqual({ ok: true, value: null });
    expect(await here.transfer.import()).toEqual({ ok: true, value: null });
  });
});
