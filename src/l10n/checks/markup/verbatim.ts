import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'
import { settleLabels } from './code-labels.ts'
import { compareLabels, type Labelled } from './labels.ts'
import { acceptLocalLinks, type Locales } from './local-links.ts'

type Form = CheckContext['forms'][number]

/**
 * Compares Markdown link targets and code, if the source has any. Labels in code spans may be translated. Code in quotation marks instead of backticks is a warning. Links and paths may lead to the
 * same page of the target locale. `hasBranches` = the message is a plural or select, whose branches differ in number between languages: only what it has is compared,
 * not how often.
 */
export function* compareVerbatim(form: Form, hasBranches: boolean, locales: Locales): Generator<Fault> {
  const { source, target } = form
  for (const { list, choice } of VERBATIM) {
    const wanted = source.computeOnce(list)
    if (wanted.length === 0) continue
    const given = target.computeOnce(list)
    const [from, to] = hasBranches ? [listOnce(wanted), listOnce(given)] : [wanted, given]
    const differences = compareLabels(from, to, {
      missing: label => `Put ${quote(label)} back.`,
      extra: () => `Copy it from the source: ${source.computeOnce(choice)}.`,
    })
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

const listOnce = (labels: readonly Labelled[]): readonly Labelled[] => [
  ...new Map(labels.map(labelled => [labelled.label, labelled])).values(),
]

function listLinks({ markup: tokens }: ParsedText): readonly Labelled[] {
  return tokens.flatMap(token => (token.kind === 'link' && !token.isRest ? [{ token, label: `[…${token.raw}` }] : []))
}

function listCodes({ markup: tokens }: ParsedText): readonly Labelled[] {
  return tokens.flatMap(token => (token.kind === 'code' && !token.isRest ? [{ token, label: token.raw }] : []))
}

/** The first elements of the source, as a fix lists them. */
const MAX_NAMED = 20

const VERBATIM = [listLinks, listCodes].map(list => ({
  list,
  choice: (source: ParsedText): string =>
    source
      .computeOnce(list)
      .slice(0, MAX_NAMED)
      .map(({ label }) => quote(label))
      .join(' '),
}))

const QUOTATION_MARK = /["'“”„‟‘’‚‛«»‹›「」『』〝〞〟＂《》]/

/** Most places of the code in a text that are looked at. */
const MAX_PLACES = 20

/** Whether a text has the content of a code span in quotation marks, with or without blanks inside them. */
function isQuoted(code: string, text: string): boolean {
  const content = code.replace(/^`+|`+$/g, '')
  if (content === '' || content === code) return false
  let at = text.indexOf(content)
  for (let place = 0; at !== -1 && place < MAX_PLACES; place += 1) {
    const before =
      text
        .slice(Math.max(0, at - 2), at)
        .trimEnd()
        .at(-1) ?? ''
    const behind = text.slice(at + content.length, at + content.length + 2).trimStart()[0] ?? ''
    if (QUOTATION_MARK.test(before) && QUOTATION_MARK.test(behind)) return true
    at = text.indexOf(content, at + 1)
  }
  return false
}
