import type { z } from 'zod'
import { type AuditEvent, recordEvent } from '../../auth/audit/events.ts'
import { assertCredentialActive } from '../../auth/policy/active-credential.ts'
import { authorize, findRoles, type Target } from '../../auth/policy/authorize.ts'
import type { Scope } from '../../auth/policy/scopes.ts'
import { AppError } from '../../errors.ts'
import type { Reader, Transaction, TransactionOptions } from '../../store/store.ts'
import { type Computation, NotComputedError } from '../../workers/computation.ts'
import { assertWithinQuota } from '../quota/assert-within-quota.ts'
import { watchWrites } from '../quota/watch-writes.ts'
import { assertHasChange, assertNoImmutableFields } from '../schemas/field-rules.ts'
import { isPublicReader } from '../translations/actors.ts'
import { auditContext } from './audit-context.ts'
import type { Call, ReadContext, WriteContext } from './call.ts'
import { CallCpu } from './cpu-budget.ts'
import {
  findAnswerRecord,
  findStoredAnswer,
  type IdempotencyRequest,
  RepeatedCallError,
  storeAnswer,
  toIdempotencyRequest,
  toIdempotentCall,
} from './idempotency.ts'
import { insufficientScopeError, listMissingScopes } from './insufficient-scope.ts'
import { parseInputAsync } from './parse.ts'
import { listOwnAccounts } from './resources.ts'
import type { ReadSpec, Resource, WriteSpec } from './tool.ts'

/**
 * Runs a reading tool: scope → CPU budget → parse → resource → policy → handler → output.
 * @throws AppError
 */
export async function runRead<I extends z.ZodObject, O extends z.ZodType, R extends Resource>(
  spec: ReadSpec<I, O, R>,
  raw: unknown,
  call: Call,
): Promise<unknown> {
  assertScope(spec, call)
  const { cpu, computed } = meterCall(call)
  await computed.pace().begin()
  const input = await parseInputAsync(spec.input, raw, spec.name, computed.pace(), toParseOptions(call))
  const context = { ...call, read: call.services.store.read, computed }
  // The credential may have ended while the body arrived.
  await assertCredentialActive(call.principal, context.read, call.services.now())
  const resource = await spec.resource(input, context)
  await authorizeTarget(spec.scope, resource.target, context)
  await countPublicReader(cpu, resource.target, context)
  const before = await effectiveRoles(resource.target, context)
  const output = spec.output.parse(await maskConfigErrors(() => spec.handler(input, { ...context, resource })))
  computed.pace().count()
  // Permissions may have ended during the read.
  await assertCredentialActive(call.principal, context.read, call.services.now())
  const target = await reloadTarget(resource.target, context.read)
  await authorizeTarget(spec.scope, target, context)
  return (await effectiveRoles(target, context)) === before ? output : runRead(spec, raw, call)
}

/** Programs and models are read leniently. A page reports what its user left blank. */
const toParseOptions = ({ surface }: Call) => ({ readsStrings: surface !== 'web' })

/**
 * Meters a call's CPU time.
 * @throws AppError `rate_limited` if the budget is used up.
 */
function meterCall({ services, principal }: Call): { readonly cpu: CallCpu; readonly computed: Computation } {
  const cpu = new CallCpu(services.cpuBudget, principal)
  cpu.check()
  return { cpu, computed: services.compute.forCall({ queue: principal.user.id, meter: cpu }) }
}

/**
 * Charges outside readers of a public project to one shared budget.
 * @throws AppError `rate_limited`.
 */
async function countPublicReader(
  cpu: CallCpu,
  target: Target,
  { principal, read }: Call & { readonly read: Reader },
): Promise<void> {
  if (target.kind !== 'account' || !target.account.public) return
  if (!(await isPublicReader(principal, target, read))) return
  cpu.countForPublicReaders(target.name)
  cpu.check()
}

/**
 * Returns the caller's roles on the target, as comparable text; without a target, on each account that the listing may include. If they change during a call,
 * the caller may no longer see part of its response.
 */
async function effectiveRoles(target: Target, { principal, read }: Call & { readonly read: Reader }): Promise<string> {
  const targets =
    target.kind === 'none'
      ? (await listOwnAccounts(principal.user.id, read)).map(
          account => ({ kind: 'account', account, name: account.handle }) as const,
        )
      : [target]
  const roles = targets.map(async one => {
    const effective = [...(await findRoles(principal, one, read))].sort().join(' ')
    return `${one.kind === 'account' ? one.account.id : ''} ${effective}`
  })
  return (await Promise.all(roles)).join()
}

const rolesChangedError = (): AppError =>
  new AppError('conflict', 'Your permissions changed during the call. Nothing was written.', {
    fix: 'Repeat the call.',
  })

/** Turns `bad_config` into an internal error: its message is for the log, not for callers. */
async function maskConfigErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_config') throw error
    throw new Error(error.message, { cause: error })
  }
}

/**
 * Runs a writing tool: the steps of a reading one, then audit. Everything after parsing is one transaction: a refusal, an invalid output or a failed audit
 * event writes nothing. A repeated idempotency key returns the first response.
 * @throws AppError
 */
export async function runWrite<I extends z.ZodObject, O extends z.ZodType, R extends Resource>(
  spec: WriteSpec<I, O, R>,
  raw: unknown,
  call: Call,
): Promise<unknown> {
  assertScope(spec, call)
  const { computed } = meterCall(call)
  await computed.pace().begin()
  if (spec.immutable !== undefined) assertNoImmutableFields(spec.immutable, raw)
  const input = await parseInputAsync(spec.input, raw, spec.name, computed.pace(), toParseOptions(call))
  if (spec.changes !== undefined) assertHasChange(spec.changes, input, raw)
  const { store, heap, limits } = call.services
  const tasks: Parameters<WriteContext['onRefusal']>[0][] = []
  const rest: Parameters<WriteContext['afterCommit']>[0][] = []
  const checks: Parameters<WriteContext['beforeCommit']>[0][] = []
  const isTrial = 'dry_run' in input && input.dry_run === true
  let judged: Target = { kind: 'none' }
  let effective = ''
  const lock = await findLock(spec, input, call)
  const key = await toIdempotencyRequest(input, computed.pace())
  const check = async (tx: Transaction): Promise<void> => {
    if (lock !== undefined) {
      await assertCredentialActive(call.principal, tx, call.services.now())
      const target = await reloadTarget(judged, tx)
      await authorizeTarget(spec.scope, target, { ...call, read: tx })
      // A handler may require more than the scope, such as an administrator.
      if ((await effectiveRoles(target, { ...call, read: tx })) !== effective) throw rolesChangedError()
    }
    for (const look of checks) await look(tx)
  }
  const run = async (given: Transaction): Promise<unknown> => {
    const tx = spec.grows ? watchWrites(given, () => heap.assertRoomToContinue()) : given
    // Runs again after a conflict with another transaction.
    tasks.length = 0
    rest.length = 0
    checks.length = 0
    await assertCredentialActive(call.principal, tx, call.services.now())
    const resource = await spec.resource(input, { ...call, read: tx })
    await authorizeTarget(spec.scope, resource.target, { ...call, read: tx })
    const { target } = resource
    judged = target
    if (lock !== undefined) effective = await effectiveRoles(target, { ...call, read: tx })
    const replay = key && toIdempotentCall(spec.name, target, key, call)
    const first = replay && (await findStoredAnswer(replay, tx, call.services.now()))
    if (first !== undefined) return first.answer
    if (spec.grows) heap.assertRoom()
    const note: AuditNote = { target: target.kind === 'none' ? '' : target.name }
    const audit: WriteContext['audit'] = (on, detail, changes, account) =>
      Object.assign(note, { target: on, detail, changes, account })
    let hasEvent = true
    const skipAudit = (): void => {
      hasEvent = false
    }
    let isKept = true
    const skipIdempotency = (): void => {
      isKept = false
    }
    const afterCommit: WriteContext['afterCommit'] = task => rest.push(task)
    const onRefusal: WriteContext['onRefusal'] = task => tasks.push(task)
    const beforeCommit: WriteContext['beforeCommit'] = look => checks.push(look)
    const claimQuota: WriteContext['claimQuota'] = async (account, change, isWritten = false) => {
      if (!isWritten) await assertWithinQuota(account, change, { read: tx, limits, isWritten })
      if (isTrial) return
      beforeCommit(async read => {
        const current = (await read.accounts.get(account.id)) ?? account
        await assertWithinQuota(current, change, { read, limits, isWritten: true })
      })
    }
    const notes = { audit, skipAudit, skipIdempotency, claimQuota, afterCommit, onRefusal, beforeCommit }
    const context: WriteContext = { ...call, read: tx, tx, computed, ...notes }
    const output = spec.output.parse(await maskConfigErrors(() => spec.handler(input, { ...context, resource })))
    if (hasEvent) await appendAudit(spec.name, target, note, context)
    if (replay !== undefined && isKept) await storeAnswer(replay, output, context)
    computed.pace().count()
    return output
  }
  const turn = { lock, user: call.principal.user.id, urgent: spec.urgent }
  for (let attempt = 1; ; attempt += 1) {
    await runPrepare(spec, input, key, { ...call, read: store.read, computed })
    computed.cacheOnly = spec.prepare !== undefined && attempt < MAX_ATTEMPTS
    try {
      const answer = await store.transaction(run, { ...turn, check })
      for (const task of rest) await runFollowUp(task, { ...turn, urgent: false }, call)
      return answer
    } catch (error) {
      if (error instanceof RepeatedCallError && attempt < MAX_ATTEMPTS) continue
      if (!(error instanceof NotComputedError)) return handleRefusal(tasks, turn, call, error)
      computed.cacheOnly = false
    }
  }
}

/** Maximum attempts to compute before the transaction; the last one computes inside. */
const MAX_ATTEMPTS = 4

/** Runs a call's long computations before its transaction. Ignores errors: the handler will get the same ones. */
async function runPrepare<I extends z.ZodObject, O extends z.ZodType, R extends Resource>(
  spec: WriteSpec<I, O, R>,
  input: z.output<I>,
  key: IdempotencyRequest | undefined,
  context: ReadContext,
): Promise<void> {
  if (spec.prepare === undefined) return
  const { read, services } = context
  try {
    const resource = await spec.resource(input, context)
    await authorizeTarget(spec.scope, resource.target, context)
    const replay = key && toIdempotentCall(spec.name, resource.target, key, context)
    if (replay !== undefined && (await findAnswerRecord(replay, read, services.now())) !== undefined) return
    await spec.prepare(input, { ...context, resource })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'rate_limited') throw error
  }
}

/**
 * Reads the lock of a call's resource before the transaction, which reports any errors. Permissions are not part of the lock, so they are checked again at
 * commit.
 */
async function findLock<I extends z.ZodObject, O extends z.ZodType, R extends Resource>(
  { resource }: WriteSpec<I, O, R>,
  input: z.output<I>,
  call: Call,
): Promise<string | undefined> {
  try {
    return (await resource(input, { ...call, read: call.services.store.read })).lock
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Runs the `onRefusal` tasks, then throws the refusal, even if a task fails. */
async function handleRefusal(
  tasks: readonly Parameters<WriteContext['onRefusal']>[0][],
  turn: TransactionOptions,
  call: Call,
  error: unknown,
): Promise<never> {
  if (tasks.length > 0 && error instanceof AppError && error.code !== 'store_unavailable') {
    const all = async (tx: Transaction): Promise<void> => {
      for (const task of tasks) await task(tx)
    }
    await runFollowUp(all, turn, call)
  }
  throw error
}

/** Runs a follow-up task. Its failure is logged and does not fail the call. */
async function runFollowUp(
  task: (tx: Transaction) => Promise<void>,
  turn: TransactionOptions,
  { services, requestId }: Call,
): Promise<void> {
  await services.store
    .transaction(task, turn)
    .catch((fault: unknown) => services.log.warn({ err: fault, request_id: requestId }, 'a follow-up of a call failed'))
}

type AuditNote = Pick<AuditEvent, 'target' | 'detail' | 'changes' | 'account'>

function assertScope(
  spec: { readonly name: string; readonly scope: Scope | null; readonly alsoReads?: readonly Scope[] | undefined },
  call: Call,
): void {
  const { all, parts } = listMissingScopes(spec, call.principal)
  if (all.length > 0) throw insufficientScopeError(all, call, { tool: spec.name, parts })
}

/** Reads the target again: its account may have been deleted, made private or lost its access. */
async function reloadTarget(target: Target, read: Reader): Promise<Target> {
  if (target.kind !== 'account') return target
  const account = await read.accounts.get(target.account.id)
  return account === undefined ? target : { ...target, account }
}

async function authorizeTarget(
  scope: Scope | null,
  target: Target,
  { principal, read }: Call & { read: Reader },
): Promise<void> {
  if (scope !== null) await authorize(principal, scope, target, read)
}

async function appendAudit(tool: string, target: Target, note: AuditNote, context: WriteContext): Promise<void> {
  const { tx, principal } = context
  const account = note.account ?? (target.kind === 'account' ? target.account : undefined)
  const { user, credential } = principal
  await recordEvent(tx, { action: { tool }, user, credential, ...note, account }, auditContext(context))
}
