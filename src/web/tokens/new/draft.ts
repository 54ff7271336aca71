import { needsFreshSignIn } from '../../../auth/policy/scope-groups.ts'
import { isScope, type Scope } from '../../../auth/policy/scopes.ts'
import { parseExpiry } from '../../../auth/tokens/lifecycle.ts'
import { resultOr } from '../../../errors.ts'
import { omitUndefined } from '../../../tools/schemas/omit-undefined.ts'
import { validateLine, validateLines } from '../../forms/text-validation.ts'
import { type MessageKey, t } from '../../i18n/t.ts'
import { readScopes, SCOPE_FIELDS } from '../access-grid.tsx'

/** The expiration choices of a new token: a number of days, never, or a custom date. */
export const EXPIRIES = ['7', '30', '60', '90', 'never', 'date'] as const

type Expiry = (typeof EXPIRIES)[number]

/** The submitted fields of a new token. */
export interface TokenDraft {
  readonly name: string
  readonly description: string
  /** Handle of the account that owns it. */
  readonly account: string
  readonly scopes: readonly Scope[]
  readonly expires: Expiry
  /** The custom date, or ''; ignored unless `expires` is `date`. */
  readonly date: string
}

const LABELLED = ['name', 'description', 'account', 'scope', 'expires', 'date'] as const

type LabelledField = (typeof LABELLED)[number]

/** The labels of a draft's fields. */
export const listDraftLabels = (): Readonly<Record<LabelledField, string>> => ({
  name: t('tokens.fields.name'),
  description: t('tokens.fields.description'),
  account: t('tokens.fields.account'),
  scope: t('tokens.fields.scope'),
  expires: t('tokens.fields.expires'),
  date: t('tokens.fields.date'),
})

export const DRAFT_FIELDS: readonly string[] = [...LABELLED, ...SCOPE_FIELDS]

/** The errors of a draft, by field. */
export type DraftFaults = Readonly<Partial<Record<LabelledField, string>>>

/** Common uses of a token (`5.7.read-only-integration`, `5.7.pipeline`, `5.7.member-script`). */
export const PRESETS = {
  'read-only': { label: 'tokens.new.preset.read_only', scopes: ['project:read', 'voice:read'] },
  pipeline: { label: 'tokens.new.preset.pipeline', scopes: ['project:read', 'project:write'] },
  members: { label: 'tokens.new.preset.members', scopes: ['members:read', 'members:write'] },
} as const satisfies Record<string, { label: MessageKey; scopes: readonly Scope[] }>

export type PresetName = keyof typeof PRESETS

export const parsePreset = (fields: URLSearchParams): PresetName | undefined =>
  (Object.keys(PRESETS) as PresetName[]).find(name => name === fields.get('preset'))

export function parseDraft(form: URLSearchParams, ownAccount: string): TokenDraft {
  const text = (name: string): string => form.get(name)?.replaceAll('\r\n', '\n') ?? ''
  const date = text('date').trim()
  return {
    name: text('name'),
    description: text('description'),
    account: form.get('account') ?? ownAccount,
    scopes: readScopes(form),
    // `2.2.expiration-blank`: without a date, a token never expires.
    expires: EXPIRIES.find(one => one === form.get('expires')) ?? (date === '' ? 'never' : 'date'),
    date,
  }
}

/** Creates a blank draft, whose token never expires. The query can select a preset or scopes, and an account. Users select sensitive scopes themselves. */
export const createDraft = (query: URLSearchParams, ownAccount: string): TokenDraft => {
  const preset = parsePreset(query)
  return {
    ...parseDraft(new URLSearchParams(), ownAccount),
    account: query.get('account') ?? ownAccount,
    scopes: preset === undefined ? parseScopes(query) : PRESETS[preset].scopes,
  }
}

const parseScopes = (query: URLSearchParams): readonly Scope[] =>
  (query.get('scopes') ?? '')
    .split(' ')
    .filter(isScope)
    .filter(scope => !needsFreshSignIn(scope))

/** Returns the last day on which the token works; '' if it never expires (`2.2.expiration-blank`). */
export function getExpirationDay({ expires, date }: Pick<TokenDraft, 'expires' | 'date'>, now: Date): string {
  if (expires === 'never') return ''
  return expires === 'date' ? date : dayAfter(Number(expires), now)
}

/** Returns the UTC day that is `days` from now. */
export const dayAfter = (days: number, now: Date): string =>
  new Date(now.getTime() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** Finds the errors to correct before the token can be created on one of `accounts`. */
export function validateDraft(draft: TokenDraft, accounts: readonly string[], now: Date): DraftFaults {
  const [name, description] = [validateLine(draft.name), validateLines(draft.description)]
  const account = validateAccount(draft, accounts)
  const date = validateDate(draft, now)
  const scope = draft.scopes.length === 0 ? t('tokens.new.faults.scope') : undefined
  return omitUndefined({ name, description, account, scope, date })
}

export const validateAccount = ({ account }: TokenDraft, accounts: readonly string[]): string | undefined =>
  accounts.includes(account) ? undefined : t('tokens.new.faults.account')

function validateDate({ expires, date }: TokenDraft, now: Date): string | undefined {
  if (expires !== 'date' || date === '') return undefined
  return isFuture(date, now) ? undefined : t('tokens.new.faults.past', { day: dayAfter(0, now) })
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

const isFuture = (date: string, now: Date): boolean =>
  DAY_PATTERN.test(date) && resultOr(() => parseExpiry(date, now), null) !== null
