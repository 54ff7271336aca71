import type { Finding, Level } from '../../src/l10n/checks/check.ts'
import { inspectText } from '../../src/l10n/checks/check-text.ts'
import { type AnyDefect, injectDefect } from './defects/defect.ts'
import { LANGUAGE_DEFECTS } from './defects/language.ts'
import { LAYOUT_DEFECTS } from './defects/layout.ts'
import { PAIRED_DEFECTS, type PairedDefect } from './defects/paired.ts'
import { STRUCTURE_DEFECTS } from './defects/structure.ts'
import { VALUE_DEFECTS } from './defects/values.ts'
import { WORDING_DEFECTS } from './defects/wording.ts'
import { groupBy } from './group-by.ts'
import { toInput } from './measure-published.ts'
import type { Pair } from './pair.ts'
import { createRandom, pick, sample } from './random.ts'

/** What the checks find of one class of defects. */
export interface Detection {
  readonly id: string
  readonly tried: number
  /** With a finding that the good text does not have. */
  readonly found: number
  /** By the highest level of the new findings. */
  readonly levels: Readonly<Record<Level, number>>
  /** Found defects by check. */
  readonly checks: Readonly<Record<string, number>>
}

/** A text with a defect. */
export interface Attempt {
  readonly defect: string
  readonly good: Pair
  readonly bad: Pair
  readonly findings: readonly Finding[]
}

const DEFECTS: readonly (AnyDefect | PairedDefect)[] = [
  ...LAYOUT_DEFECTS,
  ...VALUE_DEFECTS,
  ...WORDING_DEFECTS,
  ...LANGUAGE_DEFECTS,
  ...STRUCTURE_DEFECTS,
  ...PAIRED_DEFECTS,
]

/** Puts each defect into at most `most` good texts of each format and locale. */
export function measureDefects(
  pairs: readonly Pair[],
  most: number,
  seed: number,
  onAttempt: (attempt: Attempt) => void = () => undefined,
): Detection[] {
  const groups = [...groupBy(pairs, ({ format, locale }) => `${format} ${locale}`).values()]
  const strings = groupBy(pairs, toString)
  return DEFECTS.map(defect => {
    const random = createRandom(seed)
    const counts = { tried: 0, found: 0, levels: { error: 0, warning: 0, info: 0 } }
    const checks: Record<string, number> = {}
    for (const group of groups) {
      const files = groupBy(group, ({ file }) => file)
      let tried = 0
      for (const pair of sample(group, most * 10, random)) {
        const other = pick(files.get(pair.file) ?? [], random) ?? pair
        const attempt = tryDefect(defect, { pair, other, siblings: strings.get(toString(pair)) ?? [] }, random)
        if (attempt === undefined) continue
        onAttempt(attempt)
        counts.tried += 1
        const worst = (['error', 'warning', 'info'] as const).find(level =>
          attempt.findings.some(finding => finding.level === level),
        )
        if (worst !== undefined) {
          counts.found += 1
          counts.levels[worst] += 1
        }
        for (const id of new Set(attempt.findings.map(finding => finding.id))) checks[id] = (checks[id] ?? 0) + 1
        if ((tried += 1) === most) break
      }
    }
    return { id: defect.id, ...counts, checks }
  })
}

/** What the translations of one string have in common. */
const toString = ({ format, key, source }: Pair): string => `${format} ${key} ${JSON.stringify(source)}`

interface Place {
  readonly pair: Pair
  /** Another pair of its file. */
  readonly other: Pair
  readonly siblings: readonly Pair[]
}

function tryDefect(
  defect: AnyDefect | PairedDefect,
  { pair, other, siblings }: Place,
  random: () => number,
): Attempt | undefined {
  if ('prepare' in defect) {
    const prepared = defect.prepare(pair)
    if (prepared === undefined) return undefined
    const { good, bad, ...more } = prepared
    const { elsewhere: _, twins: __, ...alone } = pair
    return compare(defect.id, { ...alone, ...more, target: good }, { ...alone, ...more, target: bad })
  }
  const target = injectDefect(defect, pair, other, random, siblings)
  if (target === undefined) return undefined
  const { twins: _, ...rest } = pair
  const isOther = target === other.target
  return compare(defect.id, pair, {
    ...rest,
    target,
    ...(isOther && { twins: [other.source, ...(other.twins ?? [])] }),
  })
}

/** The findings of a text with a defect that it does not have without it. */
function compare(defect: string, good: Pair, bad: Pair): Attempt {
  const known = new Set(inspectText(toInput(good)).map(({ id, message }) => `${id} ${message}`))
  const findings = inspectText(toInput(bad)).filter(({ id, message }) => !known.has(`${id} ${message}`))
  return { defect, good, bad, findings }
}
