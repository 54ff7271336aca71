import type { Services } from '../pipeline/call.ts'
import { type RecheckRequest, requestRecheck } from './requests.ts'

/** Projects or accounts per transaction. */
const PAGE = 100

/** Replaces a request of an account by requests of its projects, and one of the server by requests of its accounts, page by page. */
export async function expandRequest(
  request: RecheckRequest,
  services: Pick<Services, 'store' | 'now' | 'newId'>,
): Promise<void> {
  const { owner, owner_id, scope, cursor, turns } = request
  const member = owner === 'server' ? 'account' : 'project'
  await services.store.transaction(
    async tx => {
      if ((await tx.rechecks.get(request.id))?.turns !== turns) return
      const options = { limit: PAGE, after: cursor }
      const { items, next } =
        owner === 'server'
          ? await tx.accounts.page('all', '', options)
          : await tx.projects.page('account', owner_id, options)
      for (const { id } of items) await requestRecheck({ owner: member, owner_id: id }, scope, tx, services)
      if (next === undefined) await tx.rechecks.remove(request.id)
      else await tx.rechecks.put({ ...request, cursor: next, turns: turns + 1 })
    },
    { lock: owner_id, user: 'recheck' },
  )
}
