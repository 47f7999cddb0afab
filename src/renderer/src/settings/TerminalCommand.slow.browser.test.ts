import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TerminalCommand } from '#shared/app.ts';
import { fail } from '#shared/failure.ts';
import { findViolations } from '#renderer-test/axe.ts';
import type { CommandAnswers } from '#renderer-test/bridge-double.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState } from '#renderer-test/states.ts';
import { toasts } from '#renderer/ui/toast.svelte.ts';

const row = () => page.getByRole('group', { name: 'Command for Terminal' });
const button = (name: string) => row().getByRole('button', { name, exact: true });
const buttons = (): (string | null)[] =>
  row()
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent.trim());

/** Opens the settings on a Mac. The returned function changes the link as main or the user would. */
async function openOnMac(first: TerminalCommand, answers: CommandAnswers = {}) {
  let terminal = first;
  const main = await openApp('settings/general', appState(), {
    ...answers,
    terminal: () => terminal,
  });
  const change = (link: TerminalCommand['link']) => (terminal = { ...first, link });
  await expect.element(row()).toBeVisible();
  return { main, change };
}

describe('the command for Terminal', () => {
  it('is not shown on other systems', async () => {
    await openApp('settings/general', appState());
    await expect.element(page.getByRole('switch', { name: 'Start when you log in' })).toBeVisible();
    await expect.element(row()).not.toBeInTheDocument();
  });

  it('is added and removed by a button that keeps the focus', async () => {
    const { main, change } = await openOnMac({ link: 'none', isTemporary: false });
    expect(buttons()).toEqual(['Add']);
    change('current');
    // The second click of a double click does not remove it.
    await button('Add').dblClick();
    await expect.element(row()).toHaveAccessibleDescription(textContaining('overhead --help'));
    expect(buttons()).toEqual(['Remove']);
    await expect.element(button('Remove')).toHaveFocus();
    expect(toasts.spoken.at(-1)?.text).toContain('overhead --help');
    change('none');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Add')).toHaveFocus();
    expect(main.calls).toEqual([
      { channel: 'settings.setTerminalCommand', input: true },
      { channel: 'settings.setTerminalCommand', input: false },
    ]);
  });

  it('shows the line for Terminal after a refusal, until the user has run it', async () => {
    const command =
      'sudo ln -s /Applications/Overhead.app/Contents/Resources/overhead /usr/local/bin';
    const refusal = fail({ kind: 'terminal-command', code: 'EACCES', command });
    const { main, change } = await openOnMac(
      { link: 'none', isTemporary: false },
      { command: Promise.resolve(refusal) },
    );
    await button('Add').click();
    await expect
      .element(row())
      .toHaveAccessibleDescription(textContaining('The system did not allow'));
    await expect.element(row().getByText(command)).toBeVisible();
    expect(toasts.spoken.at(-1)?.text).toContain('Paste this command into Terminal');
    expect(toasts.shown).toBeNull();
    expect(await findViolations()).toEqual([]);
    await button('Copy command').click();
    expect(main.calls.at(-1)).toEqual({ channel: 'app.copyText', input: command });
    // The window gets the focus, first without and then with the link.
    dispatchEvent(new Event('focus'));
    await expect.element(row().getByText(command)).toBeVisible();
    change('current');
    dispatchEvent(new Event('focus'));
    await expect.element(row().getByText(command)).not.toBeInTheDocument();
    expect(buttons()).toEqual(['Remove']);
  });

  it.each([
    ['outdated', false, ['Replace', 'Remove'], 'another copy of Overhead'],
    ['foreign', false, [], 'Another program has'],
    ['none', true, [], 'Move Overhead to Applications first'],
    ['outdated', true, ['Remove'], 'Move Overhead to Applications first'],
  ] as const)(
    'offers what is possible for the link %s, temporary %s: %j',
    async (link, isTemporary, names, hint) => {
      await openOnMac({ link, isTemporary });
      expect(buttons()).toEqual(names);
      await expect.element(row()).toHaveAccessibleDescription(textContaining(hint));
    },
  );

  it('is found by a search', async () => {
    await openOnMac({ link: 'none', isTemporary: false });
    await page.getByRole('searchbox').fill('shell');
    await expect.element(row()).toBeVisible();
    await page.getByRole('searchbox').fill('proxy');
    await expect.element(row()).not.toBeInTheDocument();
  });
});
