import { quote } from '../../../text/quote.ts'
import { isChoice, walkIcu } from '../../message/icu.ts'
import type { ParsedMessage } from '../../message/parsed-text.ts'
import type { CheckContext, Form } from '../context.ts'
import { defineCheck, type Fault, toAdded } from '../define-check.ts'
import { compareOccurrences } from '../occurrences/compare.ts'
import { hasSyntax } from '../reading/plain.ts'
import { findQuotingApostrophe } from '../structure/apostrophes.ts'
import { countOccurrences } from '../structure/placeholders.ts'
import { findEventHandlers } from './event-handlers.ts'
import { compareTags } from './html-tags.ts'
import { findLostOpenTags, listTextTags } from './open-tags.ts'
import { compareRest } from './rest.ts'
import { compareVerbatim } from './verbatim.ts'

/** Compares tags with their link targets, Markdown links and code, and inline markup of reStructuredText with the source. */
export const markup = defineCheck({
  id: 'markup',
  level: 'error',
  finds:
    'Tags, link targets, attributes of style, event handlers, Markdown links or code, and roles, references and literals of reStructuredText that differ from the source.',
  why: 'The page breaks, a link leads elsewhere, a script runs, or rich text loses its component.',
  standard: 'HTML, FormatJS rich text, CommonMark links and code spans, inline markup of reStructuredText',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'A <b>bold</b> word',
      good: 'Ein <b>fettes</b> Wort',
      bad: 'Ein <b>fettes Wort',
    },
    { syntax: 'plain', locale: 'de', source: '[Help](/help)', good: '[Hilfe](/help)', bad: '[Hilfe](/hilfe)' },
    {
      syntax: 'plain',
      locale: 'de',
      source: 'See <a href="/help" title="Help">help</a>',
      good: 'Siehe <a href="/help" title="Hilfe">Hilfe</a>',
      bad: 'Siehe <a href="/hilfe" title="Hilfe">Hilfe</a>',
    },
    {
      syntax: 'plain',
      locale: 'de',
      source: '<font color="red">Stop</font>',
      good: '<font color="red">Halt</font>',
      bad: '<font>Halt</font>',
    },
    { syntax: 'plain', locale: 'de', source: '<b>Now</b>', good: '<b>Jetzt</b>', bad: '<b onclick="run()">Jetzt</b>' },
    {
      syntax: 'plain',
      locale: 'de',
      source: 'See :ref:`the setup <setup>`',
      good: 'Siehe :ref:`die Einrichtung <setup>`',
      bad: 'Siehe :ref:`die Einrichtung <einrichtung>`',
    },
  ],
  isNeeded: hasSyntax,
  find,
})

function* find(context: CheckContext): Generator<Fault> {
  const { icu, forms } = context
  const locales = { source: context.sourceLocale, target: context.locale }
  const branched = context.source.computeOnce(hasBranches)
  for (const form of forms) {
    yield* findEventHandlers(form)
    yield* findHeadingId(form)
  }
  if (icu?.tags === true) {
    yield* compareRichText(context)
    // Each branch of a plural or select can have its own link, so only messages without branches are counted.
    if (branched) return
    for (const form of forms) {
      yield* findLostOpenTags(form, listTextTags)
      yield* compareVerbatim(form, false, locales)
      yield* compareRest(form, false, locales)
    }
  } else {
    for (const form of forms) {
      yield* compareTags(form, branched, locales)
      yield* compareVerbatim(form, branched, locales)
      yield* compareRest(form, branched, locales)
    }
  }
}

/** The ID of a heading in Markdown: `{#id}`, `{ #id .class }`, `{: #id }`, or a comment of MDX or HTML. */
const HEADING_ID = /[ \t](?:\{(?::?[ \t]*#[\w-][^{}\n]{0,200}|\/\*[^{}\n*]{1,200}\*\/)\}|<!--[^<>\n]{1,200}-->)$/u

/** Finds the ID of a heading that a translation has in its text. The file keeps the ID of its source, so it would be printed. */
function* findHeadingId({ source, target }: Form): Generator<Fault> {
  if (target.syntax !== 'plain') return
  const id = HEADING_ID.exec(target.text.trimEnd())
  if (id === null || HEADING_ID.test(source.text.trimEnd())) return
  yield toAdded(id[0].trim(), id.index + 1)
}

/** Whether a message is a plural or select of ICU or Fluent, or contains one. */
function hasBranches({ single: text, syntax }: ParsedMessage): boolean {
  if (text === undefined) return false
  if (syntax === 'fluent') return text.fluent.ok && text.fluent.parts.some(({ kind }) => kind === 'select')
  if (syntax === 'banana') return text.banana.some(part => part.kind === 'choice' && part.branches.length > 1)
  return syntax === 'icu' && text.icu.ok && [...walkIcu(text.icu.ast)].some(isChoice)
}

/** Rich-text tags of an ICU message, by name. */
function* compareRichText(context: CheckContext): Generator<Fault> {
  const { source, target } = countOccurrences(context)
  for (const { why, key, ...rest } of compareOccurrences(source, target)) {
    if (!key.startsWith('<')) continue
    const open = quote(key)
    const close = quote(key.replace('<', '</'))
    const at = 'at' in rest ? { at: rest.at } : {}
    if (why === 'missing') {
      const fix = `Put ${open} and ${close} back around the same words.`
      const fault = findQuotingApostrophe(context.target, key) ?? { message: `${open} is missing.`, fix }
      yield { ...fault, ...('level' in rest && { level: rest.level }) }
    } else if (why === 'unknown')
      yield { message: `${open} is not in the source.`, fix: `Remove ${open} and ${close}.`, ...at }
    else {
      const message = `${open} occurs ${why === 'fewer' ? 'less' : 'more'} often than in the source.`
      yield { message, fix: `Write ${open} and ${close} as often as in the source.`, ...at }
    }
  }
}
