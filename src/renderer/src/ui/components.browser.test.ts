import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { render } from 'vitest-browser-svelte';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import './tokens.css';
import './base.css';
import Harness from '#renderer-test/Harness.svelte';
import Calendar from './Calendar.svelte';
import Choice from './Choice.svelte';
import Disclosure from './Disclosure.svelte';
import Select from './Select.svelte';
import Slider from './Slider.svelte';
import { toast, toasts } from './toast.svelte.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const item = (name: string | RegExp) => page.getByRole('menuitem', { name });

beforeEach(() => page.viewport(1080, 720));
afterEach(() => toasts.clear());

describe('Button', () => {
  it('stays in the tab order while disabled, with the reason', async () => {
    await render(Harness, { items: [], reason: 'Nothing is loaded yet.' });
    const opener = button('Open the dialog');
    await expect.element(opener).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Tab}');
    await expect.element(opener).toHaveFocus();
    await expect.element(page.getByText('Nothing is loaded yet.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('Select', () => {
  it('is inert until it has been drawn once, because Orca reads a select that appears otherwise', async () => {
    const options = [{ value: 'a', label: 'All' }] as const;
    const select = mount(Select, {
      target: document.body,
      props: { label: 'Show', value: 'a', options, onchange: () => undefined },
    });
    flushSync();
    onTestFinished(() => unmount(select));
    const element = document.querySelector('select') ?? expect.fail();
    expect(element.inert).toBe(true);
    await new Promise(requestAnimationFrame);
    expect(element.inert).toBe(true);
    await expect.poll(() => element.inert).toBe(false);
  });
});

describe('Menu', () => {
  const names = ['Archive', 'Bright', 'Copy', 'Download'];
  const menu = () => {
    const chosen = vi.fn<(label: string) => void>();
    const items = names.map((label) => ({
      label,
      onselect: () => chosen(label),
      reason: label === 'Bright' ? 'It is dark.' : null,
    }));
    return { items, chosen };
  };

  it.each(['Outside', 'Inside'])(
    '%s a dialog, moves the focus with Home, End and letters',
    async (place) => {
      const { items, chosen } = menu();
      await render(Harness, { items });
      if (place === 'Inside') await button('Open the dialog').click();
      (button(place).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(item('Archive')).toHaveFocus();
      await userEvent.keyboard('{End}');
      await expect.element(item('Download')).toHaveFocus();
      await userEvent.keyboard('{Home}');
      await expect.element(item('Archive')).toHaveFocus();
      await userEvent.keyboard('c');
      await expect.element(item('Copy')).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      expect(chosen.mock.calls).toEqual([['Copy']]);
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
      await expect.element(button(place)).toHaveFocus();
    },
  );

  it.each([
    ['{ArrowDown}', 'Archive'],
    ['{ArrowUp}', 'Download'],
  ])('opens on %s with the focus on %s, and returns the focus on Escape', async (key, name) => {
    await render(Harness, { items: menu().items });
    (button('Outside').element() as HTMLElement).focus();
    await userEvent.keyboard(key);
    await expect.element(item(name)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    await expect.element(item(name)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(button('Outside')).toHaveFocus();
  });

  it('closes on Shift+Tab, and moves the focus to the element before the menu’s button', async () => {
    await render(Harness, { items: menu().items });
    (button('Outside').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(item('Archive')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(button('Open the dialog')).toHaveFocus();
  });

  it('stays open on a disabled item, and shows why the item is disabled', async () => {
    const { items, chosen } = menu();
    await render(Harness, { items });
    await button('Outside').click();
    await userEvent.keyboard('b');
    await expect.element(item(/^Bright.*It is dark\.$/)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(item(/^Bright.*It is dark\.$/)).toBeVisible();
    expect(chosen).not.toHaveBeenCalled();
  });
});

describe('Dialog', () => {
  it('closes an open menu inside it on the first Escape, and the dialog on the second', async () => {
    await render(Harness, { items: [{ label: 'Archive', onselect: vi.fn() }] });
    await button('Open the dialog').click();
    await button('Inside').click();
    await expect.element(item('Archive')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(item('Archive')).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button('Open the dialog')).toHaveFocus();
  });
});

describe('Toaster', () => {
  it('shows the newest toast, announces each once, and runs the action', async () => {
    await render(Harness, { items: [] });
    const run = vi.fn();
    for (const text of ['One', 'Two', 'Three']) toast(text);
    toast('Deleted', { action: { label: 'Undo', run, isUndo: true } });
    const region = page.getByRole('status').element();
    await expect.poll(() => region.lastElementChild?.textContent).toBe('Ctrl+Z undoes it.');
    const messages = page.getByRole('region', { name: 'Messages' });
    await expect.element(messages).toMatchTextContent('Deleted');
    await expect.element(messages).not.toMatchTextContent('Three');
    await button('Open the dialog').click();
    await button('Cancel').click();
    await button('Undo').click();
    expect(run).toHaveBeenCalledOnce();
    // The live region moved into the dialog and back, and announced nothing twice.
    const said = [...region.children].map(({ textContent }) => textContent);
    expect(said).toEqual([...new Set(said)]);
    await expect.element(messages).not.toBeInTheDocument();
  });
});

describe('the time limit of the Toaster', () => {
  /** Advances the time, and returns the toasts shown then. */
  function shownAfter(ms: number): string[] {
    flushSync();
    vi.advanceTimersByTime(ms);
    return toasts.shown === null ? [] : [toasts.shown.text];
  }

  it.each<[string, Parameters<typeof toast>[1]]>([
    ['an action', { action: { label: 'Undo', run: () => undefined } }],
    ['a failure', { tone: 'error' }],
  ])('shows a toast with %s for ten seconds while the pointer is used', async (_what, options) => {
    await render(Harness, { items: [] });
    window.dispatchEvent(new PointerEvent('pointerdown'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    toast('Deleted', options);
    expect(shownAfter(9_500)).toEqual(['Deleted']);
    expect(shownAfter(500)).toEqual([]);
  });

  it('keeps a toast with an action until Escape while the keyboard or a screen reader is used', async () => {
    await render(Harness, { items: [] });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    window.dispatchEvent(new PointerEvent('pointerdown'));
    toast('Deleted', { action: { label: 'Undo', run: () => undefined } });
    expect(shownAfter(5_000)).toEqual(['Deleted']);
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    // A page that moves below a resting pointer also causes this event.
    window.dispatchEvent(new PointerEvent('pointermove'));
    expect(shownAfter(600_000)).toEqual(['Deleted']);
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(shownAfter(0)).toEqual([]);
  });

  it('keeps a toast while the pointer is over it', async () => {
    await render(Harness, { items: [] });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    toast('Deleted');
    expect(shownAfter(3_000)).toEqual(['Deleted']);
    const messages = page.getByRole('region', { name: 'Messages' }).element();
    messages.dispatchEvent(new PointerEvent('pointerenter'));
    expect(shownAfter(60_000)).toEqual(['Deleted']);
    messages.dispatchEvent(new PointerEvent('pointerleave'));
    expect(shownAfter(5_500)).toEqual(['Deleted']);
    expect(shownAfter(500)).toEqual([]);
  });

  it('restarts the time limit for a toast that replaces another toast', async () => {
    await render(Harness, { items: [] });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    toast('One');
    expect(shownAfter(4_000)).toEqual(['One']);
    toast('Two');
    expect(shownAfter(2_500)).toEqual(['Two']);
    expect(shownAfter(3_000)).toEqual(['Two']);
    expect(shownAfter(1_000)).toEqual([]);
  });
});

describe('Calendar', () => {
  it('selects no day outside the limits', async () => {
    const onselect = vi.fn();
    const days = { value: '2026-11-22', min: '2026-11-10', max: '2026-11-25', today: '2026-11-22' };
    await render(Calendar, { label: 'Open a day', ...days, onselect });
    const day = (name: string) => page.getByRole('button', { name }).element() as HTMLElement;
    for (const outside of ['Monday, November 9', 'Thursday, November 26']) {
      expect(day(outside).ariaDisabled).toBe('true');
      day(outside).click();
    }
    expect(onselect).not.toHaveBeenCalled();
    for (const inside of ['Tuesday, November 10', 'Wednesday, November 25']) day(inside).click();
    expect(onselect.mock.calls).toEqual([['2026-11-10'], ['2026-11-25']]);
  });

  it('moves by day, week and month within the limits, with one tab stop', async () => {
    const onselect = vi.fn();
    const days = { value: '2026-11-22', min: '2026-10-20', max: '2026-12-01', today: '2026-11-22' };
    await render(Calendar, { label: 'Open a day', ...days, onselect });
    const day = (name: string) => page.getByRole('button', { name });
    expect(document.querySelectorAll('td [tabindex="0"]')).toHaveLength(1);
    (day('Sunday, November 22').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
    await expect.element(day('Saturday, November 14')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(day('Sunday, November 8')).toHaveFocus();
    await userEvent.keyboard('{PageUp}{PageUp}');
    await expect.element(day('Tuesday, October 20')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onselect).toHaveBeenCalledWith('2026-10-20');
  });
});

describe('Choice', () => {
  it('keeps the width of each option when another one is chosen', async () => {
    const options = ['All pictures', 'Favorites'].map((label) => ({ value: label, label }));
    const props = { label: 'Show', options, onchange: vi.fn() };
    const { container, rerender } = await render(Choice, { ...props, value: 'All pictures' });
    const widths = (): number[] =>
      [...container.querySelectorAll('label')].map((each) => each.getBoundingClientRect().width);
    const before = widths();
    await rerender({ value: 'Favorites' });
    await expect.element(page.getByRole('radio', { name: 'Favorites' })).toBeChecked();
    expect(widths()).toEqual(before);
  });
});

describe('Disclosure', () => {
  it.each([true, false])('aligns its arrow with the text column (open: %s)', async (open) => {
    const children = createRawSnippet(() => ({ render: () => '<p>Details</p>' }));
    const { container } = await render(Disclosure, { label: 'More', open, children });
    const arrow = container.querySelector<SVGPathElement>('path') ?? expect.fail();
    const column = container.querySelector('.disclosure') ?? expect.fail();
    // The icon has 24 units on 16 pixels, and a line of 1.75 units.
    const ink = arrow.getScreenCTM()?.e ?? NaN;
    const left = ink + ((arrow.getBBox().x - 1.75 / 2) * 16) / 24;
    expect(left).toBeCloseTo(column.getBoundingClientRect().left, 0);
  });

  it('keeps its label in place when it opens', async () => {
    const children = createRawSnippet(() => ({ render: () => '<p>Details</p>' }));
    const { container } = await render(Disclosure, { label: 'More', children });
    const widthOfButton = (): number | undefined =>
      container.querySelector('button')?.getBoundingClientRect().width;
    const closedWidth = widthOfButton();
    await button('More').click();
    expect(widthOfButton()).toBeCloseTo(closedWidth ?? NaN, 1);
  });
});

describe('Slider', () => {
  it('draws the part of its track after the thumb dark in red night mode', async () => {
    document.documentElement.dataset['night'] = 'red';
    onTestFinished(() => {
      delete document.documentElement.dataset['night'];
    });
    await render(Slider, { label: 'Dimming', value: 50, min: 0, max: 100 });
    const slider = page.getByRole('slider');
    const base64 = await slider.screenshot({ save: false });
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const redAt = (part: number): number | undefined =>
      context?.getImageData(Math.round(part * width), Math.floor(height / 2), 1, 1).data[0];
    expect(redAt(0.25)).toBeGreaterThan(200);
    expect(redAt(0.75)).toBeLessThan(120);
    expect(redAt(0.75)).toBeGreaterThan(20);
  });
});
