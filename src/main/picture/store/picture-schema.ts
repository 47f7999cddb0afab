/**
 * `picture_day` holds the columns that lists, the calendar and the limit on the disk need; the texts are in a separate
 * table. The key of a day is its date as a number (20261120): this number has the order of the dates, and the full-text
 * index returns days in that order without sorting.
 */
export const pictureSchema = `
  CREATE TABLE picture_day (
    day INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    credit TEXT,
    media_type TEXT NOT NULL,
    -- What the file is, also after it was evicted; null on days that have nothing to show.
    file TEXT,
    format TEXT,
    bytes INTEGER,
    width INTEGER,
    height INTEGER,
    -- 1 while the file is on the disk.
    kept INTEGER NOT NULL,
    -- When it was shown last, or came: milliseconds since the Unix epoch.
    shown_at INTEGER NOT NULL,
    thumbnail TEXT,
    thumbnail_bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX picture_day_by_showing ON picture_day (shown_at, day, bytes) WHERE kept = 1;
  -- Counts and sums without reading the rows.
  CREATE INDEX picture_day_by_thumbnail ON picture_day (thumbnail_bytes);

  CREATE TABLE picture_text (
    day INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    explanation TEXT NOT NULL,
    credit TEXT,
    -- The rest of the record, as JSON.
    rest TEXT NOT NULL
  ) STRICT;

  CREATE VIRTUAL TABLE picture_search USING fts5 (
    title, explanation, credit, content = 'picture_text', content_rowid = 'day', columnsize = 0,
    prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER picture_text_added AFTER INSERT ON picture_text BEGIN
    INSERT INTO picture_search (rowid, title, explanation, credit)
      VALUES (new.day, new.title, new.explanation, new.credit);
  END;
  CREATE TRIGGER picture_text_removed AFTER DELETE ON picture_text BEGIN
    INSERT INTO picture_search (picture_search, rowid, title, explanation, credit)
      VALUES ('delete', old.day, old.title, old.explanation, old.credit);
  END;
  CREATE TRIGGER picture_text_changed AFTER UPDATE ON picture_text BEGIN
    INSERT INTO picture_search (picture_search, rowid, title, explanation, credit)
      VALUES ('delete', old.day, old.title, old.explanation, old.credit);
    INSERT INTO picture_search (rowid, title, explanation, credit)
      VALUES (new.day, new.title, new.explanation, new.credit);
  END;`;

/**
 * The days set aside: the simulated ones while real services are used, and the real ones while embedded services are
 * used.
 */
export const pictureAsideSchema = `
  CREATE TABLE picture_day_aside (
    simulated INTEGER NOT NULL,
    day INTEGER NOT NULL,
    title TEXT NOT NULL,
    credit TEXT,
    media_type TEXT NOT NULL,
    file TEXT,
    format TEXT,
    bytes INTEGER,
    width INTEGER,
    height INTEGER,
    kept INTEGER NOT NULL,
    shown_at INTEGER NOT NULL,
    thumbnail TEXT,
    thumbnail_bytes INTEGER NOT NULL,
    PRIMARY KEY (simulated, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE picture_text_aside (
    simulated INTEGER NOT NULL,
    day INTEGER NOT NULL,
    title TEXT NOT NULL,
    explanation TEXT NOT NULL,
    credit TEXT,
    rest TEXT NOT NULL,
    PRIMARY KEY (simulated, day)
  ) STRICT, WITHOUT ROWID;`;

/** Rebuilds the search index from the texts as `indexed` splits them, so that words inside Japanese text are found. */
export const pictureSearchSchema = `
  DROP TRIGGER picture_text_added;
  DROP TRIGGER picture_text_removed;
  DROP TRIGGER picture_text_changed;
  DROP TABLE picture_search;
  CREATE VIEW picture_indexed AS SELECT day, indexed(title) AS title, indexed(explanation) AS explanation, indexed(credit) AS credit FROM picture_text;
  CREATE VIRTUAL TABLE picture_search USING fts5 (
    title, explanation, credit, content = 'picture_indexed', content_rowid = 'day', columnsize = 0,
    prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER picture_text_added AFTER INSERT ON picture_text BEGIN
    INSERT INTO picture_search (rowid, title, explanation, credit) VALUES (new.day, indexed(new.title), indexed(new.explanation), indexed(new.credit));
  END;
  CREATE TRIGGER picture_text_removed AFTER DELETE ON picture_text BEGIN
    INSERT INTO picture_search (picture_search, rowid, title, explanation, credit)
      VALUES ('delete', old.day, indexed(old.title), indexed(old.explanation), indexed(old.credit));
  END;
  CREATE TRIGGER picture_text_changed AFTER UPDATE ON picture_text BEGIN
    INSERT INTO picture_search (picture_search, rowid, title, explanation, credit)
      VALUES ('delete', old.day, indexed(old.title), indexed(old.explanation), indexed(old.credit));
    INSERT INTO picture_search (rowid, title, explanation, credit) VALUES (new.day, indexed(new.title), indexed(new.explanation), indexed(new.credit));
  END;
  INSERT INTO picture_search (picture_search) VALUES ('rebuild');`;
