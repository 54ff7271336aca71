import { AppError, type ErrorCode, type ErrorOptions } from '../../errors.ts'
import type { NextLink } from './error-page.tsx'

/** An error whose page also leads to where a person goes on. */
export class PageError extends AppError {
  readonly nextLink: NextLink

  constructor(
    code: ErrorCode,
    message: string,
    { nextLink, ...options }: ErrorOptions & { readonly nextLink: NextLink },
  ) {
    super(code, message, options)
    this.nextLink = nextLink
  }
}
