import { AppError, type ErrorCode, type ErrorOptions } from '../../errors.ts'
import type { NextLink, PageCode } from './error-page.tsx'

interface PageErrorOptions extends ErrorOptions {
  /** Default: the title of the code. */
  readonly title?: string
  readonly nextLink?: NextLink
  /** The code on the page and in the log; default: the code of the error. */
  readonly pageCode?: PageCode
}

/** An error whose page has its own title or link. */
export class PageError extends AppError {
  readonly title: string | undefined
  readonly nextLink: NextLink | undefined
  readonly pageCode: PageCode | undefined

  constructor(code: ErrorCode, message: string, { title, nextLink, pageCode, ...options }: PageErrorOptions) {
    super(code, message, options)
    this.title = title
    this.nextLink = nextLink
    this.pageCode = pageCode
  }
}
