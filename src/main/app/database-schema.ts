/**
 * The tables of all features, at version 1 of the database. A feature's store maps the rows to its types. After a
 * release contains a version, do not change its SQL: add an entry to `databaseLayout.migrations` instead.
 *
 * Times are milliseconds since the Unix epoch, and the times of fixes, orbits and passes are Unix seconds. `origin` is
 * the position service that the data come from.
 */
export const databaseSchema = `
  -- The small values that are kept between runs: platform/database/values.ts.
  CREATE TABLE stored_value (
    key TEXT PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT;

  -- The journal: journal/store. A post has one row for lists and the outbox, and its texts in separate tables: a change
  -- of state rewrites no text, and a page of the list reads none. 'kind' and 'turn' repeat a part of 'state', for the
  -- indexes. Two kinds mark rows that are not part of the journal: 'unreadable' for a row that could not be read and
  -- otherwise stays unchanged, and 'staged' for a post of an import that has not been committed.
  CREATE TABLE journal_post (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    slot INTEGER NOT NULL,
    kind TEXT NOT NULL,
    turn INTEGER,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    possibly_accepted INTEGER NOT NULL,
    published INTEGER NOT NULL,
    state TEXT NOT NULL,
    receipt TEXT,
    title_start TEXT NOT NULL,
    body_start TEXT NOT NULL,
    -- When the photo was added, or null. The name of its file has this time.
    photo INTEGER
  ) STRICT;
  CREATE INDEX journal_post_by_kind ON journal_post (kind, sequence);
  CREATE INDEX journal_post_by_turn ON journal_post (turn) WHERE turn IS NOT NULL;
  -- The order of the list. Contains 'kind', so that a page of one kind reads only the rows of that kind.
  CREATE INDEX journal_post_by_date ON journal_post (created_at, sequence, kind);
  CREATE INDEX journal_post_by_photo ON journal_post (id, photo) WHERE photo IS NOT NULL;

  CREATE TABLE journal_text (
    sequence INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  -- The text that the service accepted last, if it is not the current text.
  CREATE TABLE journal_accepted (
    sequence INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;

  -- The search index of the texts. The function 'indexed' separates the characters of Japanese text, so that a search
  -- finds words inside it.
  CREATE VIEW journal_indexed AS
    SELECT sequence, indexed(title) AS title, indexed(body) AS body FROM journal_text;
  CREATE VIRTUAL TABLE journal_search USING fts5 (
    title, body, content = 'journal_indexed', content_rowid = 'sequence', columnsize = 0,
    prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER journal_text_added AFTER INSERT ON journal_text BEGIN
    INSERT INTO journal_search (rowid, title, body)
      VALUES (new.sequence, indexed(new.title), indexed(new.body));
  END;
  CREATE TRIGGER journal_text_removed AFTER DELETE ON journal_text BEGIN
    INSERT INTO journal_search (journal_search, rowid, title, body)
      VALUES ('delete', old.sequence, indexed(old.title), indexed(old.body));
  END;
  CREATE TRIGGER journal_text_changed AFTER UPDATE ON journal_text BEGIN
    INSERT INTO journal_search (journal_search, rowid, title, body)
      VALUES ('delete', old.sequence, indexed(old.title), indexed(old.body));
    INSERT INTO journal_search (rowid, title, body)
      VALUES (new.sequence, indexed(new.title), indexed(new.body));
  END;

  -- The archive: picture/store. A day has one row with the columns that lists, the calendar and the limit on the disk
  -- need, and its texts in a separate table. The key of a day is its date as a number (20261120): this number has the
  -- order of the dates, and the search index returns days in that order without sorting.
  CREATE TABLE picture_day (
    day INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    credit TEXT,
    media_type TEXT NOT NULL,
    -- The file, also after it was evicted; null on days that have nothing to show.
    file TEXT,
    format TEXT,
    bytes INTEGER,
    width INTEGER,
    height INTEGER,
    -- 1 if the file has several frames.
    animated INTEGER NOT NULL,
    -- 1 while the file is on the disk.
    has_file INTEGER NOT NULL,
    -- When the picture was last shown, or else when it was downloaded.
    shown_at INTEGER NOT NULL,
    thumbnail TEXT,
    thumbnail_bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX picture_day_by_showing ON picture_day (shown_at, day, bytes) WHERE has_file = 1;
  -- Counts and sums without reading the rows.
  CREATE INDEX picture_day_by_thumbnail ON picture_day (thumbnail_bytes);

  CREATE TABLE picture_text (
    day INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    explanation TEXT NOT NULL,
    credit TEXT,
    -- The other fields of the record, as JSON.
    other_fields TEXT NOT NULL
  ) STRICT;

  CREATE VIEW picture_indexed AS
    SELECT day, indexed(title) AS title, indexed(explanation) AS explanation, indexed(credit) AS credit
    FROM picture_text;
  CREATE VIRTUAL TABLE picture_search USING fts5 (
    title, explanation, credit, content = 'picture_indexed', content_rowid = 'day', columnsize = 0,
    prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER picture_text_added AFTER INSERT ON picture_text BEGIN
    INSERT INTO picture_search (rowid, title, explanation, credit)
      VALUES (new.day, indexed(new.title), indexed(new.explanation), indexed(new.credit));
  END;
  CREATE TRIGGER picture_text_removed AFTER DELETE ON picture_text BEGIN
    INSERT INTO picture_search (picture_search, rowid, title, explanation, credit)
      VALUES ('delete', old.day, indexed(old.title), indexed(old.explanation), indexed(old.credit));
  END;
  CREATE TRIGGER picture_text_changed AFTER UPDATE ON picture_text BEGIN
    INSERT INTO picture_search (picture_search, rowid, title, explanation, credit)
      VALUES ('delete', old.day, indexed(old.title), indexed(old.explanation), indexed(old.credit));
    INSERT INTO picture_search (rowid, title, explanation, credit)
      VALUES (new.day, indexed(new.title), indexed(new.explanation), indexed(new.credit));
  END;

  -- The days that are set aside: the simulated ones while real services are used, and the real ones while embedded
  -- services are used. The columns are those of picture_day and picture_text.
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
    animated INTEGER NOT NULL,
    has_file INTEGER NOT NULL,
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
    other_fields TEXT NOT NULL,
    PRIMARY KEY (simulated, day)
  ) STRICT, WITHOUT ROWID;

  -- The position of the station: station/station-store.ts.
  CREATE TABLE fix (
    origin TEXT NOT NULL,
    time REAL NOT NULL,
    latitude REAL NOT NULL,
    longitude REAL NOT NULL,
    received_at REAL NOT NULL,
    PRIMARY KEY (origin, time)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE orbit (
    origin TEXT PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT;

  -- The height of the orbit, one row a day, and the burns of the engines: station/history.
  CREATE TABLE orbit_height (
    origin TEXT NOT NULL,
    day INTEGER NOT NULL,
    at REAL NOT NULL,
    km REAL NOT NULL,
    PRIMARY KEY (origin, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE burn (
    origin TEXT NOT NULL,
    at REAL NOT NULL,
    sigma_seconds REAL NOT NULL,
    raised_km REAL NOT NULL,
    sigma_km REAL NOT NULL,
    detected_at REAL NOT NULL,
    PRIMARY KEY (origin, at)
  ) STRICT, WITHOUT ROWID;

  -- The record of the predictions: station/ledger.
  CREATE TABLE prediction (
    origin TEXT NOT NULL,
    id INTEGER NOT NULL,
    -- The predicted culmination.
    peak REAL NOT NULL,
    -- JSON, without the id.
    prediction TEXT NOT NULL,
    -- JSON; null until the pass is over.
    score TEXT,
    -- 1 if the prediction was right within two standard deviations, 0 if it was wrong or the pass did not happen; null
    -- without a score.
    within INTEGER,
    PRIMARY KEY (origin, id)
  ) STRICT, WITHOUT ROWID;
  -- Finds the last scores, and counts without reading the rows.
  CREATE INDEX prediction_by_peak ON prediction (origin, peak, within);

  -- The exported events of the calendar, so that a later export updates them: station/calendar.
  CREATE TABLE calendar_event (
    origin TEXT NOT NULL,
    uid TEXT NOT NULL,
    time REAL NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (origin, uid)
  ) STRICT, WITHOUT ROWID;`;
