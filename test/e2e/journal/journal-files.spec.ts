import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { AppPage } from '#tools/start/page.ts';
import { expect, limit, test } from '../support/fixtures.ts';

/**
 * A `zenity` that answers each file dialog with the path in the file `answer`; if this file is empty, the dialog is
 * cancelled.
 */
async function fileDialogs() {
  const folder = await mkdtemp(join(tmpdir(), 'overhead files '));
  const programs = join(folder, 'bin');
  const answer = join(folder, 'answer');
  await mkdir(programs);
  const script = '#!/bin/sh\ntest -s "$FILE_DIALOG_ANSWER" && cat "$FILE_DIALOG_ANSWER"\n';
  await writeFile(join(programs, 'zenity'), script);
  await chmod(join(programs, 'zenity'), 0o755);
  return {
    folder,
    env: { PATH: `${programs}:${process.env['PATH'] ?? ''}`, FILE_DIALOG_ANSWER: answer },
    choose: (path: string) => writeFile(answer, path),
    remove: () => rm(folder, { recursive: true }),
  };
}

const messages = ({ page }: AppPage) => page.getByRole('region', { name: 'Messages' });
/** Chooses an entry of the journal's menu, after closing the message of the previous action. */
async function choose({ page }: AppPage, name: string): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
  await page.getByRole('button', { name: 'More actions for the journal' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('moves a journal to another data folder by export and import', async ({ start, stage }) => {
  test.skip(stage.runtime.kind === 'electron', 'the dialogs of GTK have no way in for a test');
  const dialogs = await fileDialogs();
  const file = join(dialogs.folder, 'my journal.jsonl');
  const first = await start({ env: dialogs.env, userDataDir: join(dialogs.folder, 'first') });
  const here = await first.window();
  const post = await here.writePost('First light', 'Clear skies over the sea. 🛰️', limit());

  await dialogs.choose('');
  await choose(here, 'Export as JSON Lines…');
  await expect(here.page.getByRole('menu')).toBeHidden();

  await dialogs.choose(file);
  await choose(here, 'Export as JSON Lines…');
  await expect(messages(here)).toContainText(`1 post exported to ${file}.`);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { id: post.id, title: 'First light', state: { kind: 'accepted' } },
  ]);
  await choose(here, 'Import…');
  await expect(messages(here)).toContainText(
    'Nothing new: the post in this file is in the journal already.',
  );
  await first.stop();

  const second = await start({ env: dialogs.env, userDataDir: join(dialogs.folder, 'second') });
  const there = await second.window();
  await there.showView(4);
  await choose(there, 'Import…');
  await expect(messages(there)).toContainText('1 post imported.');
  await expect(there.page.getByText('Clear skies over the sea. 🛰️')).toBeVisible();
  // Posts that the service has accepted are not sent again.
  const { journal } = await there.state();
  expect(journal.counts).toMatchObject({ accepted: 1, waiting: 0 });

  await writeFile(file, `${lines.join('\n')}\nnot a post\n`);
  await choose(there, 'Import…');
  await expect(messages(there)).toContainText(
    'Nothing was imported: line 2 of the file is not a post.',
  );

  const notes = join(dialogs.folder, 'notes.md');
  await writeFile(notes, '# Dear diary\n\nThe Moon was full.\n');
  await dialogs.choose(notes);
  await choose(there, 'Import…');
  await expect(messages(there)).toContainText('1 post imported.');
  await expect(there.page.getByRole('article', { name: 'Dear diary' })).toContainText('Draft');
  await second.stop();
  await dialogs.remove();
});

test('names the package to install when there is no file dialog', async ({ start, stage }) => {
  test.skip(stage.runtime.kind === 'electron', 'Electron brings its own dialogs');
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  test.skip(
    folders.some((folder) => existsSync(join(folder, 'zenity'))),
    'there is a file dialog',
  );
  const window = await (await start()).window();
  await window.showView(4);
  await choose(window, 'Import…');
  await expect(messages(window)).toContainText(
    'No file dialog is available on this desktop. On Linux, install zenity.',
  );
});
