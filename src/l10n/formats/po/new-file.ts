import type { WriteRequest } from '../format.ts'
import { MAX_ENTRIES } from '../limits.ts'
import { type Edit, splice } from '../splice.ts'
import { createPreviousFinder, currentHead, getEntryHead, getTextsEnd, renderHead, renderMessage } from './block.ts'
import type { PoEntry } from './entries.ts'
import { getKey, headerField, type PoFile } from './file.ts'
import { newHeader, withHeaderFields } from './header.ts'
import { appendBlocks, removeParts, renderObsolete } from './obsolete.ts'
import { defaultRule } from './plural/table.ts'
import { detectStyle } from './style.ts'

/**
 * Creates a target file: the source file with the values, empty strings for missing ones, and a header for the locale. Copies line endings and width from a
 * sibling, but not its header, which names the translators of another language.
 */
export function newFile(source: PoFile, sibling: PoFile | undefined, request: WriteRequest): string {
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
