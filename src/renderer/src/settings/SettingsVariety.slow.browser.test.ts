import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noPictureChoice } from '#shared/picture/picture.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { noSelection, type SelectionState } from '#shared/wallpaper/selection.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { textContaining } from '#renderer-test/containing.ts';
import { openApp } from '#renderer-test/open.ts';
import { appState } from '#renderer-test/states.ts';

const choice = (name: string) => page.getByRole('combobox', { name });
const field = (name: string) => page.getByRole('textbox', { name });
const toggle = (name: string) => page.getByRole('switch', { name });
const hint = (words: string) => page.getByText(textContaining(words));
const { wallpaper } = defaultSettings;
const rotation = { pool: 'archive', everyHours: 6, between: null } as const;
const two: SelectionState = { ...noSelection, perDisplay: true, displays: 2 };
const withWallpaper = (part: Partial<typeof wallpaper>, selection = two) =>
  appState({ settings: { ...defaultSettings, wallpaper: { ...wallpaper, ...part } }, selection });

describe('the setting for other displays', () => {
  it.each<[string, Parameters<typeof appState>[0], string]>([
    ['there is one display', { selection: noSelection }, 'once there is a second display'],
    [
      'the desktop cannot set one picture for each display',
      { selection: { ...two, perDisplay: false } },
      'can only show one picture on all displays',
    ],
    ['each display can have its own picture', { selection: two }, 'chosen by their shape'],
  ])('explains its effect when %s', async (_where, part, words) => {
    await openApp('settings', appState(part));
    await expect.element(hint(words)).toBeVisible();
  });

  it('shows that there are no favourites yet', async () => {
    await openApp('settings', withWallpaper({ others: 'favourites' }));
    await expect.element(hint('You have no favorites yet.')).toBeVisible();
  });

  it('shows that only the main display gets a picture', async () => {
    await openApp('settings', withWallpaper({ displays: 'primary' }));
    await expect.element(hint('Only the main display gets a picture')).toBeVisible();
  });

  it('stores the selected source of pictures', async () => {
    const main = await openApp('settings', withWallpaper({}));
    await choice('Other displays').selectOptions('same');
    expect(main.calls).toEqual([
      { channel: 'settings.change', input: { wallpaper: { ...wallpaper, others: 'same' } } },
    ]);
  });
});

describe('the settings of the rotation', () => {
  it('appear once the rotation is on, and store its hours and times', async () => {
    const main = await openApp('settings', withWallpaper({}));
    await expect.element(field('Change it every')).not.toBeInTheDocument();
    main.tell({ ...withWallpaper({ rotation }), revision: 2 });
    await field('Change it every').fill('12');
    await toggle('Only at certain times').click();
    const changed = (part: object) => ({
      channel: 'settings.change',
      input: { wallpaper: { ...wallpaper, rotation: { ...rotation, ...part } } },
    });
    expect(main.calls).toEqual([
      changed({ everyHours: 12 }),
      changed({ between: { from: 480, to: 1320 } }),
    ]);
    const between = { from: 480, to: 1320 };
    main.tell({ ...withWallpaper({ rotation: { ...rotation, between } }), revision: 3 });
    await page.getByLabelText('Change it until').fill('23:30');
    expect(main.calls.at(-1)).toEqual(changed({ between: { from: 480, to: 1410 } }));
    expect(await findViolations()).toEqual([]);
  });

  it.each<[SelectionState['rotation'], string]>([
    [{ kind: 'planned', at: Date.now() + 3 * 3600_000 }, 'Next picture:'],
    [{ kind: 'held', by: 'pinned' }, 'because you keep it'],
    [{ kind: 'held', by: 'battery' }, 'runs on battery'],
    [{ kind: 'held', by: 'nothing-else' }, 'There is no other picture'],
  ])('show the next change or the reason for no change: %j', async (state, words) => {
    await openApp('settings', withWallpaper({ rotation }, { ...two, rotation: state }));
    await expect.element(hint(words)).toBeVisible();
  });

  it('show that there is no other favourite', async () => {
    const held = { kind: 'held', by: 'nothing-else' } as const;
    const favourites = { ...rotation, pool: 'favourites' } as const;
    await openApp('settings', {
      ...withWallpaper({ rotation: favourites }, { ...two, rotation: held }),
      choice: noPictureChoice,
    });
    await expect.element(hint('There is no other favorite')).toBeVisible();
  });
});

describe('the rules for which pictures are shown', () => {
  it('store the typed words without white space and duplicates', async () => {
    const main = await openApp('settings', withWallpaper({}));
    const words = field('Words to leave out');
    await words.fill(' diagram, chart ,, diagram、図 ');
    await userEvent.tab();
    expect(main.calls[0]).toEqual({
      channel: 'settings.change',
      input: {
        wallpaper: {
          ...wallpaper,
          show: { ...wallpaper.show, without: ['diagram', 'chart', '図'] },
        },
      },
    });
  });

  it('show how many pictures they hide', async () => {
    await openApp('settings', withWallpaper({}));
    await expect
      .element(page.getByRole('group', { name: 'Hidden by these rules' }))
      .toHaveTextContent('Hidden by these rules 3 of your 40 pictures.');
  });

  it('show that they hide every picture', async () => {
    await openApp('settings', withWallpaper({}), { hidden: { hidden: 40, of: 40 } });
    await expect
      .element(page.getByRole('group', { name: 'Hidden by these rules' }))
      .toHaveTextContent(
        'Hidden by these rules All of your 40 pictures. The wallpaper stays as it is until a picture fits these rules.',
      );
  });
});
