import { expect, limit, test } from '../support/fixtures.ts';
import { sharedTest } from '../support/shared.ts';

sharedTest(
  'shows the position, the place below the station and the orbit from stored positions, in the window and in the tray',
  { tag: '@main' },
  async ({ app }) => {
    const { page } = app.main;
    const { station } = await app.main.waitForState(
      (state) => state.station.orbit !== null,
      limit(),
    );
    expect(station.fixesKept).toBeGreaterThanOrEqual(72);
    const tray = await app.tray();
    await expect.poll(() => tray.toolTip()).toMatch(/^Station: \d+°\s[NS]\s\d+°\s[EW], over ./m);
    await page.keyboard.press('Control+3');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Station');
    const shown = page.getByText(/\d+\.\d°\s[NS]/).first();
    await expect(shown).toBeVisible();
    // The station moves by about 0.07° a second.
    await expect(shown).not.toHaveText((await shown.textContent()) ?? '');
  },
);

test('polls the position every 5 s only while the map is on screen and the orbit is not known', async ({
  start,
}) => {
  const app = await start({ wallpaper: false });
  const window = await app.window();
  const { page } = window;
  await page.keyboard.press('Control+3');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Station');
  await expect(page.getByText(/\d+\.\d°\s[NS]/).first()).toBeVisible();

  const first = await window.waitForState(({ station }) => station.fix.status === 'ready', limit());
  const from = first.station.fix.last;
  // While the map is on screen and the orbit is not known, the service is polled every 5 s.
  const later = await window.waitForState(
    ({ station }) => (station.fix.last?.time ?? 0) > (from?.time ?? Infinity) + 2,
    limit(),
  );
  const seconds = (later.station.fix.last?.time ?? 0) - (from?.time ?? 0);
  const radians = Math.PI / 180;
  const [a, b] = [from, later.station.fix.last].map((fix) => ({
    latitude: (fix?.latitude ?? NaN) * radians,
    longitude: (fix?.longitude ?? NaN) * radians,
  }));
  if (a === undefined || b === undefined) throw new Error('no fix');
  const angle = Math.acos(
    Math.sin(a.latitude) * Math.sin(b.latitude) +
      Math.cos(a.latitude) * Math.cos(b.latitude) * Math.cos(a.longitude - b.longitude),
  );
  // The ground speed is about 7.2 km/s; the time of each fix is accurate to half a second.
  const speed = (angle * 6371) / seconds;
  expect(speed).toBeGreaterThan(5);
  expect(speed).toBeLessThan(9);

  await page.getByRole('link', { name: 'Today' }).click();
  await window.waitForState(
    ({ station, activities }) =>
      station.polling.mode !== 'watched' &&
      (activities.position.next.at ?? 0) - Date.now() > 40_000,
    limit(),
  );
});

sharedTest(
  'sets the place to a town without a violation of the content security policy',
  async ({ app }) => {
    const window = app.main;
    const { page } = window;
    // The message of an earlier test may have a button of this name, too.
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    const earlier = (await window.state()).station.observer;
    await page.evaluate(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
        const place = `${sourceFile}:${lineNumber}`;
        document.body.dataset['violation'] = [effectiveDirective, blockedURI, place, sample].join();
      });
    });
    await page.keyboard.press('Control+3');
    await page.getByRole('button', { name: /^(Set your|Change) place$/ }).click();
    await page.getByRole('combobox', { name: 'Town or coordinates' }).fill('munchen');
    await page.getByRole('option', { name: /Munich/ }).click();
    // A message with a button does not disappear while the user works with the keyboard.
    await page.keyboard.press('Shift');
    await window.waitForState(
      ({ station: { observer } }) =>
        observer?.source === 'settings' &&
        observer.latitude === 48.137 &&
        observer.altitude === 524,
      limit(),
    );
    await expect(page.getByText('Your place: near Munich, Germany')).toBeVisible();
    expect(await page.evaluate(() => document.body.dataset['violation'])).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).click();
    await window.waitForState(
      ({ station: { observer } }) => observer?.latitude === earlier?.latitude,
      limit(),
    );
  },
);

sharedTest('opens the list of passes on a click on the next pass in the tray', async ({ app }) => {
  const tray = await app.tray();
  const labels = (await tray.menu()).map(({ label }) => label);
  const next = labels.find((label) => label.startsWith('Next pass:'));
  if (next === undefined) throw new Error(labels.join(', '));
  await tray.click(next);
  const { page } = app.main;
  await expect(page.getByRole('region', { name: 'Passes' })).toBeFocused();
});
