import { AppError, type ErrorCode, type ErrorOptions } from '../../errors.ts'
import type { NextLink } from './error-page.tsx'

interface PageErrorOptions extends ErrorOptions {
  /** Default: the title of the code. */
  readonly title?: string
  readonly nextLink?: NextLink
}

/** An error whose page has its own title or link. */
export class PageError extends AppError {
  readonly title: string | undefined
  readonly nextLink: NextLink | undefined

  constructor(code: ErrorCode, message: string, { title, nextLink, ...options }: PageErrorOptions) {
    super(code, message, options)
    this.title = title
    this.nextLink = nextLink
  }
}
