import { describe, expect, it } from 'vitest';
import { createRandom } from '#test/support/orbit.ts';
import { parameterCount, type InformationForm } from './parameters.ts';
import { intervalEstimate, leastSquaresEstimate } from './expectation-propagation.ts';

/** A prior with standard deviation `deviation` for the first element and nearly zero for the others. */
function priorOf(deviation: number): InformationForm {
  const information = new Float64Array(parameterCount * parameterCount);
  for (let k = 0; k < parameterCount; k++)
    information[k * (parameterCount + 1)] = k === 0 ? deviation ** -2 : 1e6;
  return { information, right: new Float64Array(parameterCount) };
}

function measured(values: readonly number[], blur = 1e-4) {
  const rows = new Float64Array(values.length * parameterCount);
  values.forEach((_, index) => (rows[index * parameterCount] = 1));
  return { rows, values, half: 0.5, blur: values.map(() => blur) };
}

const first = (result: ReturnType<typeof intervalEstimate>): readonly [number, number] => [
  result?.mean[0] ?? NaN,
  Math.sqrt(result?.covariance[0] ?? NaN),
];

describe('intervalEstimate', () => {
  it('returns the middle and the standard deviation of the interval for one value', () => {
    const [mean, deviation] = first(intervalEstimate(priorOf(3), measured([0.2])));
    expect(mean).toBeCloseTo(0.2, 1);
    expect(deviation).toBeCloseTo(1 / Math.sqrt(12), 1);
  });

  it('returns the middle of the overlap of the intervals for two values', () => {
    const [mean, deviation] = first(intervalEstimate(priorOf(1), measured([0, 0.8])));
    expect(mean).toBeCloseTo(0.4, 2);
    // The normal approximation makes the deviation a fifth larger than the exact 0.2 / √12.
    expect(deviation).toBeGreaterThan(0.05);
    expect(deviation).toBeLessThan(0.08);
  });

  it('returns a mean with the error it states, less than half of the error of least squares', () => {
    const random = createRandom(3);
    let ours = 0;
    let stated = 0;
    let plain = 0;
    const rounds = 200;
    for (let round = 0; round < rounds; round++) {
      const values = Array.from({ length: 60 }, () => random() - 0.5);
      const { rows } = measured(values);
      const [mean, deviation] = first(intervalEstimate(priorOf(10), measured(values)));
      const deviations = values.map(() => Math.sqrt(1 / 12));
      const [other] = first(leastSquaresEstimate(priorOf(10), { rows, values, deviations }));
      ours += mean ** 2 / rounds;
      stated += deviation ** 2 / rounds;
      plain += other ** 2 / rounds;
    }
    expect(Math.sqrt(ours / plain)).toBeLessThan(0.45);
    expect(Math.sqrt(ours / stated)).toBeGreaterThan(0.7);
    expect(Math.sqrt(ours / stated)).toBeLessThan(1.3);
  });

  it('ignores a value outside the interval that all other values allow', () => {
    const [mean, deviation] = first(
      intervalEstimate(priorOf(10), measured([0.1, -0.4, 0.45, 0.2, 3])),
    );
    expect(Math.abs(mean)).toBeLessThan(0.15);
    expect(deviation).toBeLessThan(0.2);
  });

  it('returns null when an element remains undetermined', () => {
    const nothing = { information: new Float64Array(49), right: new Float64Array(7) };
    expect(intervalEstimate(nothing, measured([1]))).toBeNull();
  });
});
