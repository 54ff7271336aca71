import { createHash } from 'node:crypto'
import type { Target } from '../../auth/policy/authorize.ts'
import { credentialName, type Principal } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import type { Call } from './call.ts'

const RETENTION_MS = 24 * 60 * 60 * 1000
/** Bytes of stored responses per holder: at least the last 48 calls, usually over 2,000. Calls are repeated within minutes, so the oldest can be deleted. */
const MAX_HOLDER_BYTES = 4 * 1024 * 1024
/** Size to shrink to. Evicts several responses at once, so that parallel calls rarely evict the same ones. */
const EVICTION_TARGET_BYTES = 3 * 1024 * 1024
/** Longer responses are not stored: a repeated call only learns that the first one succeeded. */
const MAX_ANSWER_BYTES = 64_000

/** Identifies a call with an idempotency key: hashes of the call and of its arguments. */
export interface IdempotentCall {
  readonly call: string
  readonly arguments: string
}

/** An idempotency key and the hash of the call's other arguments. */
export interface IdempotencyRequest {
  readonly key: unknown
  readonly arguments: string
}

/** Returns the idempotency key of a call; undefined without one, and for a dry run, which writes nothing. */
export async function toIdempotencyRequest(
  input: Readonly<Record<string, unknown>>,
  pace: Pacer,
): Promise<IdempotencyRequest | undefined> {
  const { idempotency_key: key, ...given } = input
  if (key === undefined || given['dry_run'] === true) return undefined
  return { key, arguments: await hashInSteps(given, pace) }
}

/** Identifies a call by credential, user, tool, target and key. */
export function toIdempotentCall(
  tool: string,
  target: Target,
  { key, arguments: args }: IdempotencyRequest,
  { principal }: Pick<Call, 'principal'>,
): IdempotentCall {
  const on = target.kind === 'none' ? '' : target.name
  return { call: hashJson([credentialName(principal.credential), principal.user.id, tool, on, key]), arguments: args }
}

/** Finds the unexpired record of the first call. */
export async function findAnswerRecord({ call }: IdempotentCall, read: Reader, now: Date) {
  const kept = await read.replays.by('call', call)
  return kept === undefined || Date.parse(kept.expires_at) <= now.getTime() ? undefined : kept
}

/**
 * Returns the response of the first call.
 * @throws AppError `idempotency_mismatch` if the arguments differ.
 */
export async function findStoredAnswer(
  replay: IdempotentCall,
  read: Reader,
  now: Date,
): Promise<{ answer: unknown } | undefined> {
  const kept = await findAnswerRecord(replay, read, now)
  if (kept === undefined) return undefined
  if (kept.arguments === replay.arguments) return { answer: JSON.parse(kept.answer) as unknown }
  throw new AppError('idempotency_mismatch', 'This idempotency_key was used with other arguments.', {
    fix: 'Repeat that call exactly, or give a new key.',
  })
}

/** Another process ran the same call at the same time, and committed first. This transaction writes nothing, and the next one finds that response. */
export class RepeatedCallError extends Error {}

/**
 * Stores a response in the transaction of its call; a long one as a note with its batch. Evicts the oldest if there are too many.
 * @throws RepeatedCallError
 */
export async function storeAnswer(
  replay: IdempotentCall,
  answer: unknown,
  { tx, services, principal }: Pick<Call, 'services' | 'principal'> & { readonly tx: Transaction },
): Promise<void> {
  const now = services.now()
  if ((await findAnswerRecord(replay, tx, now)) !== undefined) throw new RepeatedCallError('the call ran twice')
  const expired = await tx.replays.by('call', replay.call)
  if (expired !== undefined) await tx.replays.remove(expired.id)
  const expires_at = new Date(now.getTime() + RETENTION_MS).toISOString()
  const holder = toHolder(principal)
  const record = { id: services.newId(), ...replay, holder, answer: toStoredAnswer(answer), expires_at }
  await tx.replays.insert(record).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'already_exists'
      ? new RepeatedCallError('the call ran twice', { cause: error })
      : error
  })
  await evictOldest(holder, tx)
}

/** Separates a user's browsers from their programs, so that programs never evict the responses of forms. */
const toHolder = ({ user, credential }: Principal): string =>
  `${user.id}:${credential.kind === 'session' ? 'browser' : 'program'}`

async function evictOldest(holder: string, tx: Transaction): Promise<void> {
  const bytes = () => tx.replays.sum('holder', holder, 'bytes')
  if ((await bytes()) <= MAX_HOLDER_BYTES) return
  for (const { id } of await tx.replays.list('holder', holder)) {
    if ((await bytes()) <= EVICTION_TARGET_BYTES) return
    await tx.replays.remove(id)
  }
}

function toStoredAnswer(answer: unknown): string {
  const text = JSON.stringify(answer)
  if (Buffer.byteLength(text) <= MAX_ANSWER_BYTES) return text
  const { batch } = answer as { batch?: unknown }
  return JSON.stringify({
    replayed: true,
    ...(batch !== undefined && { batch }),
    next: `This call already ran, and its answer was too long to store. To see its changes: list_changes${batch === undefined ? '' : ` with batch ${JSON.stringify(batch)}`}.`,
  })
}

/** UTF-16 code units per step: hashing a file of 16 MB at once would block the event loop. */
const HASH_CHUNK_LENGTH = 256 * 1024

/** Hashes a value with SHA-256 (hex): its JSON with the lengths of long strings, followed by those strings. */
async function hashInSteps(value: unknown, pace: Pacer): Promise<string> {
  const long: string[] = []
  const json = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'string' || part.length <= HASH_CHUNK_LENGTH) return part
    long.push(part)
    return { length: part.length }
  })
  const hash = createHash('sha256').update(json)
  for (const text of long) {
    for (let at = 0; at < text.length; at += HASH_CHUNK_LENGTH) {
      // UTF-16, because half of a surrogate pair has no UTF-8.
      hash.update(text.slice(at, at + HASH_CHUNK_LENGTH), 'utf16le')
      if (pace.shouldYield) await pace.yieldNow()
    }
  }
  return hash.digest('hex')
}

const hashJson = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The hash of a call without arguments, except for the key. */
export const NO_ARGUMENTS_HASH = hashJson({})
