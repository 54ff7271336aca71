import type { Format } from '../format.ts'
import { type Dialect, listEntries, readJsonTarget, writeJson } from '../json/dialect.ts'
import { detectOptions } from '../json/options.ts'
import { fixedShape, type Member, type ObjectShape } from '../json/outline.ts'
import { ownLocaleShape, planOwnLocale } from '../json/own-locale.ts'
import { singleTexts } from '../json/texts.ts'
import { type JsonTree, listProperties, parseJson } from '../json/tree.ts'
import { JSON_ESCAPE } from '../null-character.ts'
import { readNotes } from './notes.ts'

/**
 * Flutter's application resource bundles: strings at the root, in ICU syntax. Notes come from `@key`, which new target files omit and existing ones keep.
 * `@@locale` of a target file is its locale; other `@@` attributes are kept.
 */
export const arb: Format = {
  id: 'arb',
  extensions: '.arb',
  escape: JSON_ESCAPE,
  about: {
    name: 'Application resource bundles (Flutter)',
    example: 'lib/l10n/app_en.arb',
    placeholders: 'ICU MessageFormat',
    plurals: 'ICU plural and select arguments inside the message',
    notes: '`@key`: description, context, and placeholders with a description or example',
    unsupported: '`@@` attributes except `@@locale`, and values that are not strings, are kept.',
  },
  matches: path => /\.arb$/i.test(path),
  read(text) {
    const tree = parseJson(text)
    const root = outlineArb(tree)
    const notes = readNotes(tree)
    const entries = listEntries(tree, root).map(entry => {
      const description = notes.get(entry.key)
      return description === undefined ? entry : { ...entry, description }
    })
    return { entries, options: { ...detectOptions(tree, root), syntax: 'icu', separator: '' } }
  },
  readTarget: (text, locale, source) => readJsonTarget(dialect, text, locale, source),
  write: request => writeJson(dialect, request),
  localeField: { name: '@@locale', find: findStatedLocale },
}

const dialect: Dialect = {
  source: outlineArb,
  target: outlineArb,
  plan: (root, request) => planOwnLocale(root, request, { name: LOCALE, separator: '_' }),
  texts: singleTexts,
}

const LOCALE = '@@locale'

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
      members.push({ name, shape: key === undefined ? toAttribute(name, value) : { kind: 'kept', key }, property })
      continue
    }
    if (value.type !== 'string') {
      members.push({ name, shape: fixedShape(value), property })
      continue
    }
    members.push({ name, shape: { kind: 'text', key: name, node: value }, property })
    if (tree.hasDuplicates && seen.has(name)) continue
    if (tree.hasDuplicates) seen.add(name)
    const about = `@${name}`
    const note = byName.get(about)
    members.push({ name: about, shape: { kind: 'kept', key: name }, ...(note !== undefined && { property: note }) })
  }
  return { kind: 'object', members, node: tree.root }
}

/** An attribute of the file, whose name starts with `@@`. */
const toAttribute = (name: string, value: JsonTree['root']) =>
  name === LOCALE ? ownLocaleShape(value) : fixedShape(value)

/** Finds the attribute without parsing a long file. */
function findStatedLocale(text: string): string | undefined {
  const value = /"@@locale"\s*:\s*"([^"\\]*)"/.exec(text)?.[1]?.trim()
  return value === '' ? undefined : value
}
