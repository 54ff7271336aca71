import type { Format } from '../format.ts'
import { ofDialect } from './dialect.ts'
import { readDetails } from './messages/details.ts'
import { isExtracted } from './messages/fields.ts'
import { outlineMessages } from './messages/outline.ts'
import { planMessages } from './messages/plan.ts'
import { buildOutline, type ObjectShape } from './outline.ts'
import { findJsonRivals } from './rivals.ts'
import type { JsonTree } from './tree.ts'

/**
 * Flat and nested JSON: every string is an entry; other values are kept. An array is written completely or not at all, because its elements are named by
 * position. In the format of `formatjs extract`, `{ id: { defaultMessage, description } }`, the ID is the key and the description the note. A translation has
 * the same shape, or is flat (`{ id: text }`) if the file or its sibling is.
 */
export const json: Format = {
  id: 'json',
  ...ofDialect({
    hasRootKey: true,
    source: tree => outlineLike(tree, tree),
    target: (tree, _locale, source) => outlineLike(tree, source?.tree ?? tree),
    plan: (root, request) => (isExtracted(request.source) ? planMessages(root, request, EXTRACTED.field) : root),
    describe(parsed, { tree }) {
      if (!isExtracted(tree)) return parsed
      const details = readDetails(tree.root, false)
      return {
        entries: parsed.entries.map(entry => ({ ...entry, ...details.get(entry.key) })),
        options: { ...parsed.options, shape: 'formatjs', separator: '' },
      }
    },
  }),
  about: {
    name: 'JSON, flat or nested',
    placeholders: 'ICU, vue-i18n, i18next, printf, Ruby, braces and others, detected by file',
    plurals: 'Those of the detected syntax, inside the message',
    notes: '`description` in files of `formatjs extract`',
    unsupported: 'Values that are not strings are kept. Comments are rejected.',
  },
  matches: path => /\.json$/i.test(path),
  rivals: findJsonRivals,
}

/** The texts in the output of `formatjs extract`. */
const EXTRACTED = { field: 'defaultMessage', nested: false } as const

/** Outlines a file as its source. */
const outlineLike = (tree: JsonTree, source: JsonTree): ObjectShape =>
  isExtracted(source) ? outlineMessages(tree, EXTRACTED) : buildOutline(tree.root, source.nested)
