import { createHash } from 'node:crypto'
import type { Target } from '../../auth/policy/authorize.ts'
import { credentialName, type Principal } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import type { Call } from './call.ts'

const RETENTION_MS = 24 * 60 * 60 * 1000
/**
 * Of the programs of one user, so that nobody fills the memory: the last 48 calls when all answers are as long as they may be, and over 2,000 when they are
 * as short as most. A call is repeated within minutes, so nobody asks for the oldest any more.
 */
const MAX_HOLDER_BYTES = 4 * 1024 * 1024
/** More than one goes at once, so that calls that run beside each other seldom remove the same. */
const EVICTION_TARGET_BYTES = 3 * 1024 * 1024
/** Whoever repeats a call wants to know that it happened: no answer is worth more room for a day. */
const MAX_ANSWER_BYTES = 64_000

/** A call that may be repeated: which one it is, and what it asked for. */
export interface IdempotentCall {
  readonly call: string
  readonly arguments: string
}

/** A key under which a call may be repeated, and the hash of what the call asks for. */
export interface IdempotencyRequest {
  readonly key: unknown
  readonly arguments: string
}

/** Undefined for a call without a key, and for a dry run, which writes nothing that could happen twice. */
export async function toIdempotencyRequest(
  input: Readonly<Record<string, unknown>>,
  pace: Pacer,
): Promise<IdempotencyRequest | undefined> {
  const { idempotency_key: key, ...given } = input
  if (key === undefined || given['dry_run'] === true) return undefined
  return { key, arguments: await hashInSteps(given, pace) }
}

/** Which call on a target it is. */
export function toIdempotentCall(
  tool: string,
  target: Target,
  { key, arguments: asked }: IdempotencyRequest,
  { principal }: Pick<Call, 'principal'>,
): IdempotentCall {
  const on = target.kind === 'none' ? '' : target.name
  return { call: hashJson([credentialName(principal.credential), principal.user.id, tool, on, key]), arguments: asked }
}

/** What was kept of the first call, and has not expired. */
export async function findAnswerRecord({ call }: IdempotentCall, read: Reader, now: Date) {
  const kept = await read.replays.by('call', call)
  return kept === undefined || Date.parse(kept.expires_at) <= now.getTime() ? undefined : kept
}

/** The answer that the first call got. @throws AppError `idempotency_mismatch` when that one had other arguments. */
export async function findStoredAnswer(
  replay: IdempotentCall,
  read: Reader,
  now: Date,
): Promise<{ answer: unknown } | undefined> {
  const kept = await findAnswerRecord(replay, read, now)
  if (kept === undefined) return undefined
  if (kept.arguments === replay.arguments) return { answer: JSON.parse(kept.answer) as unknown }
  throw new AppError('idempotency_mismatch', 'idempotency_key was used for a call with other arguments.', {
    fix: 'Repeat that call exactly, or give a new key for this one.',
  })
}

/** Keeps an answer in the transaction that it tells of; of a long one only that it was given, and the batch. Where there are too many, the oldest go. */
export async function storeAnswer(
  replay: IdempotentCall,
  answer: unknown,
  { tx, services, principal }: Pick<Call, 'services' | 'principal'> & { readonly tx: Transaction },
): Promise<void> {
  const expired = await tx.replays.by('call', replay.call)
  if (expired !== undefined) await tx.replays.remove(expired.id)
  const expires_at = new Date(services.now().getTime() + RETENTION_MS).toISOString()
  const holder = toHolder(principal)
  await tx.replays.insert({ id: services.newId(), ...replay, holder, answer: toStoredAnswer(answer), expires_at })
  await evictOldest(holder, tx)
}

/** Programs of a user are counted apart from the user's browsers: whatever they call, a form that was sent does not count twice. */
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
    next: `This call was made before, and its answer was too long to be kept. ${batch === undefined ? 'list_changes' : `list_changes with batch ${JSON.stringify(batch)}`} has what it wrote.`,
  })
}

/** UTF-16 units: files are hashed in such pieces, because a file of 16 MB in one would hold up everybody. */
const HASH_CHUNK_LENGTH = 256 * 1024

/** SHA-256 in hex of a value as JSON; of its long texts that has the lengths, and the texts follow. */
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
      // As it is in memory: half of a surrogate pair is no UTF-8.
      hash.update(text.slice(at, at + HASH_CHUNK_LENGTH), 'utf16le')
      if (pace.shouldYield) await pace.yieldNow()
    }
  }
  return hash.digest('hex')
}

const hashJson = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Of a call that its key alone tells from others. */
export const NO_ARGUMENTS_HASH = hashJson({})
