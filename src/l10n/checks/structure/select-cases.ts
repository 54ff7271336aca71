import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { quote, quoteList } from '../../../text/quote.ts'
import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import { type FluentSelect, isNumber, walkFluent } from '../../message/fluent/parts.ts'
import { type IcuAst, walkIcu } from '../../message/icu.ts'
import type { ParsedMessage } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

type Select = Extract<MessageFormatElement, { type: typeof TYPE.select }>

/** Finds select cases that the source does not have: the application chooses cases by name, so a translated name never matches. */
export function* findUnknownCases({ icu, source, target }: CheckContext): Generator<Fault> {
  if (source.syntax === 'fluent') yield* findUnknownVariants(source, target)
  if (icu === undefined || 'fault' in icu.target) return
  const known = source.computeOnce(() => collectCases(icu.source), collectCases)
  for (const { value, options, location } of listSelects(icu.target.ast)) {
    const cases = known.get(value)
    if (cases === undefined) continue
    const unknown = Object.keys(options).filter(name => !cases.has(name))
    if (unknown.length === 0) continue
    yield {
      message: `Select ${quote(value)} has cases that the source does not have: ${quoteList(unknown)}.`,
      fix: `Do not translate case names: ${quoteList(cases)}.`,
      ...(location !== undefined && { at: location.start.offset }),
    }
  }
}

/** The same for the variants of Fluent selects without plural forms. */
function* findUnknownVariants(source: ParsedMessage, target: ParsedMessage): Generator<Fault> {
  const known = new Map<string, Set<string>>()
  for (const part of listFluentSelects(source)) {
    const names = known.get(part.key) ?? new Set<string>()
    known.set(part.key, names)
    for (const { name } of part.variants) names.add(name)
  }
  for (const { key, start, variants } of listFluentSelects(target)) {
    const names = known.get(key)
    const unknown =
      names && variants.filter(({ name, isDefault }) => !isDefault && !names.has(name)).map(({ name }) => name)
    if (names === undefined || unknown === undefined || unknown.length === 0) continue
    yield {
      message: `Selector ${quote(key.slice(1, -1))} has variants that the source does not have: ${quoteList(unknown)}.`,
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
