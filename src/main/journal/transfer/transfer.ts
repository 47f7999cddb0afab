import { fail, ok, type Result } from '#shared/failure.ts';
import type { ExportFormat, ExportReport, ImportReport } from '#shared/journal/transfer.ts';
import type { Journal } from '../journal.ts';
import type { Breathe } from '../portions.ts';
import { jsonLine, jsonLinesParser } from './jsonl.ts';
import { markdownParser, markdownSection } from './markdown.ts';
import { readPosts } from './parsed.ts';
import type { TransferFiles } from '#platform/files/transfer-files.ts';

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
      const posts = readPosts(files.read(path), (line) =>
        line.trimStart().startsWith('<!--') ? markdownParser() : jsonLinesParser(),
      );
      const adopted = await journal.adopt(posts, breathe);
      if (adopted.ok) return ok({ kind: 'imported', ...adopted.value });
      const { failure } = adopted;
      return failure.kind === 'rejected' ? ok(failure) : fail(failure);
    },
  };
}
