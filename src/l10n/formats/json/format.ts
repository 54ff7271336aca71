import type { Format } from '../format.ts'
import { JSON_ESCAPE } from '../null-character.ts'
import { type Dialect, listEntries, readJsonTarget, writeJson } from './dialect.ts'
import { readDetails } from './messages/details.ts'
import { isExtracted } from './messages/fields.ts'
import { outlineMessages } from './messages/outline.ts'
import { planMessages } from './messages/plan.ts'
import { parseOneLocale } from './one-locale.ts'
import { detectOptions } from './options.ts'
import { buildOutline } from './outline.ts'
import { findJsonRivals } from './rivals.ts'
import { singleTexts } from './texts.ts'

/**
 * Flat and nested JSON: every string is an entry; other values are kept. An array is written completely or not at all, because its elements are named by
 * position. In the format of `formatjs extract`, `{ id: { defaultMessage, description } }`, the ID is the key and the description the note. A translation has
 * the same shape, or is flat (`{ id: text }`) if the file or its sibling is.
 */
export const json: Format = {
  id: 'json',
  extensions: '.json',
  escape: JSON_ESCAPE,
  about: {
    name: 'JSON, flat or nested',
    placeholders: 'ICU, vue-i18n, i18next, printf, Ruby, braces and others, detected by file',
    plurals: 'Those of the detected syntax, inside the message',
    notes: '`description` in files of `formatjs extract`',
    unsupported: 'Values that are not strings are kept. Comments are rejected.',
  },
  matches: path => /\.json$/i.test(path),
  rivals: findJsonRivals,
  read(text, rootLocale) {
    const tree = parseOneLocale(text, rootLocale)
    const root = dialect.source(tree)
    const extracted = isExtracted(tree)
    const details = extracted ? readDetails(tree, PLACES) : undefined
    const entries = listEntries(tree, root).map(entry => ({ ...entry, ...details?.get(entry.key) }))
    return {
      entries,
      options: { ...detectOptions(tree, root), ...(extracted && { shape: 'formatjs', separator: '' }) },
    }
  },
  readTarget: (text, locale, source, rootKey) => readJsonTarget(dialect, text, locale, source, rootKey),
  write: request => writeJson(dialect, request),
}

/** The text in the output of `formatjs extract`. */
const PLACES = { field: 'defaultMessage', isNested: false } as const

const dialect: Dialect = {
  source: tree => (isExtracted(tree) ? outlineMessages(tree, PLACES) : buildOutline(tree.root, tree.nested)),
  target: (tree, _locale, source) =>
    isExtracted(source?.tree ?? tree)
      ? outlineMessages(tree, PLACES)
      : buildOutline(tree.root, (source?.tree ?? tree).nested),
  plan: (root, request) => (isExtracted(request.source) ? planMessages(root, request, PLACES.field) : root),
  texts: singleTexts,
}
