import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/token.ts'
import { type Fault, type Form, findNew, toMissing } from '../define-check.ts'
import { compareAttributes, compareLinkTargets } from './attributes.ts'
import { classifyCode } from './code-words.ts'
import { compareLabels, getTagName, type Labelled, listAttributes, listOnce } from './labels.ts'
import type { Locales } from './local-links.ts'
import { ELEMENTS, findLostOpenTags, findRespelledWords, VOID } from './open-tags.ts'

/** Android's mark around a placeholder, or a name that stays as it is. The build removes it. */
const MARK = 'xliff:g'
const MARK_LABELS: readonly string[] = [`<${MARK}>`, `</${MARK}>`]

/** Whether a translation has marks around other words than its source, in pairs, and keeps everything that the source marks. */
function differsInMarks({ source, target }: Form): boolean {
  const { contents } = source.computeOnce(readMarks)
  const { opened, closed } = target.computeOnce(readMarks)
  return opened === closed && contents.every(content => target.text.includes(content))
}

/** Finds names in marks that a translation marks, too, but does not keep. `placeholders` compares the placeholders in marks. */
function* findChangedMarks({ source, target }: Form): Generator<Fault> {
  const { contents } = source.computeOnce(readMarks)
  for (const content of contents) {
    const isName = /\p{L}/u.test(content) && !source.placeholders.some(({ raw }) => content.includes(raw))
    if (!isName || target.text.includes(content)) continue
    yield { level: 'warning', ...toMissing(content) }
  }
}

function readMarks({ text, markup }: ParsedText) {
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

/**
 * Compares tags by name, their order, and where they lead. Tags that the source leaves open, or closes without opening, are not demanded. `hasBranches` = the
 * message is a plural or select: as its branches differ in number between languages, only which tags it has is compared, not how often.
 */
export function* compareTags(form: Form, hasBranches: boolean, locales: Locales): Generator<Fault> {
  const { source, target } = form
  const list = hasBranches ? listTagsOnce : listTags
  if (!hasBranches) {
    yield* findLostOpenTags(form)
    yield* findRespelledWords(form)
  }
  const wanted = source.computeOnce(list)
  const given = hasBranches ? target.computeOnce(list) : withUnclosed(target, wanted)
  if (wanted.length === 0 && given.length === 0) return
  const unpaired = source.computeOnce(findUnpaired)
  const isPaired = ({ token }: Labelled): boolean => !unpaired.has(getTagName(token))
  const differences = compareLabels(wanted.filter(isPaired), given.filter(isPaired), {
    missing: label => `Put ${quote(findLost(label, wanted, given))} back.`,
    extra: label => `Remove ${quote(label)}.`,
  })
  let isDifferent = false
  for (const { lost, added, ...fault } of differences) {
    const label = lost ?? added ?? ''
    if (MARK_LABELS.includes(label) && differsInMarks(form)) continue
    if (lost !== undefined && isNeedlessFrame(lost, form)) continue
    isDifferent = true
    yield fault
  }
  if (isDifferent) return
  yield* findRecased(wanted, given)
  yield* findChangedMarks(form)
  yield* findChangedCode(form)
  yield* compareLinkTargets(form, locales)
  yield* compareAttributes(form, hasBranches)
  const stray = unpaired.size > 0 ? undefined : findNew(form, findStrayTag)
  if (stray === undefined) return
  const fix = 'Open each tag before closing it, in the same order.'
  yield { message: `${quote(stray.raw)} is in the wrong place.`, fix, at: stray.start }
}

/** Finds names of components in another case, which programs do not find; elements of HTML may have any. */
function* findRecased(wanted: readonly Labelled[], given: readonly Labelled[]): Generator<Fault> {
  const names = [...new Set(wanted.map(({ token }) => token.name ?? ''))]
  for (const { token } of given) {
    const { name = '', raw, start } = token
    if (names.includes(name)) continue
    const lower = getTagName(token)
    const own = names.find(other => other.toLowerCase() === lower)
    const isElement = (ELEMENTS.has(lower) || VOID.has(lower)) && [lower, lower.toUpperCase()].includes(own ?? '')
    if (own === undefined || isElement) continue
    const fix = `Replace ${quote(raw)} with ${quote(raw.replace(name, own))}, or remove it.`
    yield { message: `${quote(raw)} is not in the source.`, at: start, fix }
  }
}

/** Code in an element, as `verbatim` compares that in backticks. Words in it may be translated. */
function* findChangedCode({ source, target }: Form): Generator<Fault> {
  for (const [, code = ''] of source.text.matchAll(/<code>\s*([^<>{}&\n]{1,120}?)\s*<\/code>/gi)) {
    if (target.text.includes(code) || !/^[-./~]/.test(code) || classifyCode(`\`${code}\``) !== 'code') continue
    const fix = `Write ${quote(code)}, unless it is a word that users see.`
    yield { level: 'warning', message: `${quote(code)} is missing.`, fix }
  }
}

/** Whether a tag around the whole text may be left out: HTML demands no `<body>` and no end of it, and a text without tags needs no `<html>`. */
const isNeedlessFrame = (label: string, { target }: Form): boolean =>
  FRAME.has(label) || (label === '<html>' && !target.markup.some(({ kind }) => kind === 'tag'))

const FRAME = new Set(['<body>', '</body>', '</html>'])

/** The first tag of the source with a label that the translation does not have as it is written. */
function findLost(label: string, wanted: readonly Labelled[], given: readonly Labelled[]): string {
  const known = new Set(given.map(({ token }) => token.raw))
  return wanted.find(tag => tag.label === label && !known.has(tag.token.raw))?.token.raw ?? label
}

const isClosing = ({ raw }: Token): boolean => raw.startsWith('</')

/**
 * The tags of a string, without words in angle brackets (`<your name>`): a tag closes, is closed, is self-closing, or is void in HTML.
 * Attributes may be translated, except the ID of an inline element of XLIFF.
 */
function listTags({ markup: tokens }: ParsedText): readonly Labelled[] {
  const all = tokens.filter(token => token.kind === 'tag')
  const closed = new Set(all.filter(isClosing).map(getTagName))
  const open = new Set<string>()
  return all.flatMap(token => {
    const name = getTagName(token)
    if (VOID.has(name)) {
      // `<br></br>` is one line break; `</br>` alone is another one.
      if (isClosing(token)) return open.delete(name) ? [] : [{ token, label: `</${name}>` }]
      if (!token.raw.endsWith('/>')) open.add(name)
      return [{ token, label: `<${name}>` }]
    }
    if (isClosing(token)) return [{ token, label: `</${name}>` }]
    return token.raw.endsWith('/>') || closed.has(name) ? [{ token, label: getLabel(token) }] : []
  })
}

/** The tags of a translation, with those that it leaves open although the source closes them. */
function withUnclosed(target: ParsedText, wanted: readonly Labelled[]): readonly Labelled[] {
  const given = target.computeOnce(listTags)
  const known = new Set(given.map(({ token }) => token))
  const names = new Set(wanted.map(({ token }) => getTagName(token)))
  const open = target.markup.filter(
    token => token.kind === 'tag' && !isClosing(token) && !known.has(token) && names.has(getTagName(token)),
  )
  if (open.length === 0) return given
  return [...given, ...open.map(token => ({ token, label: getLabel(token) }))].toSorted(
    (a, b) => a.token.start - b.token.start,
  )
}

/** How messages name a tag that is not closing. */
function getLabel(token: Token): string {
  const name = getTagName(token)
  return `<${name}${CODES.has(name) ? findId(token) : ''}${token.raw.endsWith('/>') ? '/>' : '>'}`
}

/** The tags of a string by label, each once. */
const listTagsOnce = (text: ParsedText): readonly Labelled[] => listOnce(text.computeOnce(listTags))

/** Inline elements of XLIFF. Their ID tells which code of the source they stand for. */
const CODES = new Set(['g', 'x', 'bx', 'ex', 'bpt', 'ept', 'ph', 'it', 'mrk', 'pc', 'sc', 'ec'])

function findId(token: Token): string {
  const id = listAttributes(token).find(({ name }) => ID_NAMES.has(name))
  return id === undefined ? '' : ` id="${id.value}"`
}

const ID_NAMES = new Set(['id', 'mid', 'startref'])

const isSelfClosed = ({ label }: Labelled): boolean => label.endsWith('/>') || VOID.has(label.slice(1, -1))

/** Names of tags that a text opens more often than it closes them, or closes before it opens them. */
function findUnpaired(text: ParsedText): ReadonlySet<string> {
  const depths = new Map<string, number>()
  const unpaired = new Set<string>()
  for (const tag of text.computeOnce(listTags)) {
    if (isSelfClosed(tag)) continue
    const name = getTagName(tag.token)
    const depth = (depths.get(name) ?? 0) + (isClosing(tag.token) ? -1 : 1)
    depths.set(name, depth)
    if (depth < 0) unpaired.add(name)
  }
  for (const [name, depth] of depths) if (depth !== 0) unpaired.add(name)
  return unpaired
}

function findStrayTag(text: ParsedText): Token | undefined {
  const open: Labelled[] = []
  for (const tag of text.computeOnce(listTags)) {
    if (isSelfClosed(tag)) continue
    if (isClosing(tag.token)) {
      const last = open.pop()
      if (last === undefined || getTagName(last.token) !== getTagName(tag.token)) return tag.token
    } else open.push(tag)
  }
  return open[0]?.token
}
