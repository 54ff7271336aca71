import { detectEol } from '../eol.ts'
import { MAX_ENTRIES, truncateNote } from '../faults.ts'
import type { Format, SourceEntry, WriteRequest } from '../format.ts'
import { type Edit, splice } from '../splice.ts'
import {
  createPreviousFinder,
  currentHead,
  getEntryHead,
  getTextsEnd,
  isFuzzy,
  readMessage,
  renderHead,
  renderMessage,
} from './block.ts'
import type { PoEntry } from './entries.ts'
import { getKey, getSource, headerField, listFlags, type PoFile, parseHeader, parsePo } from './file.ts'
import { newHeader, withHeaderFields } from './header.ts'
import { findIdEvidence } from './ids.ts'
import { mergeInto } from './merge.ts'
import { appendBlocks, removeParts, renderObsolete } from './obsolete.ts'
import { getFormCategories, getWrittenCategories } from './plural/categories.ts'
import { headerRules, localeField } from './plural/header-rules.ts'
import { defaultRule } from './plural/table.ts'
import { detectStyle } from './style.ts'
import { fileSyntax, findFlagSyntax, isIcuCatalog } from './syntax.ts'

/**
 * Creates a target file: the source file with the values, empty strings for missing ones, and a header for the locale. Copies line endings and width from a
 * sibling, but not its header, which names the translators of another language.
 */
function newFile(source: PoFile, sibling: PoFile | undefined, request: WriteRequest): string {
  const { values, locale, history } = request
  const findPrevious = createPreviousFinder(request)
  const { text, entries, repeats, header, obsolete } = source
  const own = detectStyle(source)
  const style = sibling === undefined ? own : detectStyle(sibling)
  const { categories } = defaultRule(locale)
  const edits: Edit[] = []
  if (header === undefined) {
    const start = entries[0]?.start ?? text.length
    edits.push({ start, end: start, text: newHeader(buildHeaderFields(undefined, locale), style) })
  } else {
    const msgstr = withHeaderFields(text, header, buildHeaderFields(header, locale), style)
    edits.push(...replaceTranslation(source, header, msgstr))
  }
  for (const entry of entries) {
    const key = getKey(entry)
    const msgstr = renderMessage(values.get(key), entry.plural !== undefined, categories, style)
    const previous = values.has(key) ? findPrevious(key) : undefined
    edits.push(...replaceTranslation(source, entry, msgstr, previous && renderHead(source, { entry, previous }, style)))
  }
  edits.push(...removeParts(text, [...obsolete, ...[...repeats.values()].flat()]))
  const written = splice(text, edits)
  const styled = own.eol === style.eol ? written : written.replace(/\r?\n/g, style.eol)
  const inSource = new Set(entries.map(getKey))
  const old = (history?.obsolete ?? []).filter(([key]) => !inSource.has(key))
  const room = Math.max(0, MAX_ENTRIES - entries.length)
  const blocks = old.slice(0, room).map(([, one]) => renderObsolete(one, categories, style))
  return source.bom + appendBlocks(styled, blocks, style)
}

/** Replaces a translation. Removes the flags of the source's own translation, such as `fuzzy`. */
function replaceTranslation(source: PoFile, entry: PoEntry, msgstr: string, newHead?: string): Edit[] {
  const [{ start }] = entry.texts
  const head = getEntryHead(source, entry)
  const current = newHead ?? currentHead(head)
  return [
    ...(current === head ? [] : [{ start: entry.start, end: start, text: current }]),
    { start, end: getTextsEnd(entry), text: msgstr },
  ]
}

function buildHeaderFields(header: PoEntry | undefined, locale: string): Record<string, string> {
  const type = headerField(header, 'Content-Type') ?? ''
  return {
    Language: toGettextLocale(locale),
    ...(!/charset=utf-?8/i.test(type) && { 'Content-Type': 'text/plain; charset=UTF-8' }),
    'Plural-Forms': defaultRule(locale).header,
  }
}

/** Spells a locale as gettext does: `pt_BR`, `sr@latin`, `ca@valencia`. */
function toGettextLocale(locale: string): string {
  const subtags = locale.split('-').map(subtag => SCRIPTS[subtag] ?? (subtag.length > 4 ? `@${subtag}` : subtag))
  const isVariant = (subtag: string): boolean => subtag.startsWith('@')
  return subtags.filter(subtag => !isVariant(subtag)).join('_') + subtags.filter(isVariant).join('')
}

const SCRIPTS: Readonly<Record<string, string>> = { Latn: '@latin', Cyrl: '@cyrillic', Deva: '@devanagari' }

/**
 * gettext's PO and POT: the source string is the `msgid`, even if the file of the source language has its own translations. The note has the extracted comments
 * (`#.`), then the translator comments (`# `) of the source file. Those of a target file are part of that file. Limits: 50 references per entry with 4,000 characters together, notes of 4,000 characters, 50,000 entries per file,
 * 65,536 characters per string.
 */
export const po: Format = {
  id: 'po',
  extensions: '.po, .pot',
  escape: /\0|\\(?:(000|00?(?![0-7])|x00|x0(?![0-9a-fA-F]))|[^])/g,
  keysAreSources: true,
  unfinishedMark: 'fuzzy',
  obsoleteMark: '#~',
  about: {
    name: 'gettext PO and POT',
    example: 'locale/en/LC_MESSAGES/django.po',
    placeholders: 'Those of the flags (`c-format`, `python-brace-format` …), otherwise detected',
    plurals: '`msgid_plural`, with the number of forms in the header of the file',
    states: '`fuzzy` is `needs_review`',
    notes: 'Extracted comments (`#.`), translator comments of the source file (`# `), and references (`#:`)',
    unsupported: 'Domains, and encodings other than UTF-8.',
  },
  matches: path => /\.pot?$/i.test(path),
  rivals: ({ options }) => (options['ids'] === 'unsure' ? ['po-monolingual'] : []),
  read(text) {
    const file = parsePo(text)
    const listed = file.entries.filter(({ id }) => id.value !== '')
    const flagged = listed.map(entry => findFlagSyntax(listFlags(entry)))
    const texts = listed.map(({ id }) => id.value)
    const syntax = isIcuCatalog(file) ? 'icu' : fileSyntax(flagged, texts)
    const hasFlags = flagged.some(own => own !== undefined)
    const entries = listed.map((entry, at): SourceEntry => {
      const own = flagged[at] ?? (hasFlags ? 'plain' : syntax)
      return { ...toEntry(entry), ...file.repeated.get(getKey(entry)), ...(own !== syntax && { syntax: own }) }
    })
    const options = { syntax, eol: detectEol(text), final_newline: text.endsWith('\n') }
    return { entries, options: { ...options, ...(findIdEvidence(text) === 'unsure' && { ids: 'unsure' }) } }
  },
  readTarget(text, locale) {
    const file = parsePo(text)
    const categories = getFormCategories(file.header, locale)
    return file.entries.flatMap(entry => {
      const repetition = file.repeated.get(getKey(entry))
      const value = readMessage(entry, categories) ?? (repetition.differs && (entry.plural === undefined ? '' : {}))
      if (value === undefined || entry.id.value === '') return []
      const emptyForms = entry.texts.flatMap((form, at) => (form.value === '' ? (categories[at] ?? []) : []))
      const surplus = entry.plural === undefined ? 0 : Math.max(0, entry.texts.length - categories.length)
      return [
        {
          key: getKey(entry),
          value,
          ...repetition,
          ...(isFuzzy(entry) && { state: 'needs_review' as const }),
          ...(surplus > 0 && { surplus }),
          ...(emptyForms.length > 0 && { emptyForms }),
        },
      ]
    })
  },
  write: request => writePo(request, false),
  pluralCategories(locale, target) {
    return getWrittenCategories(parseHeader(target ?? '').header, locale)
  },
  header: headerRules,
  findTargetLanguage: text => localeField.find(text),
  localeField,
}

/** @param hasIds see `mergeInto` */
export function writePo(request: WriteRequest, hasIds: boolean): string {
  const source = parsePo(request.source)
  if (request.base !== undefined) return mergeInto(source, parsePo(request.base), request, hasIds)
  return newFile(source, request.sibling === undefined ? undefined : parsePo(request.sibling), request)
}

/** Maximum references stored per entry, and their UTF-16 code units in total. */
const MAX_REFERENCES = 50
const MAX_REFERENCE_UNITS = 4_000

/** Reads an entry of a source file. */
export function toEntry(entry: PoEntry): SourceEntry {
  const description = truncateNote([...listComments(entry, '#.'), ...listTranslatorComments(entry)].join('\n'))
  const references = listReferences(entry)
  const tags = listFlags(entry).filter(flag => flag !== 'fuzzy')
  return {
    key: getKey(entry),
    value: getSource(entry),
    ...(description !== '' && { description }),
    ...(entry.context !== undefined && { context: entry.context.value }),
    ...(references.length > 0 && { references }),
    ...(tags.length > 0 && { tags }),
  }
}

const listComments = ({ comments }: PoEntry, sign: string): string[] =>
  comments
    .filter(comment => comment.startsWith(sign) && !IS_MARK.test(comment))
    .map(comment => comment.slice(sign.length).trim())

/** What Lingui writes for itself. */
const IS_MARK = /^#\. *js-lingui[-:]/

/** Lists the comments that people wrote into the file: `# ` and text. */
const listTranslatorComments = ({ comments }: PoEntry): string[] =>
  comments.flatMap(comment => /^#[ \t]+(\S.*?)\s*$/s.exec(comment)?.[1] ?? [])

/** Lists the references of an entry. They are separated by spaces; a path with spaces is enclosed in isolates (U+2068, U+2069). */
function listReferences({ comments }: PoEntry): string[] {
  const places: string[] = []
  let room = MAX_REFERENCE_UNITS
  for (const comment of comments) {
    if (!comment.startsWith('#:')) continue
    for (const [place] of comment.slice(2).matchAll(/\u2068[^\u2068\u2069]*\u2069\S*|\S+/g)) {
      room -= place.length
      if (room < 0) return places
      places.push(place.replace(/[\u2068\u2069]/g, ''))
      if (places.length === MAX_REFERENCES) return places
    }
  }
  return places
}
