import { truncateNote } from '../faults.ts'
import type { Format } from '../format.ts'
import { ofDialect } from '../json/dialect.ts'
import { listPlaceholders } from '../json/messages/details.ts'
import { fixedShape, type Member, type ObjectShape } from '../json/outline.ts'
import { findStatedLocale, ownLocaleShape, planOwnLocale } from '../json/own-locale.ts'
import { findText, type JsonTree, listProperties, tryParseJson } from '../json/tree.ts'

const LOCALE = '@@locale'
const STATED = /"@@locale"\s*:\s*"([^"\\]*)"/

/**
 * Flutter's application resource bundles: strings at the root, in ICU syntax. Notes come from `@key`, which new target files omit and existing ones keep.
 * `@@locale` of a target file is its locale; other `@@` attributes are kept.
 */
export const arb: Format = {
  id: 'arb',
  ...ofDialect({
    isNested: () => false,
    source: outlineArb,
    target: outlineArb,
    plan: (root, request) => planOwnLocale(root, request, { name: LOCALE, separator: '_' }),
    describe: ({ entries, options }, { tree }) => {
      const notes = readNotes(tree)
      return {
        entries: entries.map(entry => ({ ...entry, ...notes.get(entry.key) })),
        options: { ...options, syntax: 'icu' },
      }
    },
  }),
  extensions: '.arb, .json',
  about: {
    name: 'Application resource bundles (Flutter)',
    example: 'lib/l10n/app_en.arb',
    marks: 'its extension; in .json files, `@@locale`, where no other object than `@key` is at the root',
    placeholders: 'ICU MessageFormat',
    plurals: 'ICU plural and select arguments inside the message',
    notes: '`@key`: description, context, and placeholders with a description or example',
    unsupported: '`@@` attributes except `@@locale`, and values that are not strings, are kept.',
  },
  matches: (path, text) =>
    /\.arb$/i.test(path) || (/\.json$/i.test(path) && STATED.test(text) && isBundle(tryParseJson(text))),
  localeField: { name: '@@locale', find: text => findStatedLocale(text, STATED) },
}

/** Whether JSON has the locale at its root, and no strings below it. */
const isBundle = (tree: JsonTree | undefined): boolean =>
  findText(tree?.root, LOCALE) !== undefined &&
  listProperties(tree?.root).every(({ name, value }) => name.startsWith('@') || value.children === undefined)

/** Notes for translators from `@key`: its description and context, then a line per placeholder with a description or example. */
function readNotes({ root }: JsonTree): ReadonlyMap<string, { readonly description: string }> {
  return new Map(
    listProperties(root).flatMap(({ name, value }) => {
      if (!/^@(?!@)/.test(name)) return []
      const texts = ['description', 'context'].flatMap(part => findText(value, part) || [])
      const lines = [...texts, ...listPlaceholders(value, 'description', placeholder => `{${placeholder}}`)]
      return lines.length === 0 ? [] : [[name.slice(1), { description: truncateNote(lines.join('\n')) }]]
    }),
  )
}

/** Keeps `@key` directly after its key, so that nothing new is inserted between them. */
function outlineArb(tree: JsonTree): ObjectShape {
  const properties = listProperties(tree.root)
  const byName = new Map(properties.map(property => [property.name, property]))
  const seen = new Set<string>()
  const members: Member[] = []
  for (const property of properties) {
    const { name, value } = property
    if (name.startsWith('@')) {
      const key = name.startsWith('@', 1) ? undefined : name.slice(1)
      if (key !== undefined && byName.get(key)?.value.type === 'string') continue
      const attribute = name === LOCALE ? ownLocaleShape(value) : fixedShape(value)
      members.push({ name, shape: key === undefined ? attribute : { kind: 'kept', key }, property })
      continue
    }
    const isText = value.type === 'string'
    members.push({ name, shape: isText ? { kind: 'text', key: name, node: value } : fixedShape(value), property })
    if (!isText || seen.has(name)) continue
    seen.add(name)
    const about = `@${name}`
    const note = byName.get(about)
    members.push({ name: about, shape: { kind: 'kept', key: name }, ...(note !== undefined && { property: note }) })
  }
  return { kind: 'object', members, node: tree.root }
}
