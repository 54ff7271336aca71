import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { quote, quoteList } from '../../../text/quote.ts'
import { type IcuAst, walkIcu } from '../../message/icu.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

type Select = Extract<MessageFormatElement, { type: typeof TYPE.select }>

/** Finds select cases that the source does not have: the application chooses cases by name, so a translated name never matches. */
export function* findUnknownCases({ icu, source }: CheckContext): Generator<Fault> {
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
