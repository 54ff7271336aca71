import type { ErrorCode } from '../../errors.ts'

/** An error code on a page and in the log of its request: those of the API, and those that only pages have. */
export type PageCode = ErrorCode | 'form_expired' | 'signed_out'
