import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { type IcuAst, walkIcu } from '../icu.ts'
import type { Finding } from './check.ts'
import type { CheckContext } from './context.ts'

type Select = Extract<MessageFormatElement, { type: typeof TYPE.select }>

/** The cases of a select are the application's words: a translated one is never taken, and its text never shown. */
export function selectCases({ icu }: CheckContext): Finding[] {
  if (icu === undefined || 'fault' in icu.target) return []
  const known = casesOf(icu.source)
  return selectsOf(icu.target.ast).flatMap(({ value, options, location }) => {
    const cases = known.get(value)
    if (cases === undefined) return []
    const unknown = Object.keys(options).filter(name => !cases.has(name))
    if (unknown.length === 0) return []
    return [
      {
        id: 'placeholders',
        level: 'error',
        message: `The select {${value}} has the cases ${unknown.join(', ')}, which the source does not have.`,
        fix: `Keep the names of the cases untranslated: ${[...cases].join(', ')}.`,
        ...(location !== undefined && { at: location.start.offset }),
      },
    ]
  })
}

function casesOf(ast: IcuAst): Map<string, Set<string>> {
  const cases = new Map<string, Set<string>>()
  for (const { value, options } of selectsOf(ast)) {
    const known = cases.get(value) ?? new Set<string>()
    cases.set(value, known)
    for (const name of [...Object.keys(options), 'other']) known.add(name)
  }
  return cases
}

const selectsOf = (ast: IcuAst): Select[] =>
  [...walkIcu(ast)].filter((element): element is Select => element.type === TYPE.select)
