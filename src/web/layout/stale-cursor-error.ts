import { AppError } from '../../errors.ts'
import { t } from '../i18n/t.ts'
import { type PageRequest, requestPath } from '../requests/page-request.ts'
import { PageError } from './page-error.ts'

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
