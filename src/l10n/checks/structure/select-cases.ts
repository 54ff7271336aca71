import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { quote, quoteList } from '../../../text/quote.ts'
import { getOrAdd } from '../../groups.ts'
import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import { type FluentSelect, isNumber, listSelects } from '../../message/fluent/parts.ts'
import { type IcuAst, walkIcu } from '../../message/icu.ts'
import type { ParsedMessage } from '../../message/parsed-text.ts'
import type { CheckContext, Fault } from '../define-check.ts'

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
  for (const { value, options, location } of listIcuSelects(icu.target.ast)) {
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
  // The default variant of the translation prints that of the source.
  const listWanted = (key: string, names: Iterable<string>) =>
    [...names].filter(name => !defaults.has(`${key} ${name}`))
  const selects = target.texts.flatMap(([, { fluent }]) => (fluent.ok ? listSelects(fluent.parts) : []))
  const selected = new Set(selects.map(({ selector }) => selector.key))
  for (const [key, names] of known) {
    // What the platform or a term tells, not all languages need.
    if (selected.has(key) || !key.startsWith('{$')) continue
    yield* findLeftOut('The translation', listWanted(key, names), [], {})
  }
  for (const { key, start, variants } of listFluentSelects(target)) {
    const names = known.get(key)
    if (names === undefined) continue
    const unknown = variants.flatMap(({ name, isDefault }) => (isDefault || names.has(name) ? [] : [name]))
    const selector = `Selector ${quote(key.slice(1, -1))}`
    if (unknown.length === 0) {
      const given = variants.map(({ name }) => name)
      yield* findLeftOut(selector, listWanted(key, names), given, { at: start })
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
    for (const select of fluent.ok ? listSelects(fluent.parts) : []) {
      const { key } = select.selector
      if (key !== undefined && !hasPluralNames(select)) yield { ...select, key }
    }
  }
}

/** Plural forms differ between languages; `plural_forms` reports their faults. */
const hasPluralNames = ({ variants }: FluentSelect): boolean =>
  variants.some(({ name, isDefault }) => isNumber(name) || (!isDefault && PLURAL_NAMES.has(name)))

const PLURAL_NAMES: ReadonlySet<string> = new Set(CATEGORY_ORDER)

function collectCases(ast: IcuAst): ReadonlyMap<string, ReadonlySet<string>> {
  const cases = new Map<string, Set<string>>()
  for (const { value, options } of listIcuSelects(ast)) {
    const known = getOrAdd(cases, value, () => new Set<string>())
    for (const name of Object.keys(options)) known.add(name)
    known.add('other')
  }
  return cases
}

function* listIcuSelects(ast: IcuAst): Generator<Select> {
  for (const element of walkIcu(ast)) if (element.type === TYPE.select) yield element
}
