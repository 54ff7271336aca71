import type { ParsedText } from '../../message/parsed-text.ts'
import type { Form } from '../context.ts'
import { type Fault, toMissing } from '../define-check.ts'
import { getTagName } from './tag-attributes.ts'

/** Android's mark around a placeholder, or a name that stays as it is. The build removes it. */
const MARK = 'xliff:g'
export const MARK_LABELS: readonly string[] = [`<${MARK}>`, `</${MARK}>`]

/** Whether a translation has marks around other words than its source, in pairs, and keeps everything that the source marks. */
export function differsInMarks({ source, target }: Form): boolean {
  const { contents } = source.computeOnce(readMarks)
  const { opened, closed } = target.computeOnce(readMarks)
  return opened === closed && contents.every(content => target.text.includes(content))
}

/** Finds names in marks that a translation marks, too, but does not keep. `placeholders` compares the placeholders in marks. */
export function* findChangedMarks({ source, target }: Form): Generator<Fault> {
  const { contents } = source.computeOnce(readMarks)
  for (const content of contents) {
    const isName = /\p{L}/u.test(content) && !source.placeholders.some(({ raw }) => content.includes(raw))
    if (!isName || target.text.includes(content)) continue
    yield { level: 'warning', ...toMissing(content) }
  }
}

interface Marks {
  readonly opened: number
  readonly closed: number
  readonly contents: readonly string[]
}

function readMarks({ text, markup }: ParsedText): Marks {
  const marks = markup.filter(token => token.kind === 'tag' && getTagName(token) === MARK)
  const contents: string[] = []
  let start: number | undefined
  let closed = 0
  for (const { raw, start: at, end } of marks) {
    if (!raw.startsWith('</')) {
      start = end
      continue
    }
    closed += 1
    if (start !== undefined) contents.push(text.slice(start, at).trim())
    start = undefined
  }
  return { opened: marks.length - closed, closed, contents }
}
