import { size } from './parameters.ts';

/** Square, symmetric, row by row. */
export type Matrix = Float64Array;

/** adds weight · row · rowᵀ to the upper half of the matrix; the row begins at `offset`. */
export function addOuter(matrix: Matrix, rows: Float64Array, offset: number, weight: number): void {
  for (let j = 0; j < size; j++) {
    const scaled = weight * (rows[offset + j] ?? 0);
    for (let k = j; k < size; k++) {
      matrix[j * size + k] = (matrix[j * size + k] ?? 0) + scaled * (rows[offset + k] ?? 0);
    }
  }
}

/** Mirrors the upper half into the lower one. */
export function mirror(matrix: Matrix): void {
  for (let j = 0; j < size; j++) {
    for (let k = 0; k < j; k++) matrix[j * size + k] = matrix[k * size + j] ?? 0;
  }
}

/**
 * The inverse of a symmetric positive definite matrix, by Cholesky's decomposition.
 *
 * @returns null when it is not positive definite
 */
export function inverse(matrix: Matrix): Matrix | null {
  const lower = new Float64Array(size * size);
  for (let j = 0; j < size; j++) {
    for (let k = 0; k <= j; k++) {
      let sum = matrix[k * size + j] ?? 0;
      for (let m = 0; m < k; m++) sum -= (lower[j * size + m] ?? 0) * (lower[k * size + m] ?? 0);
      if (j === k) {
        if (!(sum > 0)) return null;
        lower[j * size + j] = Math.sqrt(sum);
      } else {
        lower[j * size + k] = sum / (lower[k * size + k] ?? 1);
      }
    }
  }
  const result = new Float64Array(size * size);
  const column = new Float64Array(size);
  for (let c = 0; c < size; c++) {
    for (let j = 0; j < size; j++) {
      let sum = j === c ? 1 : 0;
      for (let m = 0; m < j; m++) sum -= (lower[j * size + m] ?? 0) * (column[m] ?? 0);
      column[j] = sum / (lower[j * size + j] ?? 1);
    }
    for (let j = size - 1; j >= 0; j--) {
      let sum = column[j] ?? 0;
      for (let m = j + 1; m < size; m++) sum -= (lower[m * size + j] ?? 0) * (column[m] ?? 0);
      column[j] = sum / (lower[j * size + j] ?? 1);
      result[j * size + c] = column[j] ?? 0;
    }
  }
  return result;
}

/** matrix · vector; the vector begins at `offset`, and `result` is overwritten. */
export function times(
  matrix: Matrix,
  vector: Float64Array,
  offset = 0,
  result: Float64Array = new Float64Array(size),
): Float64Array {
  for (let j = 0; j < size; j++) {
    let sum = 0;
    for (let k = 0; k < size; k++) sum += (matrix[j * size + k] ?? 0) * (vector[offset + k] ?? 0);
    result[j] = sum;
  }
  return result;
}

/** rowᵀ · vector; the row begins at `offset`. */
export function dot(rows: Float64Array, offset: number, vector: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < size; k++) sum += (rows[offset + k] ?? 0) * (vector[k] ?? 0);
  return sum;
}

/** rowᵀ · matrix · row; the row begins at `offset`. */
export function quadratic(matrix: Matrix, rows: Float64Array, offset = 0): number {
  let sum = 0;
  for (let j = 0; j < size; j++) {
    let inner = 0;
    for (let k = 0; k < size; k++) inner += (matrix[j * size + k] ?? 0) * (rows[offset + k] ?? 0);
    sum += (rows[offset + j] ?? 0) * inner;
  }
  return sum;
}
