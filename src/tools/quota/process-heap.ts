import { constants, type NodeGCPerformanceDetail, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'

/** The long-lived heap of a process, in bytes. */
export interface HeapSource {
  /** Maximum size of long-lived objects. */
  readonly limit: number
  /** Current size of long-lived objects, including garbage. */
  used(): number
  /** Calls `listener` after each full garbage collection. Returns the function that stops it. */
  onCollected(listener: () => void): () => void
}

const MIB = 2 ** 20

/** V8's limit includes three semi-spaces for young objects, which records cannot use: 16 MiB each, 64 MiB from Node.js 24 on. */
const YOUNG_GENERATION_BYTES = Number.parseInt(process.versions.node, 10) >= 24 ? 192 * MIB : 48 * MIB

export const processHeap: HeapSource = {
  limit: getHeapStatistics().heap_size_limit - YOUNG_GENERATION_BYTES,
  used: () =>
    getHeapSpaceStatistics().reduce(
      (sum, { space_name: name, space_used_size: size }) => (name.startsWith('new_') ? sum : sum + size),
      0,
    ),
  onCollected: listener => {
    const observer = new PerformanceObserver(list => {
      const entries = list.getEntries() as readonly { readonly detail?: NodeGCPerformanceDetail }[]
      if (entries.some(({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) listener()
    })
    observer.observe({ entryTypes: ['gc'] })
    return () => observer.disconnect()
  },
}
