import { quote } from '../../../text/quote.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

/** The ID of a heading in Markdown: `{#id}`, `{ #id .class }`, `{: #id }`, or a comment of MDX or HTML. */
const HEADING_ID = /[ \t](?:\{(?::?[ \t]*#[\w-][^{}\n]{0,200}|\/\*[^{}\n*]{1,200}\*\/)\}|<!--[^<>\n]{1,200}-->)$/u

/** Finds the ID of a heading that a translation has in its text. The file keeps the ID of its source, so it would be printed. */
export function* findHeadingId({ source, target }: CheckContext['forms'][number]): Generator<Fault> {
  if (target.syntax !== 'plain') return
  const id = HEADING_ID.exec(target.text.trimEnd())
  if (id === null || HEADING_ID.test(source.text.trimEnd())) return
  const raw = id[0].trim()
  yield { message: `${quote(raw)} is not in the source.`, at: id.index + 1, fix: `Remove ${quote(raw)}.` }
}
