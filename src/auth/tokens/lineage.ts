import { AppError } from '../../errors.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import type { Transaction } from '../../store/store.ts'
import type { PolicyReader } from '../policy/principal.ts'

type Token = Frozen<TokenRecord>
type Tokens = Pick<PolicyReader, 'tokens'>

/** Maximum length of a chain of parent tokens. Each use of a token reads its whole chain. */
const MAX_GENERATIONS = 100

/** Returns whether an ancestor of a token was revoked. The token then no longer works, even if its own record is not marked yet. */
export async function hasRevokedAncestor({ parent_id }: Pick<Token, 'parent_id'>, read: Tokens): Promise<boolean> {
  for (let id = parent_id; id !== undefined; ) {
    const parent = await read.tokens.get(id)
    if (parent === undefined || parent.revoked_at !== null) return true
    id = parent.parent_id
  }
  return false
}

/**
 * Checks that a token may create another.
 * @throws AppError `forbidden` at the end of a chain of 100 tokens.
 */
export async function assertMayCreateTokens(id: string, read: Tokens): Promise<void> {
  let generations = 0
  for (let next: string | undefined = id; next !== undefined; generations += 1) {
    next = (await read.tokens.get(next))?.parent_id
  }
  if (generations < MAX_GENERATIONS) return
  throw new AppError(
    'forbidden',
    `This token can't create another: it is number ${generations} in a chain of tokens, the maximum.`,
    { fix: 'Create the token with an earlier one, or in the browser.' },
  )
}

/** Returns tokens that are not revoked, with all their descendants, parents before children. */
export async function withDescendants(roots: readonly Pick<Token, 'id'>[], tx: Transaction): Promise<readonly Token[]> {
  const found = new Map<string, Token>()
  const pace = new Pacer()
  for (const { id } of roots) {
    const token = await tx.tokens.get(id)
    if (token !== undefined && token.revoked_at === null) found.set(id, token)
    if (pace.shouldYield) await pace.yieldNow()
  }
  // The loop also visits the tokens that it adds.
  for (const { id } of found.values()) {
    for (const child of await tx.tokens.list('parent', id)) {
      if (child.revoked_at === null) found.set(child.id, child)
    }
    if (pace.shouldYield) await pace.yieldNow()
  }
  return [...found.values()]
}
