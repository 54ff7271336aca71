import { AppError, type ErrorCode, type ErrorOptions } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import { t } from '../i18n/t.ts'
import { type PageRequest, requestPath } from '../requests/page-request.ts'
import type { NextLink } from './error-page.tsx'
import type { PageCode } from './page-code.ts'
import type { ProjectPlace } from './project-place.ts'

interface PageErrorOptions extends ErrorOptions {
  /** Default: the title of the code. */
  readonly title?: string
  readonly nextLink?: NextLink | undefined
  /** The project whose frame the page keeps. */
  readonly project?: ProjectPlace
  /** The code on the page and in the log; default: the code of the error. */
  readonly pageCode?: PageCode
}

/** An error of a page, whose message and fix are in the language of the request. Their values are escaped before: messages isolate them with invisible characters. */
export class PageError extends AppError {
  declare fix: string | undefined
  readonly title: string | undefined
  readonly nextLink: NextLink | undefined
  readonly project: ProjectPlace | undefined
  readonly pageCode: PageCode | undefined

  constructor(code: ErrorCode, message: string, { title, nextLink, project, pageCode, ...options }: PageErrorOptions) {
    super(code, message, options)
    this.message = message
    if (typeof options.fix === 'string') this.fix = options.fix
    this.title = title
    this.nextLink = nextLink
    this.project = project
    this.pageCode = pageCode
  }
}

/** The code of an error on pages, which have sessions and no tokens. */
export function toPageCode(error: AppError): PageCode {
  const own = error instanceof PageError ? error.pageCode : undefined
  return own ?? (error.code === 'invalid_token' ? 'signed_out' : error.code)
}

/** The error of a form that is older than the session or the browser cookie that it was created for. */
export const expiredFormError = (options: Pick<PageErrorOptions, 'nextLink'> = {}): PageError =>
  new PageError('invalid_input', t('layout.expired_form.message'), {
    pageCode: 'form_expired',
    fix: t('layout.expired_form.fix'),
    ...options,
  })

/** The error of a form whose user has signed out since it was loaded. */
export const signedOutError = (): PageError =>
  new PageError('invalid_token', t('layout.signed_out.message'), { fix: t('layout.signed_out.fix') })

/** The error of an address that has no page. */
export const missingPageError = (path: string): PageError =>
  new PageError('not_found', t('layout.error.no_page', { path: echo(path) }), { fix: t('layout.error.check_address') })

/**
 * Handles a rejection: the error with one of the codes, by default `not_found`, becomes that of an address that leads to nothing. Throws others.
 * @param nextLink leads to what is there
 */
export const toMissingPage =
  (message: string, nextLink?: NextLink, codes: readonly ErrorCode[] = ['not_found']) =>
  (error: unknown): never => {
    if (!(error instanceof AppError) || !codes.includes(error.code)) throw error
    throw new PageError('not_found', message, { fix: t('layout.error.check_address'), nextLink })
  }

/** The error of a request that its page does not answer. */
export const methodError = (method: string | undefined, methods: string): PageError =>
  new PageError('method_not_allowed', t('layout.error.no_method', { method: method ?? '' }), {
    fix: t('layout.error.use_method', { methods }),
  })

/** Converts an unknown cursor of a listing into a page error; undefined for other errors. */
export function staleCursorError(request: PageRequest, error: unknown): PageError | undefined {
  const isLost = error instanceof AppError && error.code === 'invalid_input' && error.field === 'cursor'
  if (!isLost || !request.query.has('cursor')) return undefined
  const query = new URLSearchParams(request.query)
  query.delete('cursor')
  return new PageError('invalid_input', t('layout.stale_cursor.message'), {
    nextLink: {
      href: query.size === 0 ? requestPath(request) : `${requestPath(request)}?${query}`,
      text: t('layout.stale_cursor.first_page'),
    },
  })
}
