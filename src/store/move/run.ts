import { AppError } from '../../errors.ts'
import { type Archives, createArchives, type LockedStore } from '../archive/archives.ts'
import { readMoveMark } from '../closed-store.ts'
import { departedError } from '../engine/errors.ts'
import { isDatabase } from '../open.ts'
import type { Store } from '../store.ts'
import { type MovePhase, type MoveResult, moveStore } from './move.ts'

export interface MoveRequest {
  /** `lowdb:` for the data folder of the process that moves, or `postgres://…`. */
  readonly to: string
  /** Replaces the records of the target, and backs them up first. */
  readonly replace: boolean
  /** Only checks both stores. */
  readonly dry_run: boolean
}

/** What a move did, or would do. */
export interface MoveReport extends Partial<MoveResult> {
  readonly from: string
  readonly to: string
  readonly dry_run: boolean
  /** Records of the source. */
  readonly counts: Readonly<Record<string, number>>
  /** For a dry run. */
  readonly estimated_seconds?: number
  /** Version of the target's database. */
  readonly database?: string
  readonly replaced_records?: number
  readonly replaced_saved_to?: string
  /** Why a move would fail; only in a dry run. */
  readonly refusal?: { readonly code: string; readonly message: string; readonly fix?: string | undefined }
  /** The move was complete, and only its last step was missing. */
  readonly finished?: true
}

export interface MoveContext {
  readonly sourceUrl: string
  readonly dataDir: string
  readonly version: string
  readonly now: () => Date
  readonly newId: () => string
  readonly signal: AbortSignal
  readonly progress: (phase: MovePhase | 'backing up', done: number, total: number) => void
}

/** Records that are copied and verified in a second, on a busy machine with two cores. */
const RECORDS_PER_SECOND = 2_500

/**
 * Moves an open store, or checks whether it can be moved.
 * @throws AppError `already_exists` when the target has records, `folder_held` when others use it, `bad_config` when it cannot be used.
 */
export async function runMove(source: Store, request: MoveRequest, context: MoveContext): Promise<MoveReport> {
  const { sourceUrl, dataDir, newId, now, signal, progress } = context
  const places = { from: describePlace(sourceUrl, dataDir), to: describePlace(request.to, dataDir) }
  if (places.from === places.to) throw samePlaceError(places.to)
  const { counts } = await source.status()
  const records = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const report: MoveReport = { ...places, dry_run: request.dry_run, counts, records }
  let target: LockedStore
  try {
    target = await openTarget(request, context).hold()
  } catch (error) {
    if (request.dry_run && error instanceof AppError) return { ...report, ...toRefusal(error) }
    throw error
  }
  try {
    const found = await inspect(target, request, places.to)
    const described = { ...report, ...found.facts }
    if (request.dry_run) {
      const estimated_seconds = Math.ceil(records / RECORDS_PER_SECOND)
      return { ...described, estimated_seconds, ...(found.refusal && toRefusal(found.refusal)) }
    }
    if (found.refusal !== undefined) throw found.refusal
    const keep = { signal, progress: (done: number, all: number) => progress('backing up', done, all) }
    const saved = found.facts.replaced_records === undefined ? undefined : await target.keep(keep)
    const stop = new AbortController()
    signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true })
    signal.throwIfAborted()
    const id = newId()
    const moved = await moveStore(source, target.arrive(stop.signal), { id, to: places.to, now, stop, progress })
    return { ...described, ...moved, ...(saved !== undefined && { replaced_saved_to: saved }) }
  } finally {
    await target.release()
  }
}

/**
 * Finishes a move that ended at its last step: the old store is marked, and the new one is complete. Undefined if the source has not moved.
 * @throws AppError `bad_config` when it has moved elsewhere, or completely.
 */
export async function finishMove(request: MoveRequest, context: MoveContext): Promise<MoveReport | undefined> {
  const { sourceUrl, dataDir, signal } = context
  const mark = await readMoveMark({ url: sourceUrl, dataDir })
  if (mark === undefined) return undefined
  const places = { from: describePlace(sourceUrl, dataDir), to: describePlace(request.to, dataDir) }
  if (mark.to !== places.to || request.dry_run) throw departedError(mark)
  const target = await openTarget(request, context).hold()
  try {
    if ((await target.marks()).arrival !== mark.id) throw departedError(mark)
    await target.arrive(signal).confirm(mark.id)
    return { ...places, dry_run: false, counts: await target.counts(), finished: true }
  } finally {
    await target.release()
  }
}

const openTarget = ({ to }: MoveRequest, { dataDir, version, now, newId }: MoveContext): Archives =>
  createArchives({ store: { url: to, dataDir }, version, now, newId })

async function inspect(target: LockedStore, { replace }: MoveRequest, place: string) {
  const facts = await target.facts()
  const { arrival } = await target.marks()
  const records = Object.values(await target.counts()).reduce((sum, count) => sum + count, 0)
  const isReplaced = records > 0 && arrival === undefined
  const refusal =
    facts?.isReadOnly === true
      ? new AppError('bad_config', `${place} is read-only: it is a standby.`, { fix: 'Use the URL of the primary.' })
      : facts?.mayCreate === false
        ? new AppError('bad_config', `This user may not create the tables in ${place}.`, {
            fix: 'As an administrator of the database: GRANT CREATE ON DATABASE name TO user.',
          })
        : isReplaced && !replace
          ? new AppError('already_exists', `${place} already has ${records.toLocaleString('en')} records.`, {
              fix: 'Use an empty database, or add --replace. It backs them up in the data folder first.',
            })
          : undefined
  return {
    refusal,
    facts: {
      ...(facts !== undefined && { database: facts.version }),
      ...(isReplaced && { replaced_records: records }),
    },
  }
}

const toRefusal = ({ code, message, fix }: AppError): Pick<MoveReport, 'refusal'> => ({
  refusal: { code, message, fix },
})

/** A place for people, without user and password. */
function describePlace(url: string, dataDir: string): string {
  if (!isDatabase(url)) return dataDir
  if (!URL.canParse(url)) throw badUrlError()
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

const badUrlError = (): AppError =>
  new AppError('invalid_input', 'The URL of the new store is not valid.', {
    fix: 'Use --to lowdb:, or --to postgres://user:password@host/database.',
  })

const samePlaceError = (place: string): AppError =>
  new AppError('invalid_input', `The store already is in ${place}.`, {
    fix: 'DRAGOMAN_STORE_URL names the store that is moved, and --to where to.',
  })
