import { quote } from '../../../text/quote.ts'
import type { Fault } from '../define-check.ts'
import type { Difference } from '../occurrences/compare.ts'

interface Endings {
  readonly faults: readonly Fault[]
  /** What differs without the words that have endings. */
  readonly others: readonly Difference[]
}

/**
 * Pairs lost placeholders of Laravel with longer words that begin with them. Laravel replaces `:team` in `:teamen`, too, so that the value gets an ending, but
 * another name looks the same.
 */
export function splitEndings(differences: readonly Difference[]): Endings {
  const lost = differences.filter(({ why, key }) => why === 'missing' && key.startsWith(':'))
  if (lost.length === 0) return { faults: [], others: differences }
  const settled = new Set<Difference>()
  const faults: Fault[] = []
  for (const longer of differences) {
    if (longer.why !== 'unknown') continue
    const known = lost.find(one => !settled.has(one) && longer.key.startsWith(one.key))
    if (known === undefined) continue
    settled.add(known).add(longer)
    const [written, name] = [quote(longer.raw), quote(known.raw)]
    const ending = quote(longer.raw.slice(known.raw.length))
    const fix = `Write ${name}, unless ${ending} is an ending of the word.`
    faults.push({ level: 'warning', message: `${written} has ${ending} behind ${name}.`, at: longer.at, fix })
  }
  return { faults, others: differences.filter(one => !settled.has(one)) }
}
