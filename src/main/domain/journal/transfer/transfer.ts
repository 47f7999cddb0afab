import { fail, ok, type Result } from '../../../../shared/failure.ts';
import type { ExportFormat, ExportReport, ImportReport } from '../../../../shared/transfer.ts';
import type { Journal } from '../journal.ts';
import { jsonLine, parseJsonLines } from './jsonl.ts';
import type { Breathe } from '../portions.ts';
import { markdownSection, parseMarkdown } from './markdown.ts';
import { readAll } from './parsed.ts';

/** Files outside of the app's own folder. Their only failure is `storage`; `too-large` when reading. */
export interface TransferFiles {
  /** Gives the file its name only when all of it is on the disk; the first failed part ends it. */
  write(path: string, parts: Iterable<Result<string>>): Promise<Result<null>>;
  read(path: string): Promise<Result<string>>;
}

/** Asks the person for a file; null when none was chosen. */
export interface FileChooser {
  forExport(format: ExportFormat): Promise<string | null>;
  forImport(): Promise<string | null>;
}

export interface Transfer {
  export(format: ExportFormat): Promise<Result<ExportReport | null>>;
  import(): Promise<Result<ImportReport | null>>;
}

export function createTransfer(
  journal: Pick<Journal, 'all' | 'adopt'>,
  files: TransferFiles,
  choose: FileChooser,
  breathe: Breathe,
): Transfer {
  return {
    async export(format) {
      const path = await choose.forExport(format);
      if (path === null) return ok(null);
      const section = format === 'jsonl' ? jsonLine : markdownSection;
      let posts = 0;
      function* parts(): Generator<Result<string>> {
        for (const post of journal.all()) {
          if (post.ok) posts += 1;
          yield post.ok ? ok(section(post.value)) : post;
        }
      }
      const written = await files.write(path, parts());
      return written.ok ? ok({ posts, path }) : written;
    },

    async import() {
      const path = await choose.forImport();
      if (path === null) return ok(null);
      const text = await files.read(path);
      if (!text.ok) return text;
      // A mark of the byte order is no part of the text.
      const content = text.value.replace(/^\uFEFF/, '');
      const isMarkdown = /^\s*<!--/.test(content);
      const parser = isMarkdown ? parseMarkdown : parseJsonLines;
      const parsed = await readAll(parser, content, breathe);
      if (parsed.kind === 'rejected') return ok(parsed);
      const adopted = await journal.adopt(parsed.posts, breathe);
      if (!adopted.ok) return fail(adopted.failure);
      const added = adopted.value;
      return ok({ kind: 'imported', added, known: parsed.posts.length - added });
    },
  };
}
