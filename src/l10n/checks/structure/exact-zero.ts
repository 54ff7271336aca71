import { quote } from '../../../text/quote.ts'
import { listSelects } from '../../message/fluent/parts.ts'
import { listPlurals } from '../../message/icu.ts'
import { walkJava } from '../../message/java/parts.ts'
import type { ParsedMessage } from '../../message/parsed-text.ts'
import type { CheckContext, Fault } from '../define-check.ts'

/** Finds a text for exactly 0 (`=0`, `[0]`, `zero`) that the source has and the translation leaves out: "None" becomes "0 files". */
export function* findLostZero(context: CheckContext): Generator<Fault> {
  const { source, target, hasExactZero } = context
  const list = (message: ParsedMessage) => listZeros(message, hasExactZero === true)
  const wanted = source.computeOnce(list, hasExactZero === true ? listZeros : findLostZero)
  if (wanted.size === 0) return
  const given = list(target)
  for (const [key, zero] of wanted) {
    // A translation may not select by the value at all.
    if (zero === undefined || !given.has(key) || given.get(key) !== undefined) continue
    yield toLostZero(zero)
  }
}

export const toLostZero = (zero: string): Fault => ({
  level: 'warning',
  message: 'The translation leaves out the text for 0.',
  fix: `Add ${quote(zero)} as in the source, unless the other forms are right for 0.`,
})

/** What each plural of a message writes for exactly 0, by the value that it selects by; undefined for a plural without it. */
function listZeros(message: ParsedMessage, hasExactZero: boolean): ReadonlyMap<string, string | undefined> {
  const { value, syntax, single: text } = message
  const zeros = new Map<string, string | undefined>()
  const add = (key: string, names: readonly string[], exact: string): void => {
    const zero = names.find(name => name === exact || name === 'zero')
    zeros.set(key, zeros.get(key) ?? zero)
  }
  if (text === undefined) {
    if (hasExactZero) add('', Object.keys(value), 'zero')
    return zeros
  }
  if (syntax === 'icu') {
    for (const plural of text.icu.ok ? listPlurals(text.icu.ast) : [])
      add(plural.value, Object.keys(plural.options), '=0')
  } else if (syntax === 'java') {
    for (const part of text.java.ok ? walkJava(text.java.parts) : []) {
      if (part.kind !== 'choice') continue
      const names = part.branches.map(({ limit, isAbove }) => `${limit}${isAbove ? '<' : '#'}`)
      add(part.name, names, '0#')
    }
  } else if (syntax === 'fluent') {
    for (const { selector, variants } of text.fluent.ok ? listSelects(text.fluent.parts) : []) {
      const names = variants.map(({ name }) => name)
      if (selector.key !== undefined) add(selector.key, names, '0')
    }
  }
  return zeros
}
