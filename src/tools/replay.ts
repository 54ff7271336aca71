import { createHash } from 'node:crypto'
import type { Target } from '../auth/policy.ts'
import { credentialName } from '../auth/principal.ts'
import { AppError } from '../errors.ts'
import type { Reader, Transaction } from '../store/store.ts'
import type { Call } from './call.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
/** Whoever repeats a call wants to know that it happened: no answer is worth more room for a day. */
const MOST_KEPT = 64_000

/** A call that may be repeated: which one it is, and what it asked for. */
export interface Replay {
  readonly call: string
  readonly arguments: string
}

/** Undefined for a call without a key, and for a dry run, which writes nothing that could happen twice. */
export function replayOf(
  tool: string,
  target: Target,
  input: Readonly<Record<string, unknown>>,
  { principal }: Pick<Call, 'principal'>,
): Replay | undefined {
  const { idempotency_key: key, ...given } = input
  if (key === undefined || given['dry_run'] === true) return undefined
  const on = target.kind === 'none' ? '' : target.name
  return {
    call: hashOf([credentialName(principal.credential), principal.user.id, tool, on, key]),
    arguments: hashOf(given),
  }
}

/** What was kept of the first call, and has not expired. */
export async function keptReplay({ call }: Replay, read: Reader, now: Date) {
  const kept = await read.replays.by('call', call)
  return kept === undefined || Date.parse(kept.expires_at) <= now.getTime() ? undefined : kept
}

/** The answer that the first call got. @throws AppError `idempotency_mismatch` when that one had other arguments. */
export async function findReplay(replay: Replay, read: Reader, now: Date): Promise<{ answer: unknown } | undefined> {
  const kept = await keptReplay(replay, read, now)
  if (kept === undefined) return undefined
  if (kept.arguments === replay.arguments) return { answer: JSON.parse(kept.answer) as unknown }
  throw new AppError('idempotency_mismatch', 'idempotency_key was used for a call with other arguments.', {
    fix: 'Repeat that call exactly, or give a new key for this one.',
  })
}

/** Keeps an answer in the transaction that it tells of; of a long one only that it was given, and the batch. */
export async function keepReplay(
  replay: Replay,
  answer: unknown,
  { tx, services }: Pick<Call, 'services'> & { readonly tx: Transaction },
): Promise<void> {
  const expired = await tx.replays.by('call', replay.call)
  if (expired !== undefined) await tx.replays.remove(expired.id)
  const expires_at = new Date(services.now().getTime() + KEPT_MS).toISOString()
  await tx.replays.insert({ id: services.newId(), ...replay, answer: keptOf(answer), expires_at })
}

function keptOf(answer: unknown): string {
  const text = JSON.stringify(answer)
  if (Buffer.byteLength(text) <= MOST_KEPT) return text
  const { batch } = answer as { batch?: unknown }
  return JSON.stringify({
    replayed: true,
    ...(batch !== undefined && { batch }),
    next: `This call was made before, and its answer was too long to be kept. ${batch === undefined ? 'list_changes' : `list_changes with batch ${JSON.stringify(batch)}`} has what it wrote.`,
  })
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
