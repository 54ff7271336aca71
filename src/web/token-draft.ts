import { parseExpiry } from '../auth/account-tokens.ts'
import { ALL_SCOPES, type Scope } from '../auth/scopes.ts'
import { AppError } from '../errors.ts'
import { TokenDescription, TokenName } from '../tools/tokens/token-shape.ts'

/** When a new token ends: after so many days, on a day, or never. */
export const EXPIRIES = ['7', '30', '60', '90', 'never', 'date'] as const

type Expiry = (typeof EXPIRIES)[number]

/** A new token as a person has filled it in so far. */
export interface TokenDraft {
  readonly name: string
  readonly description: string
  /** Handle of the account that it is made on. */
  readonly account: string
  readonly scopes: readonly Scope[]
  readonly expires: Expiry
  /** What goes with `date`. */
  readonly date: string
}

/** The fields of a draft, for those who keep it. */
export const DRAFT_FIELDS = ['name', 'description', 'account', 'scope', 'expires', 'date'] as const

/** What is wrong with a draft, by field. */
export type DraftFaults = Readonly<Partial<Record<(typeof DRAFT_FIELDS)[number], string>>>

/** What people usually want a token for (spec 5.7, rule 4). */
export const PRESETS = {
  'read-only': { label: 'Read-only integration', scopes: ['project:read', 'voice:read'] },
  pipeline: { label: 'Pipeline that creates projects', scopes: ['project:read', 'project:write'] },
  members: { label: 'Member management', scopes: ['members:read', 'members:write'] },
} as const satisfies Record<string, { label: string; scopes: readonly Scope[] }>

export type PresetName = keyof typeof PRESETS

export const presetIn = (query: URLSearchParams): PresetName | undefined =>
  (Object.keys(PRESETS) as PresetName[]).find(name => name === query.get('preset'))

/** The draft that a form says. */
export function draftOf(form: URLSearchParams, ownAccount: string): TokenDraft {
  const ticked = new Set(form.getAll('scope'))
  const text = (name: string): string => form.get(name)?.replaceAll('\r\n', '\n') ?? ''
  return {
    name: text('name'),
    description: text('description'),
    account: form.get('account') ?? ownAccount,
    scopes: ALL_SCOPES.filter(scope => ticked.has(scope)),
    expires: EXPIRIES.find(one => one === form.get('expires')) ?? '30',
    date: text('date'),
  }
}

/** Where a person begins; an address may name a preset and an account. */
export const firstDraft = (query: URLSearchParams, ownAccount: string): TokenDraft => {
  const preset = presetIn(query)
  return {
    ...draftOf(new URLSearchParams(), ownAccount),
    account: query.get('account') ?? ownAccount,
    scopes: preset === undefined ? [] : PRESETS[preset].scopes,
  }
}

/** The last day on which the token works; '' = it never ends. */
export function lastDay({ expires, date }: Pick<TokenDraft, 'expires' | 'date'>, now: Date): string {
  if (expires === 'never') return ''
  return expires === 'date' ? date : dayAfter(Number(expires), now)
}

/** The day in UTC so many days from now. */
export const dayAfter = (days: number, now: Date): string =>
  new Date(now.getTime() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** What has to be changed before the token can be made on one of these accounts. */
export function faultsOf(draft: TokenDraft, accounts: readonly string[], now: Date): DraftFaults {
  const [name, description] = [nameFault(draft.name), descriptionFault(draft.description)]
  const account = accountFault(draft, accounts)
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(account !== undefined && { account }),
    ...(draft.scopes.length === 0 && { scope: 'Tick at least one thing that it may do.' }),
    ...(!isFuture(draft, now) && { date: `Choose a day from ${dayAfter(0, now)} on.` }),
  }
}

export const accountFault = ({ account }: TokenDraft, accounts: readonly string[]): string | undefined =>
  accounts.includes(account) ? undefined : 'Choose one of your accounts.'

export const nameFault = (name: string): string | undefined => faultIn(TokenName.safeParse(name), name, 100)

export const descriptionFault = (text: string): string | undefined =>
  faultIn(TokenDescription.safeParse(text), text, 1000)

function faultIn({ success }: { readonly success: boolean }, text: string, most: number): string | undefined {
  if (success) return undefined
  const { length } = text.trim()
  if (length === 0) return 'Give it a name.'
  if (length > most) return `Use at most ${most} characters; these are ${length}.`
  return 'Leave out control characters, and those that nobody sees.'
}

function isFuture(draft: TokenDraft, now: Date): boolean {
  if (draft.expires !== 'date') return true
  try {
    return parseExpiry(draft.date, now) !== null
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
