import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLanguage } from '#shared/language/language.ts';
import type { Ledger } from '#shared/station/ledger.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { findViolations } from '#renderer-test/axe.ts';
import { openApp } from '#renderer-test/open.ts';
import { skyBehind, transitSoon } from '#renderer-test/sky-states.ts';
import { knownStation } from '#renderer-test/station-states.ts';
import { appState, passAt } from '#renderer-test/states.ts';

const now = Date.now() / 1000;
const hour = 3_600_000;
const observer = { latitude: 52.5, longitude: 13.4, altitude: 30 };

const withTransits = (found: readonly Transit[]) =>
  appState({
    station: {
      ...knownStation(),
      transits: { list: [...found], until: (now + 14 * 86_400) * 1000 },
    },
  });

const prediction = {
  id: 1,
  predictedAt: (now - 3 * 86_400) * 1000,
  observer,
  rise: now - 3900,
  peak: now - 3600,
  set: now - 3300,
  peakElevation: 60,
  visible: true,
  sigma: 2,
  replaces: null,
};
const scored = (late: number | null, id = 1): Ledger['last'][number] => ({
  prediction: { ...prediction, id },
  score: {
    scoredAt: now * 1000,
    outcome:
      late === null
        ? null
        : {
            rise: prediction.rise + late,
            peak: prediction.peak + late,
            set: prediction.set + late,
            sigma: 0.1,
          },
  },
});

describe('the list of transits', () => {
  const section = () => page.getByRole('region', { name: 'In front of the Sun or the Moon' });

  it('shows where to go, where to look, the duration and the uncertainty of the centre line', async () => {
    await openApp('station', withTransits([transitSoon()]));
    const texts = [
      /^Go 11\skm to the north\.$/,
      /^Look south \(180°\), 41° high\. It takes 0\.8\ss\./,
    ];
    for (const text of texts) await expect.element(section().getByText(text)).toBeVisible();
    await expect
      .element(section().getByText(/^Go: the line is known to ±\s0\.4\skm, well enough/))
      .toBeVisible();
    await expect.element(section().getByRole('img', { name: /Go 11\skm/ })).toBeVisible();
    await expect.element(section().getByText(/solar filter/)).not.toBeInTheDocument();
  });

  it('warns of the Sun, and shows when the centre line will be known, or that it crosses the user’s place', async () => {
    const goodAt = now + 43_200;
    await openApp(
      'station',
      withTransits([
        transitSoon({ body: 'sun', goodAt, lineSigmaKm: 2, t: now + 9 * 86_400 }),
        transitSoon({ separation: 0.1, distanceKm: 0.4, t: now + 7200 }),
      ]),
    );
    await expect.element(section().getByText(/certified solar filter/)).toBeVisible();
    await expect
      .element(
        section()
          .getByText(/at 52\.600°\sN/)
          .nth(1),
      )
      .toBeVisible();
    expect(section().getByRole('button', { name: 'Copy coordinates' }).elements()).toHaveLength(2);
    await expect
      .element(section().getByText(/^Wait: .* It will be known well enough around/))
      .toBeVisible();
    await expect
      .element(
        section().getByText('Seen from where you are. The center line is 0.4 km to the north.'),
      )
      .toBeVisible();
    expect(await findViolations()).toEqual([]);
  });

  it('shows the chance of a transit and the longest exposure, and in the last hour a countdown to a tenth of a second', async () => {
    await openApp('station', withTransits([transitSoon({ t: Date.now() / 1000 + 1800 })]));
    for (const text of [
      'Chance that it crosses the disc: 0% from your place, 99% from the center line.',
      /expose for 1\/1000\ss at most\.$/,
      /^(29|30):\d\d\.\d left$/,
    ])
      await expect.element(section().getByText(text)).toBeVisible();
  });

  async function openWithPasses(width = 1080, height = 720): Promise<void> {
    const passes = Array.from({ length: 8 }, (_, k) =>
      passAt(Date.now() + (k + 1) * 12 * hour, true),
    );
    const state = withTransits([transitSoon()]);
    const [pass = expect.fail()] = passes;
    await openApp(
      'station',
      { ...state, station: { ...state.station, passes } },
      { sky: skyBehind(pass) },
    );
    await page.viewport(width, height);
    await expect.element(section()).toBeVisible();
  }
  async function scrollTo(element: Element, block: ScrollLogicalPosition): Promise<void> {
    element.scrollIntoView({ block });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }

  it.each([
    [1080, 720],
    [1366, 768],
    [1920, 1080],
  ])(
    'is below the list of passes, whose last one is seen together with the sky in a window of %d × %d',
    async (width, height) => {
      await openWithPasses(width, height);
      await scrollTo(document.querySelector('#passes') ?? expect.fail(), 'end');
      const { top, bottom } =
        document.querySelector('#pass-sky')?.getBoundingClientRect() ?? expect.fail();
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(height);
      const scrolling = [...document.querySelectorAll('main *')].filter(
        (element) =>
          element.scrollHeight > element.clientHeight &&
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowY),
      );
      expect(scrolling).toEqual([]);
    },
  );

  it('is below the sky of the pass, which never covers it', async () => {
    await openWithPasses();
    await scrollTo(section().element(), 'start');
    const sky = document.querySelector('#pass-sky')?.parentElement ?? expect.fail();
    expect(sky.getBoundingClientRect().bottom).toBeLessThanOrEqual(
      section().element().getBoundingClientRect().top,
    );
  });

  it('draws the frame of the chosen camera around the disc', async () => {
    const main = await openApp('station', withTransits([transitSoon()]));
    expect(document.querySelector('rect.frame')).toBeNull();
    await section().getByLabelText('Camera').selectOptions('Full frame');
    await section().getByLabelText('Focal length').fill('2000');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(section().getByText(/The frame of your camera is 1° by 0\.7°\.$/))
      .toBeVisible();
    const width = Number(document.querySelector('rect.frame')?.getAttribute('width'));
    const radius = Number(document.querySelector('svg[data-calm] circle')?.getAttribute('r'));
    // 1.03° by 0.26°
    expect(width / radius).toBeCloseTo(3.97, 1);
    expect(width).toBeLessThanOrEqual(220);
    expect(main.calls.filter(({ channel }) => channel === 'settings.change')).toEqual([]);
  });

  it('saves the line of a transit for a map', async () => {
    const main = await openApp('station', withTransits([transitSoon()]));
    await section().getByRole('button', { name: 'Save as GPX or KML…' }).click();
    await expect
      .poll(() => main.calls.at(-1))
      .toMatchObject({ channel: 'station.exportTransit', input: { body: 'moon' } });
    await expect
      .element(page.getByText('The line, the band and the place to stand are saved.').first())
      .toBeVisible();
  });

  it('omits past transits, and shows that no transit is expected', async () => {
    await openApp('station', withTransits([transitSoon({ t: now - 600 })]));
    await expect.element(section().getByText(/crosses neither the Sun nor the Moon/)).toBeVisible();
  });

  it('saves the distance that the user selects in “I can travel up to”', async () => {
    const main = await openApp('station', withTransits([]));
    await section().getByLabelText('I can travel up to').selectOptions('100\u00a0km');
    await expect
      .poll(() => main.calls.at(-1))
      .toMatchObject({ channel: 'settings.change', input: { station: { transitKm: 100 } } });
  });

  it('shows the stored distance as the nearest round number of miles, once', async () => {
    const state = withTransits([]);
    const language = { language: 'en', formats: 'en-GB' } as const;
    setLanguage(language);
    onTestFinished(() => setLanguage({ language: 'en', formats: 'en' }));
    await openApp('station', { ...state, language });
    const select = section().getByLabelText('I can travel up to');
    await expect.element(select).toHaveDisplayValue('20\u00a0mi');
    expect([...select.element().querySelectorAll('option')].map(({ text }) => text)).toEqual([
      '4\u00a0mi',
      '6\u00a0mi',
      '12\u00a0mi',
      '20\u00a0mi',
      '30\u00a0mi',
      '60\u00a0mi',
    ]);
    await expect.element(section().getByText(/within 20\smi of you/)).toBeVisible();
  });

  it('copies the coordinates of the place to stand, and opens the place in the maps app', async () => {
    const main = await openApp('station', withTransits([transitSoon()]));
    await section().getByRole('button', { name: 'Copy coordinates' }).click();
    await section().getByRole('button', { name: 'Open in maps' }).click();
    await expect
      .poll(() => main.calls.slice(-2))
      .toEqual([
        { channel: 'app.copyText', input: '52.60000, 13.40000' },
        { channel: 'station.openPlace', input: { latitude: 52.6, longitude: 13.4 } },
      ]);
  });
});

describe('the record of past predictions', () => {
  const openRecord = async (ledger: Ledger) => {
    const main = await openApp('station', appState({ station: knownStation() }), { ledger });
    await page.getByRole('button', { name: 'How good were the predictions?' }).click();
    return main;
  };

  it('shows predictions, outcomes and the share within two sigma', async () => {
    await openRecord({
      last: [scored(1.24, 1), scored(-30, 2), scored(null, 3)],
      predictions: 40,
      scored: 3,
      within: 1,
    });
    await expect.element(page.getByText(/^33% of 3 compared passes/)).toBeVisible();
    const texts = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(texts[0]).toMatch(/±\s4\.0\ss\s*3 days before.*\+1\.2\ss\s*within the uncertainty/);
    expect(texts[1]).toMatch(/−30\.0\ss\s*outside the uncertainty/);
    expect(texts[2]).toMatch(/Did not happen\s*outside the uncertainty/);
  });

  it('shows lead times below two days in hours', async () => {
    const { prediction, score } = scored(1);
    const predictedAt = (prediction.rise - 1.5 * 86_400) * 1000;
    await openRecord({
      last: [{ prediction: { ...prediction, predictedAt }, score }],
      predictions: 1,
      scored: 1,
      within: 1,
    });
    await expect.element(page.getByText(/36 hours before/)).toBeVisible();
  });

  it('is exported as CSV unless it is empty', async () => {
    const main = await openRecord({
      last: [scored(1)],
      predictions: 1,
      scored: 1,
      within: 1,
    });
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await expect.poll(() => main.calls.at(-1)?.channel).toBe('station.exportLedger');
    await main.unmount();
    await openRecord({
      last: [],
      predictions: 0,
      scored: 0,
      within: 0,
    });
    await expect
      .element(page.getByRole('button', { name: 'Export as CSV' }))
      .toHaveAttribute('aria-disabled', 'true');
  });
});

describe('the height of the orbit', () => {
  it('is drawn over time with the burns, and described in words', async () => {
    const start = Date.UTC(2026, 8, 1, 12);
    const heights = Array.from({ length: 60 }, (_, day) => ({
      at: start + day * 86_400_000,
      km: 416 - day * 0.05 + (day > 30 ? 2 : 0),
    }));
    const at = start + 30.5 * 86_400_000;
    const burn = {
      at,
      sigmaSeconds: 300,
      raisedKm: 2,
      sigmaKm: 0.02,
      detectedAt: at + 4 * 3600_000,
    };
    await openApp('station', appState({ station: knownStation() }), {
      history: { heights, burns: [burn] },
    });
    await page.getByRole('button', { name: 'Height of the orbit' }).click();
    await expect
      .element(page.getByRole('img', { name: /Height of the orbit from Sep 1 to Oct 30/ }))
      .toBeVisible();
    await expect.element(page.getByText(/It is 2\skm higher now/)).toBeVisible();
  });

  it('is given in miles in regions that use them', async () => {
    const at = Date.UTC(2026, 8, 2, 12);
    const heights = [at - 86_400_000, at, at + 86_400_000].map((time) => ({ at: time, km: 416 }));
    const burn = { at, sigmaSeconds: 300, raisedKm: 2, sigmaKm: 0.02, detectedAt: at };
    const language = { language: 'en', formats: 'en-US' } as const;
    await openApp('station', appState({ station: knownStation(), language }), {
      history: { heights, burns: [burn] },
    });
    await page.getByRole('button', { name: 'Height of the orbit' }).click();
    await expect.element(page.getByRole('img', { name: /first 258\.5\smi/ })).toBeVisible();
    await expect.element(page.getByText(/It is 1\.2\smi higher now/)).toBeVisible();
  });

  it('shows that no height was recorded yet', async () => {
    await openApp('station', appState({ station: knownStation() }));
    await page.getByRole('button', { name: 'Height of the orbit' }).click();
    await expect.element(page.getByText(/recorded once a day/)).toBeVisible();
    await expect.element(page.getByText(/No firing of the engines/)).toBeVisible();
  });
});

describe('a burn between the prediction and the pass', () => {
  const change = (hours: number, part: object = {}) => ({
    predicted: { peak: now + hours * 3600, visible: true },
    current: { peak: now + hours * 3600 + 130, from: now + hours * 3600 - 60, visible: true },
    ...part,
  });

  it('is described by its effect on each visible pass', async () => {
    const changed = [
      change(2),
      change(4, { current: null }),
      change(6, { predicted: { peak: now + 6 * 3600, visible: false } }),
      change(8, { current: { peak: now + 8 * 3600, from: now + 8 * 3600, visible: false } }),
    ];
    await openApp('station', appState({ station: knownStation({ changed }) }));
    const section = page.getByRole('region', { name: 'Passes' });
    const texts = [/now .*, 2\smin later/, /no longer takes place/, /now visible/];
    for (const text of texts) await expect.element(section.getByText(text)).toBeVisible();
    await expect.element(section.getByText(/no longer visible/)).toBeVisible();
    await page.screenshot({ path: '../../../../../.run/screenshots/changed-passes.png' });
  });

  it('is described in one sentence if no visible pass has changed', async () => {
    const unseen = { peak: now + 7200, visible: false };
    const changed = [
      { predicted: unseen, current: { ...unseen, peak: now + 7380, from: now + 7200 } },
    ];
    await openApp('station', appState({ station: knownStation({ changed }) }));
    await expect
      .element(page.getByRole('main').getByText(/up to 3 minutes earlier or later/))
      .toBeVisible();
  });
});
