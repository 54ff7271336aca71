import { createHash, randomBytes } from 'node:crypto'
import type { Principal } from '../../../auth/policy/principal.ts'

/** Lets its holder send one file, which then waits for the call that takes it in. */
export interface UploadGrant {
  readonly kind: 'put'
  /** `source`, or `target:<locale>`. */
  readonly purpose: string
  /** As `account/project`. */
  readonly project: string
  readonly branch: string
  readonly path: string
  /** What the file must have, when the call that asked for the link said so. */
  readonly bytes?: number | undefined
  readonly sha256?: string | undefined
  readonly principal: Principal
}

/** Lets its holder fetch what one call of `pull_translations` answers. */
export interface DownloadGrant {
  readonly kind: 'get'
  /** The arguments of that call. */
  readonly args: Readonly<Record<string, unknown>>
  readonly principal: Principal
}

export type TransferGrant = UploadGrant | DownloadGrant

/** Why a link is not good. */
export type LinkFault =
  | 'unknown'
  | 'used'
  | 'expired'
  /** Three transfers by it failed. */
  | 'failed'
  /** Another transfer by this link is under way. */
  | 'busy'

/** How a transfer ended; one that is put off may be tried again however often. */
export type TransferOutcome = 'done' | 'failed' | 'put_off'

/** Says how a transfer ended; the link works until one is done, or three failed. */
export type FinishTransfer = (outcome: TransferOutcome) => void

/** Single-use addresses by which file bytes travel beside the model, for 10 minutes; forgotten when the process ends. */
export interface TransferLinks {
  /** The path of a new link: `/transfer/` and a secret, of which only the hash is kept. */
  issue(grant: TransferGrant): string
  /** What a link is for, without using it. */
  peek(secret: string): TransferGrant | LinkFault
  /** Uses a link: nobody else can until the transfer has ended. */
  take(secret: string): FinishTransfer | LinkFault
}

interface Link {
  /** Gone once the link is used. */
  grant: TransferGrant | undefined
  readonly userId: string
  busy: boolean
  failures: number
  readonly expiresAt: number
}

const LIFETIME_MS = 10 * 60 * 1000
/** For so long a link that is used or expired is told from one that never was. */
const RETENTION_MS = LIFETIME_MS
/** A connection may break twice; what fails each time would be repeated without end. */
const MAX_FAILURES = 3
const MAX_LINKS = 10_000
const MAX_LINKS_PER_USER = 1000

export const TRANSFER_PATH = '/transfer/'

/** Makes the registry of a process. When it is full, the oldest links go; when a user has 1,000, that user's oldest. */
export function createTransferLinks(now: () => Date, random: (bytes: number) => Buffer = randomBytes): TransferLinks {
  const links = new Map<string, Link>()
  /** Hashes of the links of each user, the oldest first. */
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

  /** All links live equally long, so the order of the map is that of their ends. */
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
