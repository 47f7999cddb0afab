/** The requests per second to one service. A day is divided into equal parts, each with one value. */
export interface RateCurve {
  readonly name: string;
  readonly rates: readonly number[];
  readonly mean: number;
  /** The highest rate that the goals allow. */
  readonly limit: number;
  /** The events of the day that are marked; `at` is a fraction of the day, 0 to 1. */
  readonly marks: readonly (readonly [at: number, words: string])[];
}

const width = 960;
const panelLayout = { left: 70, right: 940, height: 150, gap: 64, top: 74 };

/** Draws an SVG image with one panel for each curve, one below the other. */
export function drawFleet(curves: readonly RateCurve[], installations: number): string {
  const height = panelLayout.top + curves.length * (panelLayout.height + panelLayout.gap);
  const text = (x: number, y: number, words: string, more = ''): string =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words}</text>`;
  const panels = curves.map(({ name, rates, mean, limit, marks }, index) => {
    const top = panelLayout.top + index * (panelLayout.height + panelLayout.gap);
    const bottom = top + panelLayout.height;
    const highest = Math.max(limit, ...rates) * 1.05;
    const x = (part: number): number =>
      panelLayout.left + part * (panelLayout.right - panelLayout.left);
    const y = (rate: number): number => bottom - (rate / highest) * panelLayout.height;
    const line = (rate: number, color: string, words: string): string =>
      `<line x1="${panelLayout.left}" x2="${panelLayout.right}" y1="${y(rate).toFixed(1)}" y2="${y(rate).toFixed(1)}" stroke="${color}" stroke-dasharray="4 3"/>` +
      text(
        panelLayout.left - 6,
        y(rate) + 4,
        Math.round(rate).toLocaleString('en'),
        'text-anchor="end"',
      ) +
      text(panelLayout.right, y(rate) - 4, words, `text-anchor="end" fill="${color}"`);
    const points = rates.flatMap((rate, k) =>
      [k, k + 1].map((one) => `${x(one / rates.length).toFixed(1)},${y(rate).toFixed(1)}`),
    );
    const hours = Array.from({ length: 9 }, (_, k) =>
      text(x(k / 8), bottom + 16, `${3 * k}:00`, 'text-anchor="middle"'),
    );
    const events = marks.map(
      ([at, words]) =>
        `<line x1="${x(at).toFixed(1)}" x2="${x(at).toFixed(1)}" y1="${top}" y2="${bottom}" stroke="#c98a2b" stroke-dasharray="2 3"/>` +
        text(x(at) + 3, top + 10, words, 'fill="#8a5d17" font-size="10"'),
    );
    return [
      text(panelLayout.left, top - 10, name, 'font-weight="bold"'),
      `<line x1="${panelLayout.left}" x2="${panelLayout.right}" y1="${bottom}" y2="${bottom}" stroke="#999"/>`,
      ...hours,
      ...events,
      line(limit, '#c0392b', 'goal'),
      line(mean, '#4a7d4a', 'mean'),
      `<polyline points="${points.join(' ')}" fill="none" stroke="#1f5fa8" stroke-width="1.2"/>`,
    ].join('\n');
  });
  const title = `${installations.toLocaleString('en')} installations: requests a second, by the hour in UTC`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${text(panelLayout.left, 26, title, 'font-size="16" font-weight="bold"')}
${panels.join('\n')}
</svg>
`;
}
