import type { Services } from '../tools/pipeline/call.ts'
import type { HeapStatus } from '../tools/quota/heap-guard.ts'

/** How much of the embedded store's room is used. */
export interface SizeStatus {
  /** Source strings and translations. */
  readonly texts: number
  readonly heap: Pick<HeapStatus, 'percent' | 'level'>
  /** Transactions that wait for the disk. */
  readonly commit_queue: number
  /** How long requests wait for each other: 99th percentile of the last minute. */
  readonly loop_delay_ms: number
}

/** What the embedded store is made for. Beyond it, starts, snapshots and memory grow (docs/scaling.md). */
const MAX_TEXTS = 500_000
/** Below it, memory and delays have other reasons, and another store would not help. */
const MIN_TEXTS = 100_000
const MAX_COMMIT_QUEUE = 500
const MAX_LOOP_DELAY_MS = 250

/** The size of the embedded store; undefined for engines that grow beyond one process. */
export async function readSize({
  store,
  heap,
  telemetry,
}: Pick<Services, 'store' | 'heap' | 'telemetry'>): Promise<SizeStatus | undefined> {
  const { engine } = await store.status()
  if (engine !== 'lowdb') return undefined
  const { records = {}, waiting } = store.figures()
  const { percent, level } = heap.status()
  return {
    texts: (records['entries'] ?? 0) + (records['translations'] ?? 0),
    heap: { percent, level },
    commit_queue: waiting,
    loop_delay_ms: telemetry.loop.p99,
  }
}

/** The signs that the embedded store is too small; empty if it fits. */
export function findOutgrown({ texts, heap, commit_queue, loop_delay_ms }: SizeStatus): readonly string[] {
  if (texts < MIN_TEXTS) return []
  return [
    ...(texts > MAX_TEXTS ? ['it holds more strings and translations than it is made for'] : []),
    ...(heap.level === 'normal' ? [] : ['memory is short']),
    ...(commit_queue > MAX_COMMIT_QUEUE ? ['writes wait for the disk'] : []),
    ...(loop_delay_ms > MAX_LOOP_DELAY_MS ? ['requests wait for each other'] : []),
  ]
}

/** `12,345 of about 500,000 strings and translations, 4 % of memory, 0 writes waiting, requests wait 2 ms for each other (p99)` */
export const formatSize = ({ texts, heap, commit_queue, loop_delay_ms }: SizeStatus): string =>
  [
    `${texts.toLocaleString('en')} of about ${MAX_TEXTS.toLocaleString('en')} strings and translations`,
    `${heap.percent} % of memory`,
    `${commit_queue.toLocaleString('en')} writes waiting`,
    `requests wait ${loop_delay_ms} ms for each other (p99)`,
  ].join(', ')
