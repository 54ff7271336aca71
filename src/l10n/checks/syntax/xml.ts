import { quote } from '../../../text/quote.ts'
import { findOutside, type ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/token.ts'
import { defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'

export const xml = defineCheck({
  id: 'xml',
  level: 'warning',
  finds:
    'A text that no XML parser reads although its source is XML: a stray <, an attribute without quotes or written twice.',
  why: 'The build or the application rejects the whole file. `markup` compares the tags.',
  standard: 'XML 1.0, well-formedness',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Less than <b>5</b> files',
      good: 'Weniger als <b>5</b> Dateien',
      bad: 'Anzahl < <b>5</b>',
    },
    {
      syntax: 'plain',
      locale: 'de',
      source: '<a href="x">Help</a>',
      good: '<a href="x">Hilfe</a>',
      bad: '<a href=x>Hilfe</a>',
    },
  ],
  find: inEachForm(find),
})

function* find({ source, target }: Form): Generator<Fault> {
  if (!source.text.includes('<') || !target.text.includes('<')) return
  // A text with other tags is a finding of `markup`.
  if (!source.computeOnce(isXml) || countTags(source) !== countTags(target)) return
  const stray = findStray(target)
  if (stray !== undefined) {
    yield { message: 'This < does not start a tag.', at: stray, fix: 'Write &lt; for <, or complete the tag.' }
    return
  }
  const wrong = target.markup.find(isMalformed)
  if (wrong === undefined) return
  yield {
    message: `${quote(wrong.raw)} is not well-formed.`,
    at: wrong.start,
    fix: 'Write each attribute once, with quotes around its value.',
  }
}

/** Whether every < of a text starts a well-formed tag, and there is one. */
const isXml = (text: ParsedText): boolean =>
  countTags(text) > 0 && findStray(text) === undefined && !text.markup.some(isMalformed)

const countTags = ({ markup }: ParsedText): number => markup.filter(({ kind }) => kind === 'tag').length

/** The first < outside of tags, code and placeholders. */
const findStray = ({ text, tokens }: ParsedText): number | undefined => findOutside(text, tokens, '<')

/** Whether an attribute has no quotes, or occurs twice. */
function isMalformed({ kind, raw }: Token): boolean {
  if (kind !== 'tag' || !raw.includes('=')) return false
  const attributes = [...raw.matchAll(/\s([\w:@.-]+)\s*=\s*("[^"]*"|'[^']*')?/g)]
  const names = attributes.map(([, name]) => name)
  return attributes.some(([, , value]) => value === undefined) || new Set(names).size < names.length
}
