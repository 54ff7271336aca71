import { isLocaleName } from '../../locales/spellings.ts'
import type { Format } from '../format.ts'
import { ofDialect } from '../json/dialect.ts'
import { buildOutline, fixedShape, type ObjectShape, objectShape } from '../json/outline.ts'
import { findStatedLocale, ownLocaleShape, planOwnLocale } from '../json/own-locale.ts'
import { findProperty, findText, type JsonTree, listProperties, tryParseJson } from '../json/tree.ts'

const [LOCALE, TRANSLATIONS] = ['locale', 'translations']

/** Angular makes each plural and select a message of its own. */
const ICU_MESSAGE = /^\s*\{\s*\w+\s*,\s*(?:plural|select)\s*,/

/** What `ng extract-i18n --format=json` writes: `locale`, and `translations` by message ID. */
export const angularJson: Format = {
  id: 'angular-json',
  ...ofDialect({
    isNested: () => false,
    source: outlineAngular,
    target: outlineAngular,
    plan: (root, request) => planOwnLocale(root, request, { name: LOCALE, separator: '-', isNeeded: true }),
    describe: ({ entries, options }) => ({
      entries: entries.map(entry =>
        typeof entry.value === 'string' && ICU_MESSAGE.test(entry.value) ? { ...entry, syntax: 'icu' } : entry,
      ),
      options: { ...options, syntax: 'plain' },
      // `{$INTERPOLATION}`
      families: ['braces'],
    }),
  }),
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
  // It is the first property.
  localeField: { name: 'locale', find: text => findStatedLocale(text, /^\uFEFF?\s*\{\s*"locale"\s*:\s*"([^"\\]*)"/) },
}

function outlineAngular({ root }: JsonTree): ObjectShape {
  return objectShape(root, ({ name, value }) => {
    if (name === LOCALE) return ownLocaleShape(value)
    return name === TRANSLATIONS ? buildOutline(value, false) : fixedShape(value)
  })
}

function isAngularFile(text: string): boolean {
  const root = tryParseJson(text)?.root
  const translations = findProperty(root, TRANSLATIONS)?.value
  return (
    listProperties(root).every(({ name }) => name === LOCALE || name === TRANSLATIONS || name.startsWith('$')) &&
    isLocaleName(findText(root, LOCALE) ?? '') &&
    translations?.type === 'object' &&
    listProperties(translations).every(({ value }) => value.type === 'string')
  )
}
