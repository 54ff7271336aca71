import { quote } from '../../../text/quote.ts'
import { exampleNumbers } from '../../locales/plural-rules.ts'
import {
  type BananaChoice,
  type BananaPart,
  createNamer,
  listChoices,
  listForms,
  listPositional,
} from '../../message/banana/parts.ts'
import type { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext, Fault } from '../define-check.ts'
import { isExact } from '../occurrences/count-placeholders.ts'

/** Finds plurals of a MediaWiki message that are lost, or have too few forms. */
export function* findBananaFaults({ source, target, locale }: CheckContext): Generator<Fault> {
  if (source.single === undefined || target.single === undefined) return
  const wanted = source.single.computeOnce(listPlurals)
  const given = target.single.computeOnce(listPlurals)
  const { needed } = listForms(locale)
  if (needed.length > 1) {
    const present = new Set(given.map(({ argument }) => argument))
    const isLost = (plural: BananaChoice): boolean => !present.has(plural.argument) && listPositional(plural).length > 1
    // MediaWiki needs none, and a text such as "Files found: $1" is right for all numbers.
    for (const argument of new Set(wanted.filter(isLost).map(plural => plural.argument))) {
      yield {
        level: 'warning',
        message: `${quote(`{{PLURAL:${argument}|…}}`)} is missing.`,
        fix: `Write ${quote(`{{PLURAL:${argument}|…}}`)} with ${describeForms(needed, locale)}.`,
      }
    }
  }
  for (const plural of given) {
    const count = listPositional(plural).length
    if (count < needed.length && !isCovered(plural, locale)) {
      yield {
        // One form alone is chosen on purpose. Two are those of English, which are too few where the last one is for several categories.
        level:
          count !== 1 && needed.slice(Math.max(0, count - 1)).filter(name => !isExact(name, locale)).length > 1
            ? 'warning'
            : 'info',
        message: `${locale} has ${countForms(needed.length)}, but ${quote(`{{PLURAL:${plural.argument}|…}}`)} has ${count}. Its last form stands for the others.`,
        at: plural.start,
        fix: `Write ${describeForms(needed, locale)}.`,
      }
    }
    yield* findLostNumbers(plural, locale)
  }
}

/** Finds forms that several numbers have, but that do not print the number. */
function* findLostNumbers(plural: BananaChoice, locale: string): Generator<Fault> {
  const { argument, branches } = plural
  const last = listPositional(plural).at(-1)
  if (last === undefined || !printsValue(last.parts, argument)) return
  const toName = createNamer(plural, locale)
  for (const branch of branches) {
    const name = toName(branch)
    if (branch === last || name === 'other' || isExact(name, locale) || printsValue(branch.parts, argument)) continue
    const numbers = exampleNumbers(locale, name).join(', ')
    yield {
      level: 'warning',
      message: `The form for ${numbers} does not print ${quote(argument)}.`,
      at: branch.start,
      fix: `Write ${quote(argument)} in it, or begin it with "1=" and add a form for ${numbers}.`,
    }
  }
}

const printsValue = (parts: readonly BananaPart[], key: string): boolean =>
  parts.some(part =>
    part.kind === 'choice'
      ? part.branches.some(branch => printsValue(branch.parts, key))
      : part.kind === 'value' && part.key === key,
  )

/** Finds forms that MediaWiki never shows. */
export function* findExtraBananaForms({ source, target, locale }: CheckContext): Generator<Fault> {
  if (source.single === undefined || target.single === undefined) return
  const text = target.single
  const { known, needed } = listForms(locale)
  for (const plural of text.computeOnce(listPlurals)) {
    const count = listPositional(plural).length
    if (count <= known.length) continue
    yield {
      message: `${locale} has ${countForms(known.length)}, but ${quote(`{{PLURAL:${plural.argument}|…}}`)} has ${count}.`,
      at: plural.start,
      fix: `Write ${describeForms(needed, locale)}.`,
    }
  }
  for (const { argument, start, branches } of [...listChoices(text.banana, 'gender')].slice(0, MAX_PLURALS)) {
    if (branches.length <= MAX_GENDERS) continue
    yield {
      message: `${quote(`{{GENDER:${argument}|…}}`)} has ${branches.length} forms, but MediaWiki reads ${MAX_GENDERS}.`,
      at: start,
      fix: 'Write the forms for male, female and unknown, in this order.',
    }
  }
}

const MAX_GENDERS = 3

/** Most plurals of a text that are compared. */
const MAX_PLURALS = 20

const listPlurals = ({ banana }: ParsedText): readonly BananaChoice[] =>
  [...listChoices(banana, 'plural')].slice(0, MAX_PLURALS)

/** Whether each category but one has a form for its only number: `{{PLURAL:$1|1=one file|$1 files}}`. */
function isCovered(plural: BananaChoice, locale: string): boolean {
  const toName = createNamer(plural, locale)
  const exact = new Set(plural.branches.map(toName).filter(name => name.startsWith('=')))
  const isForOne = (category: string): boolean =>
    isExact(category, locale) &&
    exampleNumbers(locale, category).every(number => number === 0 || exact.has(`=${number}`))
  return listForms(locale).needed.filter(category => !isForOne(category)).length <= 1
}

const countForms = (count: number): string => (count === 1 ? '1 plural form' : `${count} plural forms`)

/** The forms in their order, with the first numbers of each: `2 forms: "one" (1), "other" (0, 2, 3, 4)`. */
function describeForms(categories: readonly string[], locale: string): string {
  const forms = categories.map(category => `${quote(category)} (${exampleNumbers(locale, category).join(', ')})`)
  return `${countForms(categories.length)}, separated by | in this order: ${forms.join(', ')}`
}

/** Finds a GENDER of MediaWiki that chooses by another user than that of the source. It may be left out. */
export function* findRenamedGenders({ source, target }: CheckContext): Generator<Fault> {
  if (source.syntax !== 'banana') return
  const wanted = source.computeOnce(listGenders)
  const given = listGenders(target)
  const [lost] = [...wanted.keys()].filter(argument => !given.has(argument))
  const [added] = [...given].filter(([argument]) => !wanted.has(argument))
  if (lost === undefined || added === undefined) return
  const [argument, at] = added
  yield {
    message: `${quote(`{{GENDER:${argument}|…}}`)} is not in the source.`,
    at,
    fix: `Replace ${quote(argument)} with ${quote(lost)}.`,
  }
}

/** The arguments by which a message chooses genders, with their offsets. */
function listGenders({ texts }: ParsedMessage): ReadonlyMap<string, number> {
  const genders = new Map<string, number>()
  for (const [, { banana }] of texts) {
    for (const { argument, start } of listChoices(banana, 'gender')) {
      if (!genders.has(argument)) genders.set(argument, start)
    }
  }
  return genders
}
