import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'
import { wordsOf } from '../reading/variants.ts'

export const htmlEntities = defineCheck({
  id: 'html_entities',
  level: 'warning',
  finds: 'An HTML entity that is incomplete, escaped twice, or used where the source has the plain character.',
  why: 'Users see `&amp;` or `&nbsp` instead of the character.',
  standard: 'HTML Living Standard, character references',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Terms &amp; privacy',
      good: 'AGB &amp; Datenschutz',
      bad: 'AGB &amp Datenschutz',
    },
    { syntax: 'plain', locale: 'de', source: 'Q &amp; A', good: 'F &amp; A', bad: 'F &amp;amp; A' },
    { syntax: 'plain', locale: 'de', source: 'Q & A', good: 'F & A', bad: 'F &amp; A' },
    { syntax: 'plain', locale: 'de', source: 'The &lt;b&gt; tag', good: '&lt;b&gt;-Tag', bad: '<b>-Tag' },
  ],
  find: inEachForm(find),
})

const NAMED =
  'amp|lt|gt|quot|apos|nbsp|copy|reg|trade|hellip|mdash|ndash|laquo|raquo|ldquo|rdquo|lsquo|rsquo|bdquo|sbquo|times|middot|bull|larr|rarr|zwnj|zwj|lrm|rlm|shy|thinsp|ensp|emsp'
const NAME = `${NAMED}|#\\d{2,7}|#x[\\da-f]{2,6}`
const ENTITY = new RegExp(`&(?:${NAME});`, 'gi')
/** An entity without its semicolon, or with a space inside. */
const BROKEN = new RegExp(`[&＆](?:(?:${NAME})(?![\\w;=])|\\s+(?:${NAMED});|(?:${NAMED})\\s+;)|＆(?:${NAMED});`, 'gi')
const DOUBLED = new RegExp(`&amp;(?:(?:${NAME});)+`, 'gi')
/** Escapes of characters that have a meaning in HTML. */
const ESCAPE = /&(?:amp|lt|gt|quot|apos|#0*3[489]|#x0*2[267]|#0*6[02]|#x0*3[ce]);/i

function* find({ source, target }: Form): Generator<Fault> {
  const text = wordsOf(target)
  const from = source.computeOnce(describeSource)
  if (text.includes('&') || text.includes('＆')) {
    if (!from.hasBroken)
      yield* findAll(text, BROKEN, 'is not a complete entity', raw => `&${raw.replace(/[&＆;\s]/g, '')};`)
    if (!from.hasDoubled) yield* findAll(text, DOUBLED, 'is escaped twice', raw => raw.replace('&amp;', '&'))
  }
  const tag = from.hasEscapedTag ? target.text.indexOf('<') : -1
  if (tag >= 0) yield { message: 'The source has &lt; instead of <.', at: tag, fix: 'Write &lt; for < and &gt; for >.' }
  if (from.isPlain && text.includes('&')) yield* findNeedless(text)
}

interface SourceEntities {
  readonly hasBroken: boolean
  readonly hasDoubled: boolean
  /** Whether it has neither entities nor tags, so that it is not HTML. */
  readonly isPlain: boolean
  /** Whether it escapes `<`. */
  readonly hasEscapedTag: boolean
}

function describeSource(source: ParsedText): SourceEntities {
  const { text, markup } = source
  if (!text.includes('&') && !text.includes('<')) return PLAIN
  return {
    hasBroken: text.search(BROKEN) >= 0,
    hasDoubled: text.search(DOUBLED) >= 0,
    isPlain: text.search(ENTITY) < 0 && !markup.some(({ kind }) => kind === 'tag'),
    hasEscapedTag: /&lt;/i.test(text) && !text.includes('<'),
  }
}

const PLAIN: SourceEntities = { hasBroken: false, hasDoubled: false, isPlain: true, hasEscapedTag: false }

function* findAll(text: string, pattern: RegExp, what: string, repair: (raw: string) => string): Generator<Fault> {
  for (const { 0: raw, index } of text.matchAll(pattern)) {
    yield { message: `${quote(raw)} ${what}.`, at: index, fix: `Write ${quote(repair(raw))}.` }
  }
}

/** An escape in a text whose source is not HTML. */
function* findNeedless(text: string): Generator<Fault> {
  const match = ESCAPE.exec(text)
  if (match === null || text.search(DOUBLED) >= 0) return
  yield {
    message: `${quote(match[0])} is an HTML entity, and the source has none.`,
    at: match.index,
    fix: 'Write the character itself.',
  }
}
