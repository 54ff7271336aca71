import { distance } from 'fastest-levenshtein'
import { echo } from '../../../text/escape.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { compareOccurrences, type Difference } from '../occurrences/compare.ts'
import { countIcu, countPlaceholders } from '../occurrences/count-placeholders.ts'
import { NOTHING, type Occurrences } from '../occurrences/tally.ts'
import { findUnknownCases } from './select-cases.ts'

/** Compares the placeholders of source and target: name, count and type. `markup` checks tags. */
export const placeholders = defineCheck({
  id: 'placeholders',
  level: 'error',
  finds: 'A placeholder that is missing, extra, misspelled or of another type, and translated names of select cases.',
  why: 'The application prints the raw placeholder, prints nothing, or crashes.',
  standard: 'The syntax of the file: ICU MessageFormat, printf (POSIX), gettext, i18next, vue-i18n, Ruby',
  examples: [
    { syntax: 'icu', locale: 'de', source: 'Hello {name}', good: 'Hallo {name}', bad: 'Hallo {nome}' },
    { syntax: 'printf', locale: 'de', source: '%1$s of %2$d', good: '%1$s von %2$d', bad: '%1$s von %2$s' },
  ],
  find,
})

function* find(context: CheckContext): Generator<Fault> {
  const { source, target } = countOccurrences(context)
  for (const difference of compareOccurrences(source, target)) {
    const { key, why } = difference
    if (isPlaceholder(key) && !(isLiteral(key) && why !== 'missing')) yield toFault(difference, source)
  }
  yield* findUnknownCases(context)
}

/** The placeholders of both sides; empty if the target is not a valid message, which `icu_syntax` reports. */
export function countOccurrences({ icu, source, target }: CheckContext): { source: Occurrences; target: Occurrences } {
  if (icu === undefined)
    return { source: source.computeOnce(countPlaceholders), target: target.computeOnce(countPlaceholders) }
  const { target: given } = icu
  if ('fault' in given) return { source: NOTHING, target: NOTHING }
  return {
    source: source.computeOnce(({ locale }) => countIcu(icu.source, locale), countIcu),
    target: target.computeOnce(({ locale }) => countIcu(given.ast, locale), countIcu),
  }
}

/** Most source names compared with a misspelled one. */
const MAX_KNOWN = 20

/** Characters of a name used in the comparison. */
const MAX_COMPARED = 200

const isPlaceholder = (key: string): boolean => !key.startsWith('<')
const isLiteral = (key: string): boolean => key === '%%' || /^\{\s*'/.test(key)

function toFault(difference: Difference, source: Occurrences): Fault {
  const key = echo(difference.key)
  switch (difference.why) {
    case 'missing': {
      const where = difference.somewhere ? ' in some forms' : ''
      const fix = difference.somewhere ? `Put ${key} into every plural form and case.` : `Put ${key} back.`
      return { message: `${key} is missing${where}.`, fix }
    }
    case 'unknown':
      return {
        message: `${key} is not in the source.`,
        at: difference.at,
        fix: suggestPlaceholder(difference.key, source),
      }
    case 'too_often':
      return {
        message: `${key} occurs ${difference.got} times, but ${difference.want} times in the source.`,
        at: difference.at,
        fix: `Write ${key} ${difference.want === 1 ? 'once' : `${difference.want} times`}.`,
      }
    case 'type':
      return {
        message: `${key} is a ${difference.got} here but a ${difference.want} in the source.`,
        at: difference.at,
        fix: `Copy ${key} with its format from the source.`,
      }
  }
}

function suggestPlaceholder(key: string, source: Occurrences): string {
  const name = key.slice(0, MAX_COMPARED)
  const known = listFirstPlaceholders(source.keys(), MAX_KNOWN)
  const far = new Map(known.map(other => [other, distance(other.slice(0, MAX_COMPARED), name)]))
  const nearest = known.toSorted((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0))[0]
  return nearest === undefined ? `Remove ${echo(key)}.` : `Replace ${echo(key)} with ${echo(nearest)}, or remove it.`
}

/** The first placeholders among the keys. */
function listFirstPlaceholders(keys: Iterable<string>, most: number): readonly string[] {
  const found: string[] = []
  for (const key of keys) {
    if (isPlaceholder(key)) found.push(key)
    if (found.length === most) break
  }
  return found
}
