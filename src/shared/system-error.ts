/**
 * The code of an error of the operating system, such as ENOSPC; null for any other error, which is a defect. A code
 * alone proves nothing: Node's own errors (ERR_INVALID_ARG_TYPE) and those of libraries have one too.
 */
export function systemCodeOf(error: unknown): string | null {
  return error instanceof Error &&
    'errno' in error &&
    typeof error.errno === 'number' &&
    'code' in error &&
    typeof error.code === 'string'
    ? error.code
    : null;
}
