import type { SignedIn } from '../../auth/users/sessions.ts'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { sendStream } from '../requests/send-stream.ts'
import { withSession } from '../sessions/require.ts'
import { type GlossaryPlace, listTermRows, loadGlossaryPlace } from './load-glossary.ts'
import { formatHeading, formatTerm } from './term-table.ts'

/** Terms that are read at once. */
const PAGE = 200

/** The own terms of a glossary as a CSV file. Terms of the account are in its own export. */
export const exportRoute: Route = {
  path: '/p/:account/:project/glossary/export',
  get: withSession(async (request, signedIn) => {
    const place = await loadGlossaryPlace(request, signedIn)
    await listTermRows(request, signedIn, place, { limit: 1 })
    const { target, project } = place
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${target.replace('/', '-')}-glossary.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    }
    await sendStream(request.response, headers, streamTerms(request, signedIn, place, project.record.target_locales))
  }),
}

async function* streamTerms(
  request: PageRequest,
  signedIn: SignedIn,
  place: GlossaryPlace,
  locales: readonly string[],
): AsyncGenerator<string> {
  yield formatHeading(locales)
  let cursor: string | undefined
  do {
    const found = await listTermRows(request, signedIn, place, { limit: PAGE, ...(cursor !== undefined && { cursor }) })
    for (const term of found.terms) if (term.from === undefined) yield formatTerm(term, locales)
    cursor = found.next_cursor
  } while (cursor !== undefined)
}
