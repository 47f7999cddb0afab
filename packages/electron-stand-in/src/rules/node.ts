import assert from 'node:assert/strict';
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { rulesOf, type CheckedRule } from './rule.ts';

/** Rules of Electron's Node, which is built with other libraries than Node's own. */
export const nodeRules = rulesOf<CheckedRule>('Node', [
  {
    title: '`node:sqlite` has full text search and `backup()`',
    source: 'node/deps/sqlite',
    places: ['src/main/platform/database/database.ts'],
    async check() {
      const folder = mkdtempSync(join(tmpdir(), 'rules-'));
      try {
        const database = new DatabaseSync(join(folder, 'a.sqlite'));
        database.exec("CREATE VIRTUAL TABLE t USING fts5(w); INSERT INTO t VALUES ('night sky')");
        const found = database.prepare("SELECT count(*) AS n FROM t WHERE t MATCH 'sky'").get();
        await backup(database, join(folder, 'b.sqlite'));
        const version = String(database.prepare('SELECT sqlite_version() AS v').get()?.['v']);
        database.close();
        const copy = new DatabaseSync(join(folder, 'b.sqlite'), { readOnly: true });
        const copied = copy.prepare('SELECT count(*) AS n FROM t').get();
        copy.close();
        assert.deepEqual([found?.['n'], copied?.['n']], [1, 1]);
        return `SQLite ${version}`;
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  },
  {
    title: '`node:crypto` verifies Ed25519 with a key in JWK',
    source: 'node/src/crypto',
    places: ['src/main/updates/install/signature.ts'],
    check() {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const key = publicKey.export({ format: 'jwk' });
      const text = Buffer.from('manifest');
      assert.ok(verify(null, text, { key, format: 'jwk' }, sign(null, text, privateKey)));
    },
  },
  {
    title: 'a `Worker` runs a program given as text',
    source: 'node/lib/internal/worker.js',
    places: ['src/main/platform/database/backups.ts'],
    async check() {
      const program = "require('node:worker_threads').parentPort.postMessage(1)";
      assert.deepEqual(await once(new Worker(program, { eval: true }), 'message'), [1]);
    },
  },
  {
    title: 'Node trusts its own certificates; `getCACertificates()` returns those of the system',
    source: 'node/src/crypto/crypto_context.cc',
    places: ['src/main/platform/http/certificates.ts'],
    check() {
      const { length } = getCACertificates('system');
      assert.ok(length > 0);
      return `${length} certificates`;
    },
  },
]);
