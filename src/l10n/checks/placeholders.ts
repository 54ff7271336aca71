import { distance } from 'fastest-levenshtein'
import type { Finding } from './check.ts'
import { compareOccurrences, type Difference } from './compare.ts'
import type { CheckContext } from './context.ts'
import { countIcu, countText } from './count.ts'
import type { Occurrences } from './occurrences.ts'

/** Every value that the source prints is printed by the target, as often and as what it is; tags are left to `markup`. */
export function placeholders(context: CheckContext): Finding[] {
  const { source, target } = occurrencesOf(context)
  const known = [...source.keys()].filter(isPlaceholder)
  return compareOccurrences(source, target)
    .filter(({ key }) => isPlaceholder(key))
    .filter(({ why, key }) => !(isLiteral(key) && why !== 'missing'))
    .slice(0, MOST_FINDINGS)
    .map(difference => finding(difference, known.slice(0, MOST_FINDINGS)))
}

/** What both sides print; empty where the target is no message at all, which `icu_syntax` reports. */
export function occurrencesOf({ icu, source, target, syntax, ...context }: CheckContext): {
  source: Occurrences
  target: Occurrences
} {
  if (icu === undefined)
    return {
      source: countText(source, syntax, context.sourceLocale),
      target: countText(target, syntax, context.locale),
    }
  if ('fault' in icu.target) return { source: new Map(), target: new Map() }
  return { source: countIcu(icu.source, context.sourceLocale), target: countIcu(icu.target.ast, context.locale) }
}

/** Enough to repair a text by; a hostile one has thousands. */
const MOST_FINDINGS = 20

/** Characters of a name that tell how near it is to another. */
const MOST_COMPARED = 200

const isPlaceholder = (key: string): boolean => !key.startsWith('<')
const isLiteral = (key: string): boolean => key === '%%' || /^\{\s*'/.test(key)

function finding(difference: Difference, known: readonly string[]): Finding {
  const { key } = difference
  const base = { id: 'placeholders', level: 'error' } as const
  switch (difference.why) {
    case 'missing': {
      const where = difference.somewhere ? ' in part of the text' : ''
      const fix = difference.somewhere ? `Put ${key} into every plural form and case.` : `Put ${key} back.`
      return { ...base, message: `${key} is missing${where}.`, fix }
    }
    case 'unknown':
      return { ...base, message: `${key} is not in the source.`, at: difference.at, fix: unknownFix(key, known) }
    case 'too_often':
      return {
        ...base,
        message: `${key} stands ${difference.got} times, in the source ${difference.want}.`,
        at: difference.at,
        fix: `Write ${key} ${difference.want === 1 ? 'once' : `${difference.want} times`}.`,
      }
    case 'type':
      return {
        ...base,
        message: `${key} is a ${difference.got} here and a ${difference.want} in the source.`,
        at: difference.at,
        fix: `Copy ${key} with its format from the source.`,
      }
  }
}

function unknownFix(key: string, known: readonly string[]): string {
  const name = key.slice(0, MOST_COMPARED)
  const far = new Map(known.map(other => [other, distance(other.slice(0, MOST_COMPARED), name)]))
  const nearest = known.toSorted((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0))[0]
  return nearest === undefined ? `Remove ${key}.` : `Replace ${key} by ${nearest}, or remove it.`
}
