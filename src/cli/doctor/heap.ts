import { formatHeap, type HeapStatus } from '../../tools/quota/heap-guard.ts'
import { type Finding, fault, warning, works } from './finding.ts'

const MIB = 2 ** 20

/** Checks whether the process that holds the data folder has memory for more records. */
export function checkHeap(heap: HeapStatus): Finding {
  const use = `${formatHeap(heap)}.`
  if (heap.level === 'normal') return works('memory', use)
  const twice = Math.round((2 * heap.limit_bytes) / MIB)
  const fix = `Restart the server with more memory: NODE_OPTIONS=--max-old-space-size=${twice} (MiB). Deleted projects free memory after 30 days.`
  return heap.level === 'full'
    ? fault('memory', `${use} The server refuses new records (limit: ${heap.max_percent} %).`, fix)
    : warning('memory', `${use} From ${heap.max_percent} % on, the server refuses new records.`, fix)
}
