import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { quote, quoteList } from '../../../text/quote.ts'
import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import { type FluentSelect, isNumber, walkFluent } from '../../message/fluent/parts.ts'
import { type IcuAst, walkIcu } from '../../message/icu.ts'
import type { ParsedMessage } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

type Select = Extract<MessageFormatElement, { type: typeof TYPE.select }>

/**
 * Finds select cases that the source does not have: the application chooses cases by name, so a translated name never matches. A case that the translation
 * leaves out is a warning: all its values print the text of `other`.
 */
export function* findDifferentCases({ icu, source, target, isTerm }: CheckContext): Generator<Fault> {
  // Terms have cases of their own in each language.
  if (source.syntax === 'fluent' && isTerm !== true) yield* findDifferentVariants(source, target)
  if (icu === undefined || 'fault' in icu.target) return
  const known = source.computeOnce(() => collectCases(icu.source), collectCases)
  const selected = new Set<string>()
  for (const { value, options, location } of listSelects(icu.target.ast)) {
    const cases = known.get(value)
    selected.add(value)
    if (cases === undefined) continue
    const at = location === undefined ? {} : { at: location.start.offset }
    const unknown = Object.keys(options).filter(name => !cases.has(name))
    if (unknown.length > 0) {
      yield {
        message: `Select ${quote(value)} has cases that the source does not have: ${quoteList(unknown)}.`,
        fix: `Do not translate case names: ${quoteList(cases)}.`,
        ...at,
      }
    } else yield* findLeftOut(`Select ${quote(value)}`, cases, Object.keys(options), at)
  }
  for (const [value, cases] of known) if (!selected.has(value)) yield* findLeftOut('The translation', cases, [], {})
}

function* findLeftOut(
  what: string,
  wanted: Iterable<string>,
  given: readonly string[],
  at: Pick<Fault, 'at'>,
): Generator<Fault> {
  // A select without `other` is valid if that of the source is.
  const left = [...wanted].filter(name => name !== 'other' && !given.includes(name))
  if (left.length === 0) return
  const list = quoteList(left)
  yield {
    level: 'warning',
    message: `${what} leaves out ${list}.`,
    fix: `Add ${list}, unless the default text is right for ${left.length === 1 ? 'it' : 'them'}.`,
    ...at,
  }
}

/** The same for the variants of Fluent selects without plural forms. */
function* findDifferentVariants(source: ParsedMessage, target: ParsedMessage): Generator<Fault> {
  const known = new Map<string, Set<string>>()
  const defaults = new Set<string>()
  for (const part of listFluentSelects(source)) {
    const names = known.get(part.key) ?? new Set<string>()
    known.set(part.key, names)
    for (const { name, isDefault } of part.variants) {
      names.add(name)
      if (isDefault) defaults.add(`${part.key} ${name}`)
    }
  }
  const parts = target.texts.flatMap(([, { fluent }]) => (fluent.ok ? [...walkFluent(fluent.parts)] : []))
  const selected = new Set(parts.map(part => part.kind === 'select' && part.selector.key))
  for (const [key, names] of known) {
    // What the platform or a term tells, not all languages need.
    if (selected.has(key) || !key.startsWith('{$')) continue
    yield* findLeftOut(
      'The translation',
      [...names].filter(name => !defaults.has(`${key} ${name}`)),
      [],
      {},
    )
  }
  for (const { key, start, variants } of listFluentSelects(target)) {
    const names = known.get(key)
    const unknown =
      names && variants.filter(({ name, isDefault }) => !isDefault && !names.has(name)).map(({ name }) => name)
    if (names === undefined || unknown === undefined) continue
    const selector = `Selector ${quote(key.slice(1, -1))}`
    if (unknown.length === 0) {
      // The default variant of the translation prints that of the source.
      const wanted = [...names].filter(name => !defaults.has(`${key} ${name}`))
      yield* findLeftOut(
        selector,
        wanted,
        variants.map(({ name }) => name),
        { at: start },
      )
      continue
    }
    yield {
      message: `${selector} has variants that the source does not have: ${quoteList(unknown)}.`,
      fix: `Do not translate the names of variants: ${quoteList(names)}.`,
      at: start,
    }
  }
}

function* listFluentSelects({ texts }: ParsedMessage): Generator<FluentSelect & { readonly key: string }> {
  for (const [, { fluent }] of texts) {
    for (const part of walkFluent(fluent.ok ? fluent.parts : [])) {
      if (part.kind !== 'select' || part.selector.key === undefined || hasPluralNames(part)) continue
      yield { ...part, key: part.selector.key }
    }
  }
}

/** Plural forms differ between languages; `plural_forms` reports their faults. */
const hasPluralNames = ({ variants }: FluentSelect): boolean =>
  variants.some(({ name, isDefault }) => isNumber(name) || (!isDefault && PLURAL_NAMES.has(name)))

const PLURAL_NAMES: ReadonlySet<string> = new Set(CATEGORY_ORDER)

function collectCases(ast: IcuAst): ReadonlyMap<string, ReadonlySet<string>> {
  const cases = new Map<string, Set<string>>()
  for (const { value, options } of listSelects(ast)) {
    const known = cases.get(value) ?? new Set<string>()
    cases.set(value, known)
    for (const name of Object.keys(options)) known.add(name)
    known.add('other')
  }
  return cases
}

function* listSelects(ast: IcuAst): Generator<Select> {
  for (const element of walkIcu(ast)) if (element.type === TYPE.select) yield element
}
