import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Form } from '../context.ts'
import type { Fault } from '../define-check.ts'
import { classifyCode } from './code-words.ts'
import type { LabelFault } from './labels.ts'

/**
 * Settles the differences between code spans that are no code by their form. A label of a button may have its translation, also in quotation marks. A single
 * word can be either, so that its translation is a warning. The other differences are returned.
 */
export function settleLabels(
  differences: Iterable<LabelFault>,
  { source, target }: Form,
): { readonly rest: readonly LabelFault[]; readonly warnings: readonly Fault[] } {
  const all = [...differences]
  const isWords = (code: string | undefined): code is string => code !== undefined && classifyCode(code) !== 'code'
  const added = all.filter(({ added: code }) => isWords(code))
  const lost = all.flatMap(({ lost: code }) => (isWords(code) ? [{ code, kind: classifyCode(code) }] : []))
  const rest = all.filter(fault => !isWords(fault.lost) && !isWords(fault.added))
  // Labels first: what is left of the translation's words is compared with the words that could be code.
  const labels = lost.filter(({ kind }) => kind === 'label')
  const words = lost.filter(({ kind }) => kind === 'word')
  const translated = added.splice(0, labels.length)
  const unmarked = labels.slice(translated.length)
  const quoted = unmarked.length === 0 ? 0 : Math.max(0, countQuotations(target) - countQuotations(source))
  const warnings = [
    ...words.map(({ code }) => toWarning(code, added.shift())),
    ...unmarked.slice(quoted).map(({ code }) => toWarning(code, undefined)),
  ]
  // Words beside code that is missing are its translation.
  const isError = rest.some(({ lost: code }) => code !== undefined)
  const unknown = added.map((fault): LabelFault => (isError ? fault : { ...fault, level: 'warning' }))
  return { rest: [...unknown, ...rest], warnings }
}

function toWarning(code: string, translation: LabelFault | undefined): Fault {
  const fix = `Write ${quote(code)}, unless it is a word that users see.`
  if (translation?.added === undefined) return { level: 'warning', message: `${quote(code)} is missing.`, fix }
  const message = `${quote(code)} is translated as ${quote(translation.added)}.`
  return { level: 'warning', message, fix, ...(translation.at !== undefined && { at: translation.at }) }
}

/** Words in quotation marks; apostrophes are none. */
const QUOTATION =
  /["“”„«»「『《‹›＂〝][^"“”„«»「」『』《》‹›＂〝〞\n]{1,100}["“”«»」』》‹›＂〞]|(?<![\p{L}\p{N}])['‘‚][^'‘’‚\n]{1,100}['’‘](?![\p{L}\p{N}])/gu

export const listQuotations = (text: string): readonly string[] => text.match(QUOTATION) ?? []

const countQuotations = ({ text }: ParsedText): number => listQuotations(text).length
