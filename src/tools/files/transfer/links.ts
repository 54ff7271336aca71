import { createHash, randomBytes } from 'node:crypto'
import type { Credential, Principal } from '../../../auth/policy/principal.ts'
import type { Scope } from '../../../auth/policy/scopes.ts'
import type { Reader, Store } from '../../../store/store.ts'

/** Allows one upload, which is then staged for the next call. */
export interface UploadGrant {
  readonly kind: 'put'
  /** `source`, or `target:<locale>`. */
  readonly purpose: string
  /** As `account/project`. */
  readonly project: string
  readonly branch: string
  readonly path: string
  /** Expected properties of the file, if the call gave them. */
  readonly bytes?: number | undefined
  readonly sha256?: string | undefined
  readonly principal: Principal
}

/** Allows one download of the result of a call. */
export interface DownloadGrant {
  readonly kind: 'get'
  /** Default: `pull_translations`. The answer of `export_memory` is always one file. */
  readonly tool?: 'export_memory'
  /** Whether the result is sent as one archive; otherwise it is one file, also if that has several locales. */
  readonly isArchive?: boolean
  /** The arguments of that call. */
  readonly args: Readonly<Record<string, unknown>>
  readonly principal: Principal
}

export type TransferGrant = UploadGrant | DownloadGrant

/** The reason why a link is rejected. */
export type LinkFault =
  | 'unknown'
  | 'used'
  | 'expired'
  /** Three transfers with it failed. */
  | 'failed'
  /** Another transfer with this link is in progress. */
  | 'busy'

/** How a transfer ended; after `put_off` it may be retried without limit. */
export type TransferOutcome = 'done' | 'failed' | 'put_off'

/** Reports how a transfer ended; a link works until one is done or three failed. */
export type FinishTransfer = (outcome: TransferOutcome) => Promise<void>

/** Single-use URLs for file content, valid for 10 minutes, in each process of the site. */
export interface TransferLinks {
  /** Issues a link for each grant of one principal; returns their paths: `/transfer/` and a secret, stored only as a hash. */
  issue(grants: readonly TransferGrant[]): Promise<readonly string[]>
  /** Returns the purpose of a link without using it. Its credential may have ended since. */
  peek(secret: string): Promise<TransferGrant | LinkFault>
  /** Uses a link; it is locked until the transfer ends, or its process does. */
  take(secret: string): Promise<FinishTransfer | LinkFault>
}

/** A grant without its principal, as JSON. */
type StoredGrant = Omit<UploadGrant, 'principal'> | Omit<DownloadGrant, 'principal'>

/** A link as JSON. */
interface Link {
  /** Absent once the link is used. */
  readonly grant?: StoredGrant
  readonly principal: StoredPrincipal
  /** The transfer in progress. */
  readonly busy?: { readonly transfer: string; readonly until: number }
  readonly failures: number
  readonly expiresAt: number
}

const LIFETIME_MS = 10 * 60 * 1000
/** How long a used or expired link is distinguished from an unknown one. */
const RETENTION_MS = LIFETIME_MS
/** Allows two broken connections without endless retries. */
const MAX_FAILURES = 3
const MAX_LINKS_PER_USER = 1000
/** How long the link of a process that was killed stays locked. A transfer that takes longer extends its lock. */
const LOCK_MS = 30_000

/** Random bytes of a secret. */
const RANDOM_BYTES = 29
/** Each secret begins with this many bytes of the hash of its user's ID, because links are kept by user. */
const TAG_BYTES = 3

export const TRANSFER_PATH = '/transfer/'

interface LinkDeps {
  readonly store: Pick<Store, 'read' | 'shared'>
  readonly now: () => Date
  readonly random?: (bytes: number) => Buffer
}

/** Creates the links of a site. A user with 1,000 links loses their oldest. Two users can have the same tag and share this limit. */
export function createTransferLinks({ store, now, random = randomBytes }: LinkDeps): TransferLinks {
  const { shared } = store

  /** Changes the value of a link. `how` gets undefined if it is unknown, and returns its next state, or none to leave it. */
  const change = <T>(
    { group, hash }: Place,
    how: (link: Link | undefined) => { readonly next?: Link; readonly result: T },
  ): Promise<T> =>
    shared.update(group, [hash], current => {
      const { next, result } = how(current.get(hash) as Link | undefined)
      const keepMs = next === undefined ? 0 : next.expiresAt + RETENTION_MS - now().getTime()
      return { values: new Map(next && keepMs > 0 ? [[hash, next]] : []), keepMs, result }
    })

  return {
    issue: async grants => {
      const [first] = grants
      if (first === undefined) return []
      const tag = createHash('sha256').update(first.principal.user.id).digest().subarray(0, TAG_BYTES)
      const expiresAt = now().getTime() + LIFETIME_MS
      const links = grants.map(({ principal, ...grant }) => ({
        secret: Buffer.concat([tag, random(RANDOM_BYTES)]).toString('base64url'),
        link: { grant, principal: packPrincipal(principal), failures: 0, expiresAt } satisfies Link,
      }))
      const values = new Map(links.map(({ secret, link }) => [toPlace(secret).hash, link]))
      await shared.update(toGroup(tag), [], () => ({
        values,
        keepMs: LIFETIME_MS + RETENTION_MS,
        limit: MAX_LINKS_PER_USER,
        result: undefined,
      }))
      return links.map(({ secret }) => `${TRANSFER_PATH}${secret}`)
    },
    peek: async secret => {
      const { group, hash } = toPlace(secret)
      const link = findFault((await shared.get(group, hash)) as Link | undefined, now())
      if (typeof link === 'string') return link
      const principal = await unpackPrincipal(link.principal, store.read)
      return principal === undefined ? 'unknown' : { ...link.grant, principal }
    },
    take: async secret => {
      const place = toPlace(secret)
      const transfer = random(16).toString('base64url')
      const lock = () => ({ transfer, until: now().getTime() + LOCK_MS })
      const fault = await change<LinkFault | undefined>(place, found => {
        const link = findFault(found, now())
        if (typeof link === 'string') return { result: link }
        if (link.busy !== undefined && link.busy.until > now().getTime()) return { result: 'busy' }
        return { next: { ...link, busy: lock() }, result: undefined }
      })
      if (fault !== undefined) return fault
      const changeOwn = (how: (link: Link) => Link): Promise<void> =>
        change(place, link =>
          // Another transfer has the lock if this process could not extend it in time.
          link?.busy?.transfer === transfer ? { next: how(link), result: undefined } : { result: undefined },
        )
      // A failed attempt does not end the transfer: the next one comes before the lock ends.
      const extend = () => void changeOwn(link => ({ ...link, busy: lock() })).catch(() => undefined)
      const timer = setInterval(extend, LOCK_MS / 3).unref()
      return async outcome => {
        clearInterval(timer)
        await changeOwn(link => end(link, outcome))
      }
    },
  }
}

/** Returns a link that can be used, or why it cannot. */
function findFault(link: Link | undefined, now: Date): (Link & { readonly grant: StoredGrant }) | LinkFault {
  if (link === undefined || now.getTime() >= link.expiresAt + RETENTION_MS) return 'unknown'
  const { grant, failures, expiresAt } = link
  if (failures === MAX_FAILURES) return 'failed'
  if (grant === undefined) return 'used'
  return now.getTime() >= expiresAt ? 'expired' : { ...link, grant }
}

function end({ grant, busy: _busy, ...link }: Link, outcome: TransferOutcome): Link {
  const failures = link.failures + (outcome === 'failed' ? 1 : 0)
  const isOver = outcome === 'done' || failures === MAX_FAILURES
  return { ...link, failures, ...(grant !== undefined && !isOver && { grant }) }
}

interface Place {
  readonly group: string
  readonly hash: string
}

function toPlace(secret: string): Place {
  return {
    group: toGroup(Buffer.from(secret, 'base64url').subarray(0, TAG_BYTES)),
    hash: createHash('sha256').update(secret).digest('base64'),
  }
}

const toGroup = (tag: Buffer): string => `transfer links ${tag.toString('base64url')}`

/** A principal as JSON, without the record of its user. */
interface StoredPrincipal {
  readonly userId: string
  readonly credential: Credential
  readonly scopes: readonly Scope[]
  /** IDs of accounts. */
  readonly reach: 'all' | readonly string[]
  readonly expiresAt: string | null
}

function packPrincipal({ user, credential, scopes, reach, expiresAt }: Principal): StoredPrincipal {
  return {
    userId: user.id,
    credential,
    scopes: [...scopes],
    reach: reach === 'all' ? reach : [...reach.accounts],
    expiresAt,
  }
}

/** Returns the principal, undefined if its user is gone. Whether its credential is still active is checked by `assertCredentialActive`. */
async function unpackPrincipal(
  { userId, credential, scopes, reach, expiresAt }: StoredPrincipal,
  read: Pick<Reader, 'users'>,
): Promise<Principal | undefined> {
  const user = await read.users.get(userId)
  if (user === undefined) return undefined
  return {
    user,
    credential,
    scopes: new Set(scopes),
    reach: reach === 'all' ? reach : { accounts: new Set(reach) },
    expiresAt,
  }
}
