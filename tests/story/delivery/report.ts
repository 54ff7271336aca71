import type { Outcome } from './play.ts'
import { KINDS } from './verdicts.ts'

/** Sums of many histories, as lines for a person. */
export function describeOutcomes(outcomes: readonly Outcome[]): string {
  const looks = outcomes.reduce((sum, one) => sum + one.looks, 0)
  const found = outcomes.flatMap(({ findings }) => findings)
  const counts = KINDS.map(kind => `${found.filter(one => one.kind === kind).length} ${kind}`)
  const done = new Map<string, number>()
  for (const one of outcomes) for (const [name, count] of one.done) done.set(name, (done.get(name) ?? 0) + count)
  const steps = [...done].sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} ${name}`)
  return `${outcomes.length} histories, ${looks} looks: ${counts.join(', ')}\n${steps.join(', ')}\n`
}
