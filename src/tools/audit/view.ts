import { z } from 'zod'
import { mapFields } from '../../auth/audit/events.ts'
import { hasReleasedHandle } from '../../auth/deletion.ts'
import { getOrAdd } from '../../l10n/groups.ts'
import type { Frozen } from '../../store/frozen.ts'
import { AuditChanges, AuditDetail, type AuditRecord, CREDENTIAL_KINDS } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { SURFACES } from './surfaces.ts'

export type StoredEvent = Frozen<AuditRecord>

/** An audit event: an action of a user on a target, with a credential. */
export const AuditView = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  /** Handle of the user; absent if unknown, or for an action on the machine itself. */
  by: z.string().optional(),
  /** The credential; absent if none was needed. */
  through: z
    .object({
      kind: z.enum(CREDENTIAL_KINDS),
      id: z.string().optional(),
      /** Name of the token, or self-reported name of the app. */
      name: z.string().optional(),
      /** First characters of the token's value. */
      prefix: z.string().optional(),
    })
    .optional(),
  surface: z.enum(SURFACES),
  client: z.string().optional(),
  /** Handle of the affected account. */
  account: z.string().optional(),
  target: z.string(),
  detail: AuditDetail.optional(),
  changes: AuditChanges.optional(),
  request_id: z.string(),
})

export type AuditView = z.infer<typeof AuditView>

type NameReader = Pick<Reader, 'users' | 'accounts' | 'tokens' | 'grants'>

/** Builds the rows of a listing, and reads shared records once. */
export class AuditRowBuilder {
  readonly #read: NameReader
  readonly #known = new Map<string, Promise<unknown>>()

  constructor(read: NameReader) {
    this.#read = read
  }

  async toRow(event: StoredEvent): Promise<AuditView> {
    const { id, at, action, surface, client, target, detail, changes, request_id } = event
    const [by, account, through] = await Promise.all([
      this.#findUser(event.user_id),
      this.#findAccount(event.account_id),
      this.#describeCredential(event.credential),
    ])
    return {
      id,
      at,
      action,
      ...(by !== undefined && { by }),
      ...(through !== undefined && { through }),
      surface,
      ...(client !== undefined && { client: escapeInvisible(client) }),
      ...(account !== undefined && { account }),
      target: escapeInvisible(target),
      ...(detail !== undefined && { detail: mapFields(detail, escapeFact) }),
      ...(changes !== undefined && {
        changes: mapFields(changes, ({ from, to }) => ({ from: escapeFact(from), to: escapeFact(to) })),
      }),
      request_id,
    }
  }

  async #findUser(id: string | undefined): Promise<string | undefined> {
    if (id === undefined) return undefined
    return (await this.#once(`user:${id}`, async () => this.#read.users.get(id)))?.handle
  }

  async #findAccount(id: string | undefined): Promise<string | undefined> {
    if (id === undefined) return undefined
    const account = await this.#once(`account:${id}`, async () => this.#read.accounts.get(id))
    return account === undefined || hasReleasedHandle(account) ? undefined : account.handle
  }

  async #describeCredential(credential: StoredEvent['credential']): Promise<AuditView['through']> {
    if (credential?.id === undefined) return credential && { kind: credential.kind }
    const { kind, id } = credential
    if (kind === 'token') {
      const token = await this.#once(`token:${id}`, async () => this.#read.tokens.get(id))
      return { kind, id, ...(token !== undefined && { name: escapeInvisible(token.name), prefix: token.prefix }) }
    }
    if (kind !== 'grant') return { kind, id }
    const grant = await this.#once(`grant:${id}`, async () => this.#read.grants.get(id))
    return { kind, id, ...(grant !== undefined && { name: escapeInvisible(grant.client_name) }) }
  }

  #once<T>(name: string, find: () => Promise<T>): Promise<T> {
    return getOrAdd(this.#known as Map<string, Promise<T>>, name, find)
  }
}

const escapeFact = <T>(value: T): T | string => (typeof value === 'string' ? escapeInvisible(value) : value)
