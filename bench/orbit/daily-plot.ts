import type { Day } from './daily.ts';

const plotSize = { width: 960, height: 420 };
const plotFrame = { left: 64, right: 940, top: 64, bottom: 360 };
/** The range of the logarithmic axis, km. */
const axisRange = { low: 0.1, high: 3000 };
const daySeconds = 86_400;

/** Draws the errors of the days on a logarithmic scale, the stated 2 σ as a line, and changes of the orbit as bars. */
export function drawDays(days: readonly Day[], changes: readonly number[]): string {
  const first = days[0]?.time ?? 0;
  const last = days.at(-1)?.time ?? first + 1;
  const x = (time: number): number =>
    plotFrame.left + ((time - first) / (last - first)) * (plotFrame.right - plotFrame.left);
  const y = (km: number): number => {
    const value = Math.log(Math.min(axisRange.high, Math.max(axisRange.low, km)) / axisRange.low);
    return (
      plotFrame.bottom -
      (value / Math.log(axisRange.high / axisRange.low)) * (plotFrame.bottom - plotFrame.top)
    );
  };
  const one = (value: number): string => value.toFixed(1);
  const text = (at: readonly [number, number], words: string, more = ''): string =>
    `<text x="${one(at[0])}" y="${one(at[1])}" ${more}>${words}</text>`;

  const grid = [0.1, 1, 10, 100, 1000].map(
    (km) =>
      `<line x1="${plotFrame.left}" x2="${plotFrame.right}" y1="${one(y(km))}" y2="${one(y(km))}" stroke="#d5d9e0"/>` +
      text([plotFrame.left - 8, y(km) + 4], `${km} km`, 'text-anchor="end"'),
  );
  const months: string[] = [];
  for (let time = first; time <= last; time += daySeconds) {
    const date = new Date(time * 1000);
    if (date.getUTCDate() !== 1) continue;
    const name = date.toLocaleString('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
    months.push(text([x(time), plotFrame.bottom + 20], name, 'text-anchor="middle"'));
  }
  const bars = changes.map(
    (time) =>
      `<line x1="${one(x(time))}" x2="${one(x(time))}" y1="${plotFrame.top}" y2="${plotFrame.bottom}" stroke="#c98a2b" stroke-dasharray="3 3"/>`,
  );
  const sigma = days.map(({ time, sigmaKm }) => `${one(x(time))},${one(y(2 * sigmaKm))}`).join(' ');
  const dots = days.map(
    ({ time, errorKm, changing }) =>
      `<circle cx="${one(x(time))}" cy="${one(y(errorKm))}" r="3" fill="${changing ? '#c0392b' : '#1f5fa8'}"/>`,
  );
  const middle = (plotFrame.left + plotFrame.right) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${plotSize.width} ${plotSize.height}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${text([plotFrame.left, 26], 'One fix a day: where the station is a day later', 'font-size="16" font-weight="bold"')}
${text([plotFrame.left, 46], 'Real answers of the position service, each predicted from the ten days before it. Distance along the track.')}
${[...grid, ...months, ...bars].join('\n')}
<polyline points="${sigma}" fill="none" stroke="#8fa6c2"/>
${dots.join('\n')}
${text([middle, plotSize.height - 14], 'blue: error · red: the orbit has changed, and one fix a day has not told yet · line: stated 2 σ · dashed: change recognised, from then on', 'text-anchor="middle"')}
</svg>
`;
}
