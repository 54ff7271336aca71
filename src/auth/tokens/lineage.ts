import { AppError } from '../../errors.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import type { Transaction } from '../../store/store.ts'
import type { PolicyReader } from '../policy/principal.ts'

type Token = Frozen<TokenRecord>
type Tokens = Pick<PolicyReader, 'tokens'>

/** Tokens of which each made the next: whoever uses the last one looks at all. */
const MAX_GENERATIONS = 100

/** Whether a token stopped because one that led to it was revoked: what a token made ends with it, whether that is written or not. */
export async function hasRevokedAncestor({ parent_id }: Pick<Token, 'parent_id'>, read: Tokens): Promise<boolean> {
  for (let id = parent_id; id !== undefined; ) {
    const parent = await read.tokens.get(id)
    if (parent === undefined || parent.revoked_at !== null) return true
    id = parent.parent_id
  }
  return false
}

/** @throws AppError `forbidden` for a token that a hundred others led to. */
export async function assertMayCreateTokens(id: string, read: Tokens): Promise<void> {
  let generations = 0
  for (let next: string | undefined = id; next !== undefined; generations += 1) {
    next = (await read.tokens.get(next))?.parent_id
  }
  if (generations < MAX_GENERATIONS) return
  throw new AppError(
    'forbidden',
    `This token can't create another: it is number ${generations} in a chain of tokens, the maximum.`,
    {
      fix: 'Create the token with an earlier one, or in the browser.',
    },
  )
}

/** Those of some tokens that are not revoked, and every one that was made with them: a token comes before those that it made. */
export async function withDescendants(roots: readonly Pick<Token, 'id'>[], tx: Transaction): Promise<readonly Token[]> {
  const found = new Map<string, Token>()
  const pace = new Pacer()
  for (const { id } of roots) {
    const token = await tx.tokens.get(id)
    if (token !== undefined && token.revoked_at === null) found.set(id, token)
    if (pace.shouldYield) await pace.yieldNow()
  }
  // What is added meanwhile is gone through as well.
  for (const { id } of found.values()) {
    for (const child of await tx.tokens.list('parent', id)) {
      if (child.revoked_at === null) found.set(child.id, child)
    }
    if (pace.shouldYield) await pace.yieldNow()
  }
  return [...found.values()]
}
