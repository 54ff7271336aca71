import type { Changes, Facts } from '../../auth/audit/events.ts'
import type { FetchDocument } from '../../auth/oauth/clients/lookup.ts'
import type { Principal } from '../../auth/policy/principal.ts'
import type { AuthSettings } from '../../auth/settings.ts'
import type { AccountLimits } from '../../config.ts'
import type { Log } from '../../log.ts'
import type { ServerCommands } from '../../shell-commands.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader, Store, Transaction } from '../../store/store.ts'
import type { Computation } from '../../workers/computation.ts'
import type { Compute } from '../../workers/compute.ts'
import type { TransferLinks } from '../files/transfer/links.ts'
import type { QuotaChange } from '../quota/assert-within-quota.ts'
import type { HeapGuard } from '../quota/heap-guard.ts'
import type { CpuBudget } from './cpu-budget.ts'

/** What every part of the service is given; built once in main.ts. */
export interface Services {
  readonly store: Store
  readonly log: Log
  readonly now: () => Date
  /** A new id: 20 characters, sortable by time. */
  readonly newId: () => string
  /** The origin that clients use, without a trailing slash. */
  readonly baseUrl: string
  readonly version: string
  /** Addresses by which files travel beside the model. */
  readonly links: TransferLinks
  /** What the operator decided about signing in and the authorization server. */
  readonly auth: AuthSettings
  /** Every action that an audit event can have. */
  readonly auditActions: ReadonlySet<string>
  /** Of every account that an operator set no other limits for. */
  readonly limits: AccountLimits
  /** That one person can own: each has limits of its own. */
  readonly maxOrganizations: number
  readonly heap: HeapGuard
  /** How the metadata documents of OAuth clients are read from the network. */
  readonly fetchDocument: FetchDocument
  /** Reading, writing and checking of files and texts. */
  readonly compute: Compute
  readonly cpuBudget: CpuBudget
  /** How commands of this installation are written, with all that they need to reach this server. */
  readonly commands: ServerCommands
}

export type Surface = 'mcp' | 'rest' | 'stdio' | 'cli' | 'control' | 'web'

/** One call of a tool: who, through which surface, under which request id. */
export interface Call {
  readonly services: Services
  readonly principal: Principal
  readonly surface: Surface
  readonly requestId: string
  /** Whether files come whole in the answer, whatever their size: for surfaces that carry them past the model. */
  readonly inlineFiles?: boolean | undefined
  /** The MCP client's name and version, when it told them. */
  readonly client?: string | undefined
}

/** What a reading handler gets: the call, and durable state. */
export interface ReadContext extends Call {
  readonly read: Reader
  /** Long work of the call, which is done beside the event loop. */
  readonly computed: Computation
}

/** What the parts of a handler read and compute with. */
export type ReadDeps = Pick<ReadContext, 'read' | 'computed'>

/** What a writing handler gets: the call, and the one transaction in which everything from policy to audit happens. */
export interface WriteContext extends ReadContext {
  readonly read: Transaction
  readonly tx: Transaction
  /**
   * Adds to this call's audit event: what it was done to, small facts, what was before and is after (`diffFields`), and the account in whose log it
   * belongs when that is not the target's.
   */
  readonly audit: (
    target: string,
    detail?: Facts,
    changes?: Changes,
    account?: Pick<Frozen<AccountRecord>, 'id'>,
  ) => void
  /** Says that the call changed nothing, or would have changed nothing: the audit log has no event of it. */
  readonly skipAudit: () => void
  /** Says that the call did nothing yet, so that a repeat under the same idempotency key runs instead of getting this answer again. */
  readonly skipIdempotency: () => void
  /**
   * Makes sure that an account has room for what the call is about to write: now, and again when the call completes, because calls that write to other
   * projects of the account run beside it. For what it wrote already in its transaction (`isWritten`) when it completes.
   * @throws AppError `quota_exceeded`.
   */
  readonly claimQuota: (
    account: Pick<Frozen<AccountRecord>, 'id' | 'handle' | 'limits'>,
    change: QuotaChange,
    isWritten?: boolean,
  ) => Promise<void>
  /** What is done behind this call and before its answer, each in a transaction of its own, between which others write; nothing may depend on it. */
  readonly afterCommit: (task: (tx: Transaction) => Promise<void>) => void
  /** What is done, in a transaction of its own, when this call is refused after all. */
  readonly onRefusal: (task: (tx: Transaction) => Promise<void>) => void
  /** A last look when the call completes, in which other calls cannot get between: its throw refuses the call. For what several projects share. */
  readonly beforeCommit: (look: (tx: Transaction) => Promise<void>) => void
}
