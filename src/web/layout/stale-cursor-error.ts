import { AppError } from '../../errors.ts'
import { requestPath, type Visit } from '../requests/visit.ts'
import { PageError } from './page-error.ts'

/** What a page says of a cursor that its listing does not know; undefined for every other error. */
export function staleCursorError(visit: Visit, error: unknown): PageError | undefined {
  const isLost = error instanceof AppError && error.code === 'invalid_input' && error.field === 'cursor'
  if (!isLost || !visit.query.has('cursor')) return undefined
  const query = new URLSearchParams(visit.query)
  query.delete('cursor')
  return new PageError('invalid_input', 'This part of the list is not there.', {
    fix: 'Its address may be incomplete, or older than what is listed now.',
    nextLink: {
      href: query.size === 0 ? requestPath(visit) : `${requestPath(visit)}?${query}`,
      text: 'To its beginning',
    },
  })
}
