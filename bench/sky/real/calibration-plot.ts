import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/setup/paths.ts';
import { leadTimes, type WindowResults } from './fit-windows.ts';

const size = { width: 960, height: 560 };
const panelLayout = { width: 380, height: 380, top: 76 };
const panelLefts = [72, 540] as const;
const colours = ['#f2a93b', '#d9722e', '#b8405e', '#6f3a8a', '#1f5fa8'] as const;
/** The range in which the share of errors inside two standard deviations must be. */
const shareGoal = [0.88, 0.99] as const;

/**
 * The share of a normal distribution within `z` standard deviations (Abramowitz and Stegun, 7.1.26; error at most 1.5 ×
 * 10⁻⁷).
 */
function shareWithin(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const coefficients = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return (
    1 - coefficients.reduce((sum, coefficient) => sum * t + coefficient, 0) * t * Math.exp(-x * x)
  );
}

/**
 * Draws the share of errors inside the stated uncertainty against the same share of a normal distribution, with one
 * panel for each polling schedule and one line for each time ahead. Writes docs/images/orbit-calibration.svg.
 *
 * @returns the path of the file in the repository
 */
export function drawCalibration(results: readonly WindowResults[], source: string): string {
  const text = (x: number, y: number, words: string, more = ''): string =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${words}</text>`;
  const panels = results.map(({ polling, outcomes }, index) => {
    const left = panelLefts[index] ?? 0;
    const x = (share: number): number => left + share * panelLayout.width;
    const y = (share: number): number => panelLayout.top + (1 - share) * panelLayout.height;
    const point = (z: number, of: readonly number[]): [number, number] => [
      x(shareWithin(z)),
      y(of.filter((ratio) => ratio < z).length / of.length),
    ];
    const grid = [0, 0.25, 0.5, 0.75, 1].map(
      (share) =>
        `<path d="M${x(share)} ${y(0)}V${y(1)}M${x(0)} ${y(share)}H${x(1)}" stroke="#e3e6eb" fill="none"/>` +
        text(x(share), y(0) + 18, `${100 * share} %`, 'text-anchor="middle"') +
        text(x(0) - 8, y(share) + 4, `${100 * share} %`, 'text-anchor="end"'),
    );
    const lines = outcomes.map((some, k) => {
      const ratios = some.map(({ ours, sigma }) => ours / sigma);
      const colour = colours[k] ?? '#333';
      const along = Array.from({ length: 61 }, (_, step) => point(step / 20, ratios));
      const [cx, cy] = point(2, ratios);
      const path = along.map(([a, b]) => `${a.toFixed(1)},${b.toFixed(1)}`).join(' ');
      return (
        `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.6"/>` +
        `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="3.5" fill="${colour}"/>`
      );
    });
    const at = x(shareWithin(2));
    return [
      text(left, panelLayout.top - 14, polling.name, 'font-weight="bold"'),
      ...grid,
      `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#9aa3b0" stroke-dasharray="4 4"/>`,
      `<path d="M${at.toFixed(1)} ${y(shareGoal[0])}V${y(shareGoal[1])}" stroke="#9ccfa6" stroke-width="12"/>`,
      ...lines,
    ].join('\n');
  });
  const legend = leadTimes.map(([name], k) => {
    const at = 350 + k * 90;
    return (
      `<path d="M${at} 506h22" stroke="${colours[k] ?? '#333'}" stroke-width="3"/>` +
      text(at + 28, 510, name)
    );
  });
  const path = join('docs', 'images', 'orbit-calibration.svg');
  mkdirSync(join(root, 'docs', 'images'), { recursive: true });
  writeFileSync(
    join(root, path),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${text(72, 26, 'Share of errors inside the stated uncertainty, against the share that is stated', 'font-size="16" font-weight="bold"')}
${text(72, 44, source)}
${panels.join('\n')}
${text(72, 510, 'Time after the newest fix:')}
${legend.join('\n')}
${text(72, 532, 'Dots: two standard deviations (95 % stated). Green: the goal for them, 88 to 99 %.')}
${text(72, 550, 'Above the dashed line the stated uncertainty is too large, below it too small.')}
</svg>
`,
  );
  return path;
}
