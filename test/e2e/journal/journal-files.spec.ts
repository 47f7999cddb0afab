import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppPage } from '#tools/start/page.ts';
import { expect, limit } from '../support/fixtures.ts';
import { dismissMessages, watchMessages } from '../support/messages.ts';
import { sharedTest } from '../support/shared.ts';

/** Chooses an entry of the journal's menu, after closing the message of the previous action. */
async function choose({ page }: AppPage, name: string): Promise<void> {
  await dismissMessages(page);
  await page.getByRole('button', { name: 'More actions for the journal' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

sharedTest(
  'exports the journal, and imports posts that are not in it yet',
  async ({ app, dataDir, stage }) => {
    sharedTest.skip(
      stage.runtime.kind === 'electron',
      'the dialogs of GTK have no way in for a test',
    );
    const file = join(dataDir, 'my journal.jsonl');
    const window = app.main;
    const shown = await watchMessages(window.page);
    const post = await window.writePost('To move', 'Clear skies over the sea. 🛰️', limit());

    await app.chooseFile(null);
    await choose(window, 'Export as JSON Lines…');
    await expect(window.page.getByRole('menu')).toBeHidden();

    await app.chooseFile(file);
    await choose(window, 'Export as JSON Lines…');
    await expect
      .poll(shown)
      .toContainEqual(expect.stringMatching(/\d+ posts? exported to .*my journal/));
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    const moved = lines
      .map((line) => JSON.parse(line) as object)
      .find((one) => 'id' in one && one.id === post.id);
    expect(moved).toMatchObject({ title: 'To move', state: { kind: 'accepted' } });
    await choose(window, 'Import…');
    await expect.poll(shown).toContainEqual(expect.stringContaining('Nothing new:'));

    const imports = async () => (await shown()).filter((text) => text.includes('1 post imported.'));
    // A post of another journal: it has another id.
    const { counts } = (await window.state()).journal;
    const foreign = JSON.stringify({ ...moved, id: randomUUID(), title: 'From elsewhere' });
    await writeFile(file, `${foreign}\n`);
    await choose(window, 'Import…');
    await expect.poll(imports).toHaveLength(1);
    await expect(window.page.getByRole('article', { name: 'From elsewhere' })).toBeVisible();
    // Posts that the service has accepted are not sent again.
    const after = (await window.state()).journal.counts;
    expect(after).toMatchObject({ accepted: counts.accepted + 1, waiting: counts.waiting });

    await writeFile(file, `${foreign}\nnot a post\n`);
    await choose(window, 'Import…');
    await expect
      .poll(shown)
      .toContainEqual(
        expect.stringContaining('Nothing was imported: line 2 of the file is not a post.'),
      );

    const notes = join(dataDir, 'notes.md');
    await writeFile(notes, '# Dear diary\n\nThe Moon was full.\n');
    await app.chooseFile(notes);
    await choose(window, 'Import…');
    await expect.poll(imports).toHaveLength(2);
    await expect(window.page.getByRole('article', { name: 'Dear diary' })).toContainText('Draft');
  },
);
