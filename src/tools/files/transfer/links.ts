import { createHash, randomBytes } from 'node:crypto'
import type { Principal } from '../../../auth/policy/principal.ts'

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
export type FinishTransfer = (outcome: TransferOutcome) => void

/** Single-use URLs for file content, valid for 10 minutes; lost when the process ends. */
export interface TransferLinks {
  /** Issues a link; returns its path: `/transfer/` and a secret, stored only as a hash. */
  issue(grant: TransferGrant): string
  /** Returns the purpose of a link without using it. */
  peek(secret: string): TransferGrant | LinkFault
  /** Uses a link; it is locked until the transfer ends. */
  take(secret: string): FinishTransfer | LinkFault
}

interface Link {
  /** Absent once the link is used. */
  grant: TransferGrant | undefined
  readonly userId: string
  busy: boolean
  failures: number
  readonly expiresAt: number
}

const LIFETIME_MS = 10 * 60 * 1000
/** How long a used or expired link is distinguished from an unknown one. */
const RETENTION_MS = LIFETIME_MS
/** Allows two broken connections without endless retries. */
const MAX_FAILURES = 3
const MAX_LINKS = 10_000
const MAX_LINKS_PER_USER = 1000

export const TRANSFER_PATH = '/transfer/'

/** Creates the link registry of a process. A full registry drops the oldest links; a user with 1,000 links loses their oldest. */
export function createTransferLinks(now: () => Date, random: (bytes: number) => Buffer = randomBytes): TransferLinks {
  const links = new Map<string, Link>()
  /** Link hashes by user, oldest first. */
  const ofUser = new Map<string, Set<string>>()

  const drop = (hash: string, { userId }: Link): void => {
    links.delete(hash)
    const own = ofUser.get(userId)
    own?.delete(hash)
    if (own?.size === 0) ofUser.delete(userId)
  }

  const keep = (hash: string, link: Link): void => {
    links.set(hash, link)
    const own = ofUser.get(link.userId) ?? new Set()
    ofUser.set(link.userId, own.add(hash))
  }

  /** All links have the same lifetime, so the map is ordered by expiration. */
  const forget = (userId: string): void => {
    for (const [hash, link] of links) {
      if (links.size < MAX_LINKS && now().getTime() < link.expiresAt + RETENTION_MS) break
      drop(hash, link)
    }
    const own = ofUser.get(userId)
    const [oldest] = own ?? []
    const link = oldest === undefined ? undefined : links.get(oldest)
    if (own !== undefined && own.size >= MAX_LINKS_PER_USER && oldest !== undefined && link !== undefined)
      drop(oldest, link)
  }

  const find = (secret: string): { link: Link; grant: TransferGrant } | LinkFault => {
    const link = links.get(hashSecret(secret))
    if (link === undefined) return 'unknown'
    if (link.failures === MAX_FAILURES) return 'failed'
    if (link.grant === undefined) return 'used'
    return now().getTime() >= link.expiresAt ? 'expired' : { link, grant: link.grant }
  }

  return {
    issue: grant => {
      const userId = grant.principal.user.id
      forget(userId)
      const secret = random(32).toString('base64url')
      keep(hashSecret(secret), { grant, userId, busy: false, failures: 0, expiresAt: now().getTime() + LIFETIME_MS })
      return `${TRANSFER_PATH}${secret}`
    },
    peek: secret => {
      const found = find(secret)
      return typeof found === 'string' ? found : found.grant
    },
    take: secret => {
      const found = find(secret)
      if (typeof found === 'string') return found
      const { link } = found
      if (link.busy) return 'busy'
      link.busy = true
      return outcome => {
        link.busy = false
        if (outcome === 'failed') link.failures += 1
        if (outcome === 'done' || link.failures === MAX_FAILURES) link.grant = undefined
      }
    },
  }
}

const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64')
