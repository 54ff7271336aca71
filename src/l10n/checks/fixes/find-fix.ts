import { termInLocale } from '../../glossary/term-book.ts'
import type { ParsedMessage } from '../../message/parsed-text.ts'
import { tokenize } from '../../message/placeholder-tokens.ts'
import { joinChoice, splitChoice } from '../../message/plural-message.ts'
import type { CheckInput, Finding } from '../check.ts'
import { inspectText, parseSource } from '../check-text.ts'
import { sourceText } from '../define-check.ts'
import { copyEdges } from '../whitespace/spaces.ts'

/** A finding with the plural form that it is about; without one, it is about the whole message. */
interface PlacedFinding extends Finding {
  readonly form?: string
}

/** Checks that compare the forms of a message with each other. */
const OF_ALL_FORMS: ReadonlySet<string> = new Set(['plural_forms', 'extra_plural_forms', 'same_plurals'])

/** Assigns the findings of a message to its plural forms: a form has a finding that it has on its own, too. */
export function placeFindings(input: CheckInput, findings: readonly Finding[]): readonly PlacedFinding[] {
  const { target } = input
  if (typeof target === 'string') return findings
  const source = parseSource(input)
  const rest = new Set(findings)
  const placed: PlacedFinding[] = []
  for (const [form, text] of Object.entries(target)) {
    const alone = inspectText({ ...input, target: { [form]: text } }, source)
    for (const one of alone) {
      const whole = findings.filter(({ id }) => id === one.id && !OF_ALL_FORMS.has(id))
      const [first] = whole
      if (first === undefined) continue
      for (const known of whole) rest.delete(known)
      const exact = whole.find(({ message }) => message === one.message) ?? first
      placed.push({ ...one, level: exact.level, form })
    }
  }
  return [...findings.filter(finding => rest.has(finding)), ...placed]
}

/** Most corrected texts that are tried for a finding. */
const MAX_TRIED = 12

/**
 * Corrects a text so that the checks no longer have a finding, where code can: a missing placeholder, punctuation, spaces, a term. Returns the corrected form,
 * or the corrected text of a message without forms; undefined if a person has to write it. The checks judge every correction.
 */
export function findFix(input: CheckInput, finding: PlacedFinding): string | undefined {
  const text = typeof input.target === 'string' ? input.target : input.target[finding.form ?? '']
  if (text === undefined) return undefined
  const toTarget = (corrected: string) => (finding.form === undefined ? corrected : { [finding.form]: corrected })
  const parsed = parseSource(input)
  const inspect = (corrected: string) => inspectText({ ...input, target: toTarget(corrected) }, parsed)
  const before = inspect(text)
  const tried = new Set([text])
  for (const corrected of listCorrections(text, parsed, input, finding)) {
    if (tried.has(corrected)) continue
    if (tried.size > MAX_TRIED) return undefined
    tried.add(corrected)
    if (isBetter(before, inspect(corrected), finding)) return corrected
  }
  return undefined
}

/** Whether a correction has fewer findings of the check, and no other new one. */
function isBetter(before: readonly Finding[], after: readonly Finding[], { id }: Finding): boolean {
  const count = (findings: readonly Finding[], wanted: string) => findings.filter(one => one.id === wanted).length
  const others = new Set(after.map(one => one.id).filter(other => other !== id))
  return count(after, id) < count(before, id) && [...others].every(other => count(after, other) <= count(before, other))
}

function* listCorrections(
  text: string,
  parsed: ParsedMessage,
  input: CheckInput,
  finding: PlacedFinding,
): Generator<string> {
  const source = sourceText(input.source, finding.form ?? 'other')
  switch (finding.id) {
    case 'edge_whitespace':
      yield copyEdges(parsed.parseText(source), text, input)
      return
    case 'invisible_characters':
    case 'control_characters':
      yield text.replace(/[\p{Cf}\p{Cc}]/gu, '')
      return
    default: {
      // The white space at the ends is no part of these findings.
      const core = text.trim()
      const start = text.indexOf(core)
      const own = finding.at === undefined ? finding : { ...finding, at: finding.at - start }
      for (const corrected of correctWords(core, source, input, own)) {
        yield text.slice(0, start) + corrected + text.slice(start + core.length)
      }
    }
  }
}

function* correctWords(text: string, source: string, input: CheckInput, finding: Finding): Generator<string> {
  switch (finding.id) {
    case 'placeholders':
    case 'markup':
      yield* correctPlaceholders(text, source, input)
      return
    case 'end_punctuation':
    case 'end_colon':
    case 'end_question':
      yield* correctEnd(text, source)
      return
    case 'double_space':
      yield text.replace(/(?<=\S)[ \u00A0]{2,}(?=\S)/g, ' ')
      return
    case 'punctuation_spacing':
      yield text.replace(/(?<=[\p{L}\p{N}}])[ \u00A0\u202F]+(?=[,;:!?.。、，！？：；])/gu, '')
      yield text.replace(/ ?(?=[;:!?»])/g, '\u202F').replace(/« ?/g, '«\u202F')
      return
    case 'escaped_newlines':
      yield text.replaceAll('\\r\\n', '\n').replaceAll('\\n', '\n').replaceAll('\\t', '\t')
      return
    case 'newlines':
      yield text.replace(/[\r\n]+/g, ' ')
      return
    case 'forbidden_term':
      yield* correctTerm(text, input, finding)
      return
    default:
  }
}

/** Puts back the placeholders that are missing, in place of an unknown one, or where the source has them. */
function* correctPlaceholders(text: string, source: string, input: CheckInput): Generator<string> {
  const { syntax, families } = input
  const list = (one: string) =>
    tokenize(one, syntax, families?.families).filter(({ kind }) => !['literal', 'choice', 'pound'].includes(kind))
  const branches = input.syntax === 'icu' ? splitChoice(text) : undefined
  if (branches !== undefined) {
    const forms = Object.entries(branches.forms).map(([name, form]) => {
      const own = splitChoice(source)?.forms
      const wanted = own?.[name] ?? own?.['other'] ?? ''
      return [name, insertMissing(form, wanted, list) ?? form] as const
    })
    yield joinChoice({ ...branches, forms: Object.fromEntries(forms) })
    return
  }
  const has = (raws: readonly { readonly raw: string }[], raw: string) => raws.some(one => one.raw === raw)
  const [wanted, given] = [list(source), list(text)]
  const missing = wanted.filter(({ raw }) => !has(given, raw))
  const unknown = given.filter(({ raw }) => !has(wanted, raw))
  const [lost] = missing
  const [other] = unknown
  if (lost !== undefined && other !== undefined) yield text.slice(0, other.start) + lost.raw + text.slice(other.end)
  const inserted = insertMissing(text, source, list)
  if (inserted !== undefined) yield inserted
  if (other !== undefined) yield (text.slice(0, other.start) + text.slice(other.end)).replace(/ {2,}/g, ' ').trim()
}

type List = (text: string) => readonly { readonly raw: string; readonly start: number; readonly end: number }[]

/** Adds missing placeholders: at the start if the source starts with one, else before the punctuation at the end. */
function insertMissing(text: string, source: string, list: List): string | undefined {
  const given = list(text).map(({ raw }) => raw)
  const missing = list(source).filter(({ raw }) => !given.includes(raw))
  if (missing.length === 0) return undefined
  return missing.reduce((corrected, { raw, start }) => {
    if (source.slice(0, start).trim() === '') return `${raw} ${corrected}`
    const [end = ''] = /[\p{P}\s]*$/u.exec(corrected) ?? []
    const tail = /[}\])>%]/.test(end) ? '' : end
    const words = corrected.slice(0, corrected.length - tail.length)
    return `${words}${words === '' || /\s$/.test(words) ? '' : ' '}${raw}${tail}`
  }, text)
}

/** The marks of scripts that have their own. */
const END_MARKS = ['.', '。', '।', '?', '？', '؟', ';', '!', '！', ':', '：', '…', '؛', ',']
const END = /(?:\.{2,}|[.。।?？؟;!！:：…؛])$/u

function* correctEnd(text: string, source: string): Generator<string> {
  const words = text.trimEnd()
  const bare = words.replace(END, '').trimEnd()
  const [mark] = END.exec(source.trimEnd()) ?? []
  if (mark === undefined) {
    yield bare
    return
  }
  yield bare + mark
  for (const other of END_MARKS) yield bare + other
}

/** Longest forbidden word that is replaced, in UTF-16 units. */
const MAX_WORD = 60

/** Writes the term's translation in place of the forbidden word, which begins at the finding and ends at the end of a word. */
function* correctTerm(text: string, { locale, terms }: CheckInput, { at, term: name }: Finding): Generator<string> {
  const term = terms?.terms.find(one => one.term === name)
  const translation = term && termInLocale(term, locale).translation
  if (translation === undefined || at === undefined) return
  for (const { index } of text.slice(at, at + MAX_WORD).matchAll(/(?<=[\p{L}\p{M}\p{N}])(?![\p{L}\p{M}\p{N}])/gu)) {
    yield text.slice(0, at) + translation + text.slice(at + index)
  }
}
