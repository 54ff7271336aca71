import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Form } from '../context.ts'
import type { Fault } from '../define-check.ts'
import { listQuotations, settleLabels } from './code-labels.ts'
import { compareLabels, copyFrom, type Labelled, listOnce } from './labels.ts'
import { acceptLocalLinks, type Locales } from './local-links.ts'

/**
 * Compares Markdown link targets and code, if the source has any. Labels in code spans may be translated. Code in quotation marks instead of backticks is a warning. Links and paths may lead to the
 * same page of the target locale. `hasBranches` = the message is a plural or select, whose branches differ in number between languages: only what it has is compared,
 * not how often.
 */
export function* compareVerbatim(form: Form, hasBranches: boolean, locales: Locales): Generator<Fault> {
  const { source, target } = form
  for (const list of [listLinks, listCodes]) {
    const wanted = source.computeOnce(list)
    if (wanted.length === 0) continue
    const given = target.computeOnce(list)
    const [from, to] = hasBranches ? [listOnce(wanted), listOnce(given)] : [wanted, given]
    const differences = compareLabels(from, to, copyFrom(wanted))
    const { rest, warnings } =
      list === listCodes ? settleLabels(differences, form) : { rest: differences, warnings: [] }
    yield* warnings
    for (const { lost, ...fault } of acceptLocalLinks(rest, locales)) {
      if (lost === undefined || !isQuoted(lost, target.text)) yield fault
      else {
        const message = `${quote(lost)} is in quotation marks, not in backticks.`
        yield { level: 'warning', message, fix: `Write ${quote(lost)}, unless the language marks code in another way.` }
      }
    }
  }
}

const listLinks = ({ markup }: ParsedText): readonly Labelled[] =>
  markup.flatMap(token => (token.kind === 'link' && !token.isRest ? [{ token, label: `[…${token.raw}` }] : []))

const listCodes = ({ markup }: ParsedText): readonly Labelled[] =>
  markup.flatMap(token => (token.kind === 'code' && !token.isRest ? [{ token, label: token.raw }] : []))

/** Whether a text has the content of a code span in quotation marks, with or without blanks inside them. */
function isQuoted(code: string, text: string): boolean {
  const content = code.replace(/^`+|`+$/g, '')
  return content !== code && listQuotations(text).some(quoted => quoted.slice(1, -1).trim() === content)
}
