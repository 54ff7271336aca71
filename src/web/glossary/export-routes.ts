import type { SignedIn } from '../../auth/users/sessions.ts'
import { sendStream } from '../requests/send-stream.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { withSession } from '../sessions/require.ts'
import { type GlossaryPlace, listTermRows, loadGlossaryPlace } from './load-glossary.ts'
import { formatHeading, formatTerm } from './term-table.ts'

/** Terms that are read at once. */
const PAGE = 200

/** The own terms of a glossary as a CSV file. Terms of the account are in its own export. */
export const exportRoute: Route = {
  path: '/p/:account/:project/glossary/export',
  get: withSession(async (visit, signedIn) => {
    const place = await loadGlossaryPlace(visit, signedIn)
    await listTermRows(visit, signedIn, place, { limit: 1 })
    const { target, project } = place
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${target.replace('/', '-')}-glossary.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    }
    await sendStream(visit.response, headers, streamTerms(visit, signedIn, place, project.record.target_locales))
  }),
}

async function* streamTerms(
  visit: Visit,
  signedIn: SignedIn,
  place: GlossaryPlace,
  locales: readonly string[],
): AsyncGenerator<string> {
  yield formatHeading(locales)
  let cursor: string | undefined
  do {
    const found = await listTermRows(visit, signedIn, place, { limit: PAGE, ...(cursor !== undefined && { cursor }) })
    for (const term of found.terms) if (term.from === undefined) yield formatTerm(term, locales)
    cursor = found.next_cursor
  } while (cursor !== undefined)
}
