import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { type AccountLimits, MAX_LIMITS } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { isByteLimit, parseBytes } from '../../text/byte-size.ts'
import { QUOTA_RESOURCES, type QuotaResource } from '../../tools/quota/limits.ts'
import { getQuota, type QuotaView } from '../../tools/quota/view.ts'
import { defineOperatorAction, defineOperatorView } from '../action.ts'
import { recordOperatorEvent } from '../command.ts'
import { findAccount } from './access.ts'

/** A count such as `1000000` or `1,000,000`. */
function amountInput(most: number) {
  const message = `a whole number from 1 to ${most.toLocaleString('en')}`
  return z.coerce
    .string()
    .trim()
    .regex(/^(?:\d+|\d{1,3}(?:,\d{3})+)$/, message)
    .transform(text => Number(text.replaceAll(',', '')))
    .pipe(z.number().min(1, message).max(most, message))
    .optional()
}

/** A size such as `2GiB`. */
const sizeInput = () =>
  z.coerce
    .string()
    .refine(isByteLimit, 'a size up to 1TiB, such as 500MB or 2GiB')
    .transform(text => parseBytes(text))
    .optional()

const ShowInput = z.strictObject({ account: z.string() })

const SetInput = ShowInput.extend({
  projects: amountInput(MAX_LIMITS.projects),
  strings: amountInput(MAX_LIMITS.strings),
  bytes: sizeInput(),
  history: sizeInput(),
  /** Resets all limits that are not given to those of the server. */
  reset: z.boolean().default(false),
})

/** Whether this can be typed as a limit. */
export const isLimit = (resource: QuotaResource, text: string): boolean =>
  SetInput.shape[resource].safeParse(text).success

/** Limits and usage of an account. */
export interface Quota extends QuotaView {
  readonly account: string
  /** The default limits of the server. */
  readonly server: AccountLimits
}

export interface ChangedQuota extends Quota {
  /** The previous limits. */
  readonly before: AccountLimits
  readonly changed: boolean
}

/** Returns the limits and the usage of an account. */
export const showQuota = defineOperatorView(
  'quota show',
  ShowInput,
  async ({ account: handle }, read, { services }) => {
    const account = await findAccount(handle, read)
    return loadQuota(account, read, services.limits)
  },
)

/** Sets limits of one account. A limit below the usage deletes nothing, but blocks additions. */
export const setQuota = defineOperatorAction(
  'quota set',
  SetInput,
  async (input, tx, context): Promise<ChangedQuota> => {
    const given = QUOTA_RESOURCES.filter(resource => input[resource] !== undefined)
    if (!input.reset && given.length === 0) {
      throw new AppError('invalid_input', 'No limit is given.', {
        fix: `Add ${QUOTA_RESOURCES.map(resource => `--${resource}`).join(', ')} or --reset.`,
      })
    }
    const account = await findAccount(input.account, tx)
    const { limits: defaults } = context.services
    const before = await getQuota(account, { read: tx, limits: defaults })
    const own = {
      ...(!input.reset && account.limits),
      ...Object.fromEntries(given.map(resource => [resource, input[resource]])),
    }
    const changes = diffFields(before.own, own, QUOTA_RESOURCES)
    const { limits: _before, ...rest } = account
    const changed = Object.keys(own).length === 0 ? rest : { ...account, limits: own }
    if (changes !== undefined) {
      await tx.accounts.put(changed)
      await recordOperatorEvent(tx, { action: 'quota set', account, target: account.handle, changes }, context)
    }
    return { ...(await loadQuota(changed, tx, defaults)), before: before.limits, changed: changes !== undefined }
  },
)

const loadQuota = async (account: Frozen<AccountRecord>, read: Reader, server: AccountLimits): Promise<Quota> => ({
  account: account.handle,
  server,
  ...(await getQuota(account, { read, limits: server })),
})
