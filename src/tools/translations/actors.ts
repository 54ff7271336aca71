import { findRoles, type Target } from '../../auth/policy/authorize.ts'
import { getOrAdd } from '../../l10n/groups.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Origin } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'

/** The user, token or program that did something. Readers of a public project learn the kind only. */
export interface Actor {
  readonly kind: Origin['kind']
  readonly person?: string
  readonly token?: string
  readonly token_id?: string
  readonly client?: string
}

/** Returns whether the caller may read only because the project is public. Such a reader sees changes, but not their authors. */
export async function isPublicReader(
  principal: Parameters<typeof findRoles>[0],
  target: Target,
  read: Reader,
): Promise<boolean> {
  const roles = await findRoles(principal, target, read)
  return [...roles].every(role => role === 'public_account')
}

/** Describes actors, and reads each user and token once. */
export class Actors {
  readonly #read: Pick<Reader, 'users' | 'tokens'>
  readonly #isOutsider: boolean
  readonly #people = new Map<string, Promise<string | undefined>>()
  readonly #tokens = new Map<string, Promise<string | undefined>>()

  constructor(read: Pick<Reader, 'users' | 'tokens'>, isOutsider: boolean) {
    this.#read = read
    this.#isOutsider = isOutsider
  }

  findHandle(userId: string): Promise<string | undefined> {
    return getOrAdd(this.#people, userId, async () => (await this.#read.users.get(userId))?.handle)
  }

  async describe({ kind, user_id, credential, client }: Frozen<Origin>): Promise<Actor> {
    if (this.#isOutsider) return { kind }
    const id = credential.startsWith(TOKEN) ? credential.slice(TOKEN.length) : undefined
    const person = await this.findHandle(user_id)
    const token =
      id === undefined
        ? undefined
        : await getOrAdd(this.#tokens, id, async () => (await this.#read.tokens.get(id))?.name)
    return {
      kind,
      ...omitUndefined({ person, token, token_id: id }),
      ...(client !== undefined && { client: escapeInvisible(client) }),
    }
  }
}

const TOKEN = 'token:'
