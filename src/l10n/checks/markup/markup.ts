import { quote } from '../../../text/quote.ts'
import { isChoice, walkIcu } from '../../message/icu.ts'
import type { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import { findRestSpans, getRestLabel, isCodeRole, type RestSpan } from '../../message/rest.ts'
import { type CheckContext, defineCheck, type Fault, type Form, toAdded } from '../define-check.ts'
import { compareOccurrences } from '../occurrences/compare.ts'
import { countOccurrences } from '../placeholders/placeholders.ts'
import { hasSyntax } from '../reading/variants.ts'
import { findQuotingApostrophe } from '../structure/apostrophes.ts'
import { classifyCode } from './code-words.ts'
import { compareTags } from './html-tags.ts'
import { compareLabels, copyFrom, type LabelFault, type Labelled, listOnce } from './labels.ts'
import { acceptLocalLinks, type Locales } from './local-links.ts'
import { findLostOpenTags, listTextTags } from './open-tags.ts'

/**
 * Compares the inline markup of a source in reStructuredText. Words of roles and references may be translated; role names, targets, literals, substitutions
 * and footnotes may not. A title may be added before a target, or left out. Examples in literals that differ, and links to a site in the language of the
 * translation, are warnings.
 */
function* compareRest({ source, target }: Form, hasBranches: boolean, locales: Locales): Generator<Fault> {
  const wanted = source.computeOnce(listSpans)
  if (wanted.length === 0) return
  const from = wanted.map(span => toLabelled(span, getRestLabel(span)))
  const labels = new Set(from.map(({ label }) => label))
  const known = new Map(wanted.map(span => [toIdentity(span), getRestLabel(span)]))
  const to = target.computeOnce(listSpans).map(span => {
    const label = getRestLabel(span)
    const other = labels.has(label) ? undefined : (known.get(toIdentity(span)) ?? known.get(toNamed(span)))
    return toLabelled(span, other ?? label)
  })
  const once = hasBranches ? listOnce<Labelled> : (all: readonly Labelled[]) => all
  const differences = [...compareLabels(once(from), once(to), copyFrom(listOnce(from)))]
  const given = new Set(to.map(({ label }) => label))
  const softened = differences.map(fault => soften(fault, differences, given))
  const isLink = ({ lost, added }: LabelFault): boolean => (lost ?? added ?? '').includes('://')
  yield* acceptLocalLinks(softened.filter(isLink), locales)
  for (const { lost: _, added: _added, ...fault } of softened.filter(one => !isLink(one))) yield fault
}

/** Makes a fault a warning if the text keeps its meaning: code is added, an example in code or the site of a link is another, or a label is left out once of twice. */
function soften(fault: LabelFault, all: readonly LabelFault[], given: ReadonlySet<string>): LabelFault {
  const { lost, added } = fault
  const label = lost ?? added ?? ''
  const kind = getKind(label)
  const isKept = lost !== undefined && given.has(lost)
  const others = all.flatMap(one => (lost === undefined ? one.lost : one.added) ?? [])
  const twins = kind === undefined ? [] : others.filter(other => getKind(other) === kind)
  const isSame = (other: string): boolean => fold(other) === fold(label)
  const isExample = kind?.startsWith('//') === true || EXAMPLE.test(lost ?? twins[0] ?? '') || twins.some(isSame)
  const isExtra = added !== undefined && kind !== undefined && !kind.startsWith('//') && twins.length === 0
  return isKept || isExtra || (twins.length > 0 && isExample) ? { ...fault, level: 'warning' } : fault
}

const fold = (label: string): string => label.toLowerCase().replace(/\s+/g, '')

/** Code with words, with the name of an example, or without letters. */
const EXAMPLE = /\p{L}\s+\S|example|path|your|[{<]|^[^\p{L}]*$/iu

/** The kind of code, or the site of a link; undefined for other markup. */
function getKind(label: string): string | undefined {
  if (label.startsWith('``')) return '``'
  const role = /^:[^`]+:(?=`)/.exec(label)?.[0]
  if (role !== undefined) return isCodeRole(role) ? role : undefined
  return /:(\/\/)(?:[a-z]{2,3}\.)?([^/>]+)/.exec(label)?.slice(1).join('')
}

const listSpans = ({ text }: ParsedText): readonly RestSpan[] =>
  findRestSpans(text).filter(({ kind }) => kind !== 'plain')

const toLabelled = ({ start, end, text }: RestSpan, label: string): Labelled => ({
  token: { kind: 'code', raw: text, start, end },
  label,
})

/** What a span leads to, with or without a title. */
const toIdentity = ({ kind, role = kind, text, target = text }: RestSpan): string =>
  `${role} ${target.replace(/\\/g, '')}`

/** What a reference leads to by its name: `text <name_>`. */
const toNamed = (span: RestSpan): string => toIdentity(span).replace(/_$/, '')

/**
 * Settles the differences between code spans that are no code by their form. A label of a button may have its translation, also in quotation marks. A single
 * word can be either, so that its translation is a warning. The other differences are returned.
 */
function settleLabels(
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

const listQuotations = (text: string): readonly string[] => text.match(QUOTATION) ?? []

const countQuotations = ({ text }: ParsedText): number => listQuotations(text).length

/**
 * Compares Markdown link targets and code, if the source has any. Labels in code spans may be translated. Code in quotation marks instead of backticks is a warning. Links and paths may lead to the
 * same page of the target locale. `hasBranches` = the message is a plural or select, whose branches differ in number between languages: only what it has is compared,
 * not how often.
 */
function* compareVerbatim(form: Form, hasBranches: boolean, locales: Locales): Generator<Fault> {
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

/** Finds event handlers that the source does not have, also in tags that are malformed, since browsers run them. */
function* findEventHandlers({ source, target }: Form): Generator<Fault> {
  const given = target.computeOnce(listHandlers)
  if (given.length === 0) return
  const known = source.computeOnce(listHandlers)
  const handlers = new Set(known.map(({ handler }) => handler))
  const names = new Set(known.map(({ name }) => name))
  for (const { name, handler, at } of given) {
    if (handlers.has(handler)) continue
    const [what, fix] = names.has(name)
      ? ['runs other code than in the source', 'Copy it from the source.']
      : ['is not in the source', `Remove ${quote(name)} from the tag.`]
    yield { message: `Event handler ${quote(name)} ${what}.`, at, fix }
  }
}

/** A tag up to its end, or to the next one: a browser may read it without its end, and without the end of a value. */
const OPEN_TAG = /<[a-z](?:"[^"]*"?|'[^']*'?|[^<>"'])*/gi
/** Each attribute with its value, so that no value is read as an attribute. */
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s"'>]*))?/g
const HANDLER = /^on[a-z]{3,}$/

function listHandlers({ text }: ParsedText) {
  if (!/<[a-z]/i.test(text)) return []
  const found: { readonly name: string; readonly handler: string; readonly at: number }[] = []
  for (const tag of text.matchAll(OPEN_TAG)) {
    for (const { 0: handler, 1: spelled = '', index } of tag[0].matchAll(ATTRIBUTE)) {
      const name = spelled.toLowerCase()
      if (HANDLER.test(name) && handler.includes('=')) found.push({ name, handler, at: tag.index + index })
    }
  }
  return found
}

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
  const branched = context.source.computeOnce(isBranched)
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
function isBranched({ single: text, syntax }: ParsedMessage): boolean {
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
