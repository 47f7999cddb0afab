import { vi } from 'vitest';

/**
 * The default time limit of `vi.waitFor` and `vi.waitUntil`, in milliseconds, in place of Vitest's second. A busy
 * machine needs longer; a quiet machine does not wait longer.
 */
const timeout = 60_000;

const { waitFor, waitUntil } = vi;
const patientWaitFor: typeof waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout, ...options });
const patientWaitUntil: typeof waitUntil = (check, options) =>
  waitUntil(check, typeof options === 'number' ? options : { timeout, ...options });

// The test files of a worker share `vi`.
if (waitFor.name !== patientWaitFor.name)
  Object.assign(vi, { waitFor: patientWaitFor, waitUntil: patientWaitUntil });
