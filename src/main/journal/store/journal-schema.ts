/**
 * `journal_post` holds the data for lists and the outbox, and the texts are in separate tables: a change of state
 * rewrites no text, and a page reads none. `kind` and `turn` repeat a part of `state`, for the indexes. Two kinds mark
 * rows that are not part of the journal: `unreadable` for a row that could not be read and otherwise stays unchanged,
 * and `staged` for a post of an import that has not been committed.
 */
export const journalSchema = `
  CREATE TABLE journal_post (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    slot INTEGER NOT NULL,
    kind TEXT NOT NULL,
    turn INTEGER,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    unsure INTEGER NOT NULL,
    published INTEGER NOT NULL,
    state TEXT NOT NULL,
    receipt TEXT,
    title_start TEXT NOT NULL,
    body_start TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_post_by_kind ON journal_post (kind, sequence);
  CREATE INDEX journal_post_by_turn ON journal_post (turn) WHERE turn IS NOT NULL;

  CREATE TABLE journal_text (
    sequence INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  -- The text that the service accepted last, where it is not the current text.
  CREATE TABLE journal_accepted (
    sequence INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  CREATE VIRTUAL TABLE journal_search USING fts5 (
    title, body, content = 'journal_text', content_rowid = 'sequence', columnsize = 0,
    prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER journal_text_added AFTER INSERT ON journal_text BEGIN
    INSERT INTO journal_search (rowid, title, body) VALUES (new.sequence, new.title, new.body);
  END;
  CREATE TRIGGER journal_text_removed AFTER DELETE ON journal_text BEGIN
    INSERT INTO journal_search (journal_search, rowid, title, body)
      VALUES ('delete', old.sequence, old.title, old.body);
  END;
  CREATE TRIGGER journal_text_changed AFTER UPDATE ON journal_text BEGIN
    INSERT INTO journal_search (journal_search, rowid, title, body)
      VALUES ('delete', old.sequence, old.title, old.body);
    INSERT INTO journal_search (rowid, title, body) VALUES (new.sequence, new.title, new.body);
  END;`;

/** Rebuilds the search index from the texts as `indexed` splits them, so that words inside Japanese text are found. */
export const journalSearchSchema = `
  DROP TRIGGER journal_text_added;
  DROP TRIGGER journal_text_removed;
  DROP TRIGGER journal_text_changed;
  DROP TABLE journal_search;
  CREATE VIEW journal_indexed AS SELECT sequence, indexed(title) AS title, indexed(body) AS body FROM journal_text;
  CREATE VIRTUAL TABLE journal_search USING fts5 (
    title, body, content = 'journal_indexed', content_rowid = 'sequence', columnsize = 0,
    prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER journal_text_added AFTER INSERT ON journal_text BEGIN
    INSERT INTO journal_search (rowid, title, body) VALUES (new.sequence, indexed(new.title), indexed(new.body));
  END;
  CREATE TRIGGER journal_text_removed AFTER DELETE ON journal_text BEGIN
    INSERT INTO journal_search (journal_search, rowid, title, body)
      VALUES ('delete', old.sequence, indexed(old.title), indexed(old.body));
  END;
  CREATE TRIGGER journal_text_changed AFTER UPDATE ON journal_text BEGIN
    INSERT INTO journal_search (journal_search, rowid, title, body)
      VALUES ('delete', old.sequence, indexed(old.title), indexed(old.body));
    INSERT INTO journal_search (rowid, title, body) VALUES (new.sequence, indexed(new.title), indexed(new.body));
  END;
  INSERT INTO journal_search (journal_search) VALUES ('rebuild');`;

/**
 * The index for the order of the list. It contains `kind`, so that a page of one kind reads only the rows of that kind.
 */
export const journalDateIndex =
  'CREATE INDEX journal_post_by_date ON journal_post (created_at, sequence, kind);';
