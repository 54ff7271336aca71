import type { History } from './history.ts'

/** Histories that failed once: paste here what a failure prints. */
export const REPLAYED: readonly History[] = []
