import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'

export const unsafeHtml = defineCheck({
  id: 'unsafe_html',
  level: 'warning',
  finds:
    'HTML that can run code and that the source does not have, outside of complete tags: a broken `<script`, a `javascript:` URL. `markup` refuses new tags and event handlers.',
  why: 'Browsers repair broken HTML, so a translation could take over the page that shows it.',
  standard: 'OWASP cross-site scripting prevention, HTML Living Standard',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Hello', good: 'Hallo', bad: 'Hallo <script src=//x' },
    { syntax: 'plain', locale: 'de', source: 'Help: {url}', good: 'Hilfe: {url}', bad: 'Hilfe: javascript:alert(1)' },
  ],
  isNeeded: ({ forms }) => forms.some(({ target }) => /[<:]/.test(target.text)),
  find: inEachForm(find),
})

const TAG = /<\s*(?:script|iframe|frame|object|embed|applet|base|meta|link|style|form|svg|math|template|img)(?![\w-])/gi
const URL = /(?<![\w-])(?:javascript|vbscript):(?=[\w(/%])|(?<![\w-])data:text\/html/gi

function* find({ source, target }: Form): Generator<Fault> {
  if (!/[<:]/.test(target.text)) return
  const given = target.computeOnce(listUnsafe)
  if (given.length === 0) return
  const known = new Set(source.computeOnce(listUnsafe).map(({ name }) => name))
  for (const { name, at } of given) {
    if (known.has(name)) continue
    yield { message: `${quote(name)} is not in the source and can run code.`, at, fix: `Remove ${quote(name)}.` }
  }
}

/** Unsafe parts, by their names in lower case and without spaces. */
function listUnsafe({ text, markup }: ParsedText) {
  const tags = markup.filter(({ kind }) => kind === 'tag')
  const inTag = new Set(tags.map(({ start }) => start))
  const found = [...text.matchAll(TAG)].filter(({ index }) => !inTag.has(index))
  return [...found, ...text.matchAll(URL)].map(({ 0: raw, index }) => ({
    name: raw.toLowerCase().replace(/\s/g, ''),
    at: index,
  }))
}
