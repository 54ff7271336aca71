import { echo } from '../../../text/escape.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'

export const unsafeHtml = defineCheck({
  id: 'unsafe_html',
  level: 'error',
  finds:
    'HTML that runs code or loads other pages, and that the source does not have: scripts, frames, event handlers, `javascript:` URLs.',
  why: 'A translation could take over the pages that show it.',
  standard: 'OWASP cross-site scripting prevention, HTML Living Standard',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Hello', good: 'Hallo', bad: 'Hallo<script>alert(1)</script>' },
    {
      syntax: 'plain',
      locale: 'de',
      source: '<a href="/x">Help</a>',
      good: '<a href="/x">Hilfe</a>',
      bad: '<a href="javascript:x()">Hilfe</a>',
    },
    { syntax: 'plain', locale: 'de', source: 'Hello', good: 'Hallo', bad: 'Hallo <img src=x onerror=alert(1)>' },
  ],
  find,
})

const PATTERNS = [
  /<\s*(?:script|iframe|frame|object|embed|applet|base|meta|link|style|form|svg|math|template)\b/gi,
  /\b(?:javascript|vbscript)\s*:(?=\s*[\w(/])|\bdata:text\/html/gi,
] as const

function* find({ forms }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    if (!/[<:]/.test(target.text)) continue
    const known = new Set(source.computeOnce(listUnsafe).map(({ name }) => name))
    for (const { name, at } of target.computeOnce(listUnsafe)) {
      if (known.has(name)) continue
      yield { message: `${echo(name)} is not in the source, and can run code.`, at, fix: `Remove ${echo(name)}.` }
    }
  }
}

interface UnsafePart {
  /** In lower case, without spaces. */
  readonly name: string
  readonly at: number
}

function listUnsafe({ text }: ParsedText): readonly UnsafePart[] {
  const found = PATTERNS.flatMap(pattern =>
    [...text.matchAll(pattern)].map(({ 0: raw, index }) => ({ name: raw.toLowerCase().replace(/\s/g, ''), at: index })),
  )
  return [...found, ...listEventHandlers(text)]
}

/** Attributes such as `onclick=` inside a tag, whether or not the tag ends. */
function* listEventHandlers(text: string): Generator<UnsafePart> {
  let tag = -1
  for (const { 0: raw, index } of text.matchAll(/<(?=[a-z])|>|(?<=[\s"'/])on[a-z]{3,20}(?=\s*=)/gi)) {
    if (raw === '<') tag = index
    else if (raw === '>') tag = -1
    else if (tag >= 0) yield { name: raw.toLowerCase(), at: index }
  }
}
