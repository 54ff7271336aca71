import { detectSyntax } from '../../message/detect-syntax.ts'
import type { Format, SourceEntry } from '../format.ts'
import { ofDialect } from '../json/dialect.ts'
import { buildOutline, type ObjectShape, textsIn } from '../json/outline.ts'
import { formTexts } from '../json/render.ts'
import { type JsonTree, tryParseJson } from '../json/tree.ts'
import { COUNT, listFamilies, ONE_FORM, sourceNaming, targetNaming, WITHOUT_OTHER, withForms } from './plurals.ts'

/**
 * i18next (v4) JSON, flat or nested: `item_one`, `item_other` and the other CLDR categories form the entry `item`; `item_ordinal_one` … form the entry
 * `item_ordinal` with the tag `ordinal`. Contexts (`friend_male`) are separate entries. If the source also has a plain `item`, the plural is `item_other`.
 * Otherwise the same as plain JSON.
 */
export const i18next: Format = {
  id: 'i18next',
  hasExactZero: true,
  ...ofDialect({
    hasRootKey: true,
    source: outlineSource,
    target(tree, locale, source) {
      const { nested } = source?.tree ?? tree
      const known = source && {
        plurals: new Map(listFamilies(source.root)),
        singles: new Set(textsIn(source.root).flatMap(({ key, form }) => (form === undefined ? [key] : []))),
      }
      return buildOutline(tree.root, nested, targetNaming(nested, locale, known))
    },
    plan: (root, { values }) => withForms(root, values),
    texts: formTexts,
    hasOutdated: true,
    describe: ({ entries, options }) => ({
      entries,
      options: { ...options, syntax: options.syntax === 'plain' ? 'i18next' : options.syntax, plural_suffix: '_' },
    }),
  }),
  about: {
    name: 'i18next JSON (version 4)',
    example: 'public/locales/en/translation.json',
    placeholders: 'i18next, mustache',
    marks:
      '`item_one` and `item_other`, or `item_one`, `item_few` and `item_many` without `item_other`; with other forms, `{{count}}` in one of them; `item_other` alone with `{{count}}`, in a language with one form, which its script or the path shows; `place_ordinal_other`',
    plurals:
      'A key per CLDR category: `item_one`, `item_other`. A source in Belarusian, Polish, Russian or Ukrainian may have `one`, `few` and `many` alone; translations get `other` too. A source in Japanese, Chinese or another language with one form may have `item_other` alone, with `{{count}}`',
    notes: 'none: JSON has no comments',
    unsupported: 'Plural keys of i18next 3 (`item_plural`) are ordinary keys. Values that are not strings are kept.',
  },
  matches: (path, text) => /\.json$/i.test(path) && /_(?:other|many)"/.test(text) && hasPlurals(path, text),
  rivals: ({ entries }) => (entries.some(isProof) ? [] : ['json']),
}

/** Plain JSON may have names that end like plural forms; `{{count}}` in a form and ordinal names prove that they are forms. */
const isProof = ({ value, tags = [] }: SourceEntry): boolean =>
  tags.includes('ordinal') || (typeof value !== 'string' && Object.values(value).some(form => COUNT.test(form)))

function outlineSource(tree: JsonTree): ObjectShape {
  return buildOutline(tree.root, tree.nested, sourceNaming(tree))
}

/**
 * Returns whether a file has i18next plurals. Plain JSON can have names that end like plural forms; as plurals they would lose forms that a language does not
 * have (`step_two`). An i18next file therefore needs `{{count}}` in a form, an ordinal name, the English pair of forms or the Russian triple, and no strings in
 * another library's syntax. Where all forms are `other`, the script or the path shows a language that has `other` alone.
 */
function hasPlurals(path: string, text: string): boolean {
  const tree = tryParseJson(text)
  if (tree === undefined) return false
  const root = outlineSource(tree)
  const forms = textsIn(root).filter(({ form }) => form !== undefined)
  if (forms.length === 0) return false
  const syntax = detectSyntax(textsIn(root).map(({ node }) => String(node?.value)))
  if (syntax === 'icu' || syntax === 'vue-i18n') return false
  if (forms.some(({ isOrdinal }) => isOrdinal)) return true
  const texts = forms.map(({ node }) => String(node?.value))
  if (forms.every(({ form }) => form === 'other'))
    return ONE_FORM_PATH.test(path) || texts.some(of => ONE_FORM.test(of))
  if (texts.some(of => COUNT.test(of))) return true
  return [PAIR, ['zero', ...WITHOUT_OTHER]].some(categories => {
    const beyond = new Set(forms.filter(({ form = '' }) => !categories.includes(form)).map(({ key }) => key))
    return forms.some(({ key }) => !beyond.has(key))
  })
}

const ONE_FORM_PATH = /(?:^|[/._-])(?:id|ig|ja|jv|ko|ms|sah|su|th|vi|wo|yo|yue|zh)(?:[_-]\w{2,4})*(?:\/|\.json$)/i
const PAIR: readonly string[] = ['zero', 'one', 'other']
