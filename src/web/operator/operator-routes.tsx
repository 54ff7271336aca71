import { listAccounts } from '../../operator/accounts/list.ts'
import { overview } from '../../operator/overview.ts'
import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { Route } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { OperatorPage } from './operator-page.tsx'
import { OPERATOR_PATH } from './paths.ts'
import { runOperatorAction } from './run-action.ts'

/** Keeps a page below 50 kB. */
const PAGE_ROWS = 25

/** The list of all accounts, for operators. */
export const operatorRoute: Route = {
  path: OPERATOR_PATH,
  get: withSession(async (request, signedIn) => {
    const { query } = request
    const input = {
      limit: PAGE_ROWS,
      cursor: query.get('cursor') ?? undefined,
      kind: query.get('kind') || undefined,
      starting_with: query.get('starting_with') ?? undefined,
    }
    const { store, heap, operators } = await runOperatorAction(request, signedIn, overview, {})
    const { accounts, next_cursor: next } = await runOperatorAction(request, signedIn, listAccounts, input)
    const props = { request, signedIn, store, heap, operators, accounts, next }
    sendPage(request, { title: t('operator.overview.title'), body: <OperatorPage {...props} /> })
  }),
}
