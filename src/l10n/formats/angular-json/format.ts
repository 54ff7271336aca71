import { AppError } from '../../../errors.ts'
import { isLocaleName } from '../../locales/spellings.ts'
import type { Family } from '../../message/families.ts'
import type { Format } from '../format.ts'
import { type Dialect, listEntries, readJsonTarget, writeJson } from '../json/dialect.ts'
import { detectOptions } from '../json/options.ts'
import { fixedShape, type Member, type ObjectShape } from '../json/outline.ts'
import { ownLocaleShape, planOwnLocale } from '../json/own-locale.ts'
import { singleTexts } from '../json/texts.ts'
import { findProperty, type JsonTree, listProperties, parseJson } from '../json/tree.ts'
import { JSON_ESCAPE } from '../null-character.ts'

/** What `ng extract-i18n --format=json` writes: `locale`, and `translations` by message ID. */
export const angularJson: Format = {
  id: 'angular-json',
  extensions: '.json',
  escape: JSON_ESCAPE,
  about: {
    name: 'Angular JSON',
    marks: 'Only `locale`, which is a locale, and the object `translations` of texts',
    example: 'src/locale/messages.json',
    placeholders: '`{$INTERPOLATION}`, `{$START_TAG_SPAN}`; ICU MessageFormat in messages that are a plural or select',
    plurals: 'ICU plural and select messages: `{VAR_PLURAL, plural, …}`',
    notes: 'none: the file has no notes',
    unsupported: 'Values of `translations` that are not strings are kept.',
    details: ['Locale: `locale` of a target file is its locale. A file that lacks it gets it.'],
  },
  matches: (path, text) =>
    /\.json$/i.test(path) && text.includes('"translations"') && text.includes('"locale"') && isAngularFile(text),
  read(text) {
    const tree = parseJson(text)
    const root = outlineAngular(tree)
    const entries = listEntries(tree, root).map(entry =>
      typeof entry.value === 'string' && ICU_MESSAGE.test(entry.value) ? { ...entry, syntax: 'icu' as const } : entry,
    )
    return {
      entries,
      options: { ...detectOptions(tree, root), syntax: 'plain', separator: '' },
      families: OF_ANGULAR,
    }
  },
  readTarget: (text, locale, source) => readJsonTarget(dialect, text, locale, source),
  write: request => writeJson(dialect, request),
  localeField: { name: 'locale', find: findStatedLocale },
}

const [LOCALE, TRANSLATIONS] = ['locale', 'translations']
/** `{$INTERPOLATION}` */
const OF_ANGULAR: readonly Family[] = ['braces']
/** Angular makes each plural and select a message of its own. */
const ICU_MESSAGE = /^\s*\{\s*\w+\s*,\s*(?:plural|select)\s*,/

const dialect: Dialect = {
  source: outlineAngular,
  target: outlineAngular,
  plan: (root, request) => planOwnLocale(root, request, { name: LOCALE, separator: '-', isNeeded: true }),
  texts: singleTexts,
}

function outlineAngular(tree: JsonTree): ObjectShape {
  const members = listProperties(tree.root).map((property): Member => {
    const { name, value } = property
    if (name === LOCALE) return { name, shape: ownLocaleShape(value), property }
    return { name, shape: name === TRANSLATIONS ? outlineTexts(value) : fixedShape(value), property }
  })
  return { kind: 'object', members, node: tree.root }
}

function outlineTexts(node: JsonTree['root']): ObjectShape {
  const members = listProperties(node).map((property): Member => {
    const { name, value } = property
    return {
      name,
      shape: value.type === 'string' ? { kind: 'text', key: name, node: value } : fixedShape(value),
      property,
    }
  })
  return { kind: 'object', members, node }
}

function isAngularFile(text: string): boolean {
  try {
    const { root } = parseJson(text)
    const locale = findProperty(root, LOCALE)?.value
    const translations = findProperty(root, TRANSLATIONS)?.value
    return (
      listProperties(root).every(({ name }) => name === LOCALE || name === TRANSLATIONS || name.startsWith('$')) &&
      locale?.type === 'string' &&
      isLocaleName(String(locale.value)) &&
      translations?.type === 'object' &&
      listProperties(translations).every(({ value }) => value.type === 'string')
    )
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Finds the property without parsing a long file: it is first. */
function findStatedLocale(text: string): string | undefined {
  const value = /^\uFEFF?\s*\{\s*"locale"\s*:\s*"([^"\\]*)"/.exec(text)?.[1]?.trim()
  return value === '' ? undefined : value
}
