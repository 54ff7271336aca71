import type { Changes, Facts } from '../../auth/audit/events.ts'
import type { FetchDocument } from '../../auth/oauth/clients/lookup.ts'
import type { Principal } from '../../auth/policy/principal.ts'
import type { AuthSettings } from '../../auth/settings.ts'
import type { AccountLimits } from '../../config.ts'
import type { EngineSet } from '../../l10n/engines/engine.ts'
import type { Log } from '../../log.ts'
import type { ServerCommands } from '../../shell-commands.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader, Store, Transaction } from '../../store/store.ts'
import type { Telemetry, TraceContext } from '../../telemetry/telemetry.ts'
import type { Computation } from '../../workers/computation.ts'
import type { Compute } from '../../workers/compute.ts'
import type { TransferLinks } from '../files/transfer/links.ts'
import type { QuotaChange } from '../quota/assert-within-quota.ts'
import type { HeapGuard } from '../quota/heap-guard.ts'
import type { RunWatch } from '../runs/watch/run-watch.ts'
import type { WorkLeases } from '../work/leases.ts'
import type { LeaveSlot } from './concurrency-limit.ts'
import type { CpuBudget } from './cpu-budget.ts'
import type { Toolset } from './toolsets.ts'

/** Sends a signed event; returns the status of the response, or why there is none. */
export type SendWebhook = (
  request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly retryAfter: string | undefined } | { readonly fault: string }>

/** The dependencies of all parts of the server, built once in open-services.ts. */
export interface Services {
  readonly store: Store
  readonly log: Log
  readonly now: () => Date
  /** Returns a new ID: 20 characters, sortable by time. */
  readonly newId: () => string
  /** The origin of the server as clients see it, without a trailing slash. */
  readonly baseUrl: string
  readonly version: string
  /** One-time URLs to send and receive files outside of the model's context. */
  readonly links: TransferLinks
  /** Settings of sign-in and the authorization server. */
  readonly auth: AuthSettings
  /** Every action of an audit event. */
  readonly auditActions: ReadonlySet<string>
  /** Default limits of an account; operators can set others per account. */
  readonly limits: AccountLimits
  /** Organizations that one user can own. */
  readonly maxOrganizations: number
  readonly heap: HeapGuard
  /** Reads the metadata documents of OAuth clients from the network. */
  readonly fetchDocument: FetchDocument
  /** Parses, writes and checks files and translations, in worker threads. */
  readonly compute: Compute
  readonly cpuBudget: CpuBudget
  /** Sends events to URLs that users gave. */
  readonly sendWebhook: SendWebhook
  /** Whether a host may get webhooks: one of the own network that an operator allows, or one that can be public. */
  readonly webhookHost: (url: URL) => 'own' | 'public' | 'private'
  /** The translation engines of the server. */
  readonly engines: EngineSet
  /** The leases of workers on translations. */
  readonly leases: WorkLeases
  /** Wakes calls and streams that wait for runs. */
  readonly runWatch: RunWatch
  /** Formats the commands of this installation with everything they need to reach this server. */
  readonly commands: ServerCommands
  /** Counts, measures and traces what happens. */
  readonly telemetry: Telemetry
}

export type Surface = 'mcp' | 'rest' | 'stdio' | 'cli' | 'control' | 'web'

/** The surfaces of our own programs: the stdio server and the command line. */
export type LocalSurface = Extract<Surface, 'stdio' | 'cli'>

/** One call of a tool. */
export interface Call {
  readonly services: Services
  readonly principal: Principal
  readonly surface: Surface
  /** Our own program behind an MCP message, by what it says of itself. It allows nothing: it is a label in the audit log, and gets URLs instead of lines for a shell. */
  readonly program?: LocalSurface | undefined
  readonly requestId: string
  /** Whether the response may contain files of any size: for surfaces without a model. */
  readonly inlineFiles?: boolean | undefined
  /** The MCP client's name and version, if it sent them. */
  readonly client?: string | undefined
  /** The toolsets that the MCP client lists. */
  readonly toolsets?: readonly Toolset[] | undefined
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal?: AbortSignal | undefined
  /** Reports progress to a client that asked for it. */
  readonly progress?: Progress | undefined
  /** The trace that the MCP client named for this call. */
  readonly trace?: TraceContext | undefined
  /** Set by the pipeline for reading tools that wait. */
  readonly leaveSlot?: LeaveSlot | undefined
}

/** Reports progress, which increases with each call; `total` once it is known. */
export type Progress = (update: {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}) => void

export interface ReadContext extends Call {
  readonly read: Reader
  /** Long computations of the call, off the event loop. */
  readonly computed: Computation
}

/** Dependencies of functions that read and compute for a handler. */
export type ReadDeps = Pick<ReadContext, 'read' | 'computed'>

/** The caller, with a reader for what it may see. */
export type Caller = Pick<ReadContext, 'principal' | 'read'>

/** The context of a writing handler: the call and the one transaction from policy to audit. */
export interface WriteContext extends ReadContext {
  readonly read: Transaction
  readonly tx: Transaction
  /** Fills in this call's audit event: target, facts, changes (`diffFields`), and the account whose log gets it, if not the target's. */
  readonly audit: (
    target: string,
    detail?: Facts,
    changes?: Changes,
    account?: Pick<Frozen<AccountRecord>, 'id'>,
  ) => void
  /** Writes no audit event: the call changed nothing. */
  readonly skipAudit: () => void
  /** Stores no response: a repeated call with the same idempotency key runs again. */
  readonly skipIdempotency: () => void
  /**
   * Checks the quota for a change, now and again at commit, because calls on other projects of the account run in parallel. With `isWritten`, for a change
   * that is already in the transaction, only at commit.
   * @throws AppError `quota_exceeded`.
   */
  readonly claimQuota: (
    account: Pick<Frozen<AccountRecord>, 'id' | 'handle' | 'limits'>,
    change: QuotaChange,
    isWritten?: boolean,
  ) => Promise<void>
  /** Runs a task after the commit and before the answer, in a transaction of its own. Its failure does not fail the call. */
  readonly afterCommit: (task: (tx: Transaction) => Promise<void>) => void
  /** Runs a task if the call is refused, in a transaction of its own. */
  readonly onRefusal: (task: (tx: Transaction) => Promise<void>) => void
  /** Runs a check at commit, when no other call can interleave. If it throws, the call fails. For state that projects share. */
  readonly beforeCommit: (look: (tx: Transaction) => Promise<void>) => void
}
