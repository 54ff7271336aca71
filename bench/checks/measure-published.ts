import type { CheckInput, Finding, Level } from '../../src/l10n/checks/check.ts'
import { inspectText, parseSource } from '../../src/l10n/checks/check-text.ts'
import { CHECKS } from '../../src/l10n/checks/registry.ts'
import type { ParsedMessage } from '../../src/l10n/message/parsed-text.ts'
import type { Pair } from './pair.ts'

/** What the checks find in published pairs. */
export interface Published {
  readonly pairs: number
  /** Pairs by format. */
  readonly formats: Readonly<Record<string, number>>
  /** Pairs with an error. */
  readonly refused: readonly Pair[]
  /** Pairs with findings of each check, by level. */
  readonly checks: Readonly<Record<string, Readonly<Record<Level, number>>>>
  /** Pairs without a warning or an error. */
  readonly good: readonly Pair[]
}

export const toInput = (pair: Pair): CheckInput => ({ ...pair, sourceLocale: 'en' })

/** `onFinding` sees each finding. */
export function measurePublished(
  pairs: readonly Pair[],
  onFinding: (pair: Pair, finding: Finding) => void = () => undefined,
): Published {
  const checks = Object.fromEntries(CHECKS.map(({ id }) => [id, { error: 0, warning: 0, info: 0 }]))
  const formats: Record<string, number> = {}
  const good: Pair[] = []
  const sources = new Map<unknown, ParsedMessage>()
  const refused: Pair[] = []
  let place = ''
  for (const pair of pairs) {
    const { format, file } = pair
    formats[format] = (formats[format] ?? 0) + 1
    // A source is parsed once for its translations; only those of one file are kept.
    if (file !== place) sources.clear()
    place = file
    const input = toInput(pair)
    const source = sources.get(pair.source) ?? parseSource(input)
    sources.set(pair.source, source)
    const findings = inspectText(input, source)
    const seen = new Set<string>()
    for (const finding of findings) {
      const { id, level } = finding
      onFinding(pair, finding)
      const counts = checks[id]
      if (counts !== undefined && !seen.has(`${id} ${level}`)) counts[level] += 1
      seen.add(`${id} ${level}`)
    }
    if (findings.some(({ level }) => level === 'error')) refused.push(pair)
    if (findings.every(({ level }) => level === 'info')) good.push(pair)
  }
  return { pairs: pairs.length, formats, refused, checks, good }
}
