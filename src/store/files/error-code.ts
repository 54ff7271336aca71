/** The code of an error of the system, such as `ENOENT`; empty for other errors. */
export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
