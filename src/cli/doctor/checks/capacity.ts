import type { CommandFormatter } from '../../../errors.ts'
import { findOutgrown, formatSize, type SizeStatus } from '../../../operator/size.ts'
import { formatHeap, type HeapStatus } from '../../../tools/quota/heap-guard.ts'
import { type Finding, fault, warning, works } from '../finding.ts'

/** Checks whether the embedded store is still large enough. */
export function checkSize(size: SizeStatus, command: CommandFormatter): Finding {
  const figures = `Embedded store: ${formatSize(size)}.`
  const signs = findOutgrown(size)
  if (signs.length === 0) return works('size', figures)
  const move = command('move --to postgres://…')
  const fix = `Move to PostgreSQL: ${move}, then set DRAGOMAN_STORE_URL (docs/scaling.md). More memory helps for some time (docs/operating.md).`
  return warning('size', `${figures} It is too small: ${signs.join(', ')}.`, fix)
}

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
