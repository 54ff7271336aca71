import { z } from 'zod'
import type { StoreStatus } from '../store/store.ts'
import type { HeapStatus } from '../tools/quota/heap-guard.ts'
import { defineOperatorView } from './action.ts'
import { summarizeUser, type UserSummary } from './users/view.ts'

/** State of the server, and its operators. */
export interface Overview {
  readonly store: StoreStatus
  readonly heap: HeapStatus
  readonly operators: readonly (UserSummary & { readonly suspended_at?: string })[]
}

/** The first section of the operator page. */
export const overview = defineOperatorView(
  'overview',
  z.strictObject({}),
  async (_input, read, { services }): Promise<Overview> => {
    const operators = await read.users.list('operator', '')
    return {
      store: await services.store.status(),
      heap: services.heap.status(),
      operators: await Promise.all(
        operators.map(async user => ({
          ...(await summarizeUser(read, user, false)),
          ...(user.suspended_at !== undefined && { suspended_at: user.suspended_at }),
        })),
      ),
    }
  },
)
