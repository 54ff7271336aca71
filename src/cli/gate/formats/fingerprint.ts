import { createHash } from 'node:crypto'
import type { GateFinding } from '../report.ts'

/** Identifies findings over commits: by path, key, check and message, and not by line, which other edits move. Equal ones get a number. */
export function createFingerprints(): (finding: GateFinding) => string {
  const counts = new Map<string, number>()
  return ({ path, locale = '', key = '', check, message }) => {
    const text = JSON.stringify([path, locale, key, check, message])
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    return createHash('sha256').update(`${text}${count}`).digest('hex').slice(0, 40)
  }
}
