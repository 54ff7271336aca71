import { getOrAdd, groupBy } from '../../groups.ts'
import { CATEGORY_ORDER, pluralProfile } from '../../locales/plural-rules.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import type { Message } from '../../message/message.ts'
import type { Format, SourceEntry } from '../format.ts'
import { ofDialect } from '../json/dialect.ts'
import { childKey, splitName } from '../json/keys.ts'
import {
  buildOutline,
  type FormName,
  type Member,
  type Naming,
  type ObjectShape,
  type Shape,
  textsIn,
} from '../json/outline.ts'
import { formTexts } from '../json/render.ts'
import { type JsonTree, tryParseJson } from '../json/tree.ts'

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

/** i18next names ordinal forms `place_ordinal_two`. */
const isOrdinal = (stem: string): boolean => stem.endsWith('_ordinal')

/** Names in the source of a target file. */
interface KnownNames {
  /** Its plurals: path and stem → key. */
  readonly plurals: ReadonlyMap<string, string>
  /** The keys of its other strings. */
  readonly singles: ReadonlySet<string>
}

/** The categories of whole numbers in Belarusian, Polish, Russian and Ukrainian, whose `other` is for fractions only. */
const WITHOUT_OTHER: readonly string[] = ['one', 'few', 'many']

/** The placeholder of a number, and the scripts of languages that have `other` alone. */
const COUNT = /\{\{-?\s*count\b/
const ONE_FORM = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Mymr}\p{sc=Khmr}]/u

/**
 * A plural in a source file needs `other` and another category, or all forms of a language that has no `other` for whole numbers. A single `step_one` or
 * `x_other` is an ordinary key, but `x_ordinal_other` is a plural: many languages have one ordinal form. So is an `x_other` with `{{count}}` if the language
 * has `other` alone, which its script shows, or a file without names of other forms.
 */
function sourceNaming({ nested, text }: JsonTree): Naming {
  const hasMoreForms = /(?<!_ordinal)_(?:one|two|few|many)"\s{0,20}:/.test(text)
  return createNaming(nested, (forms, stem, other) => {
    if (!forms.has('other')) return WITHOUT_OTHER.every(category => forms.has(category))
    return forms.size > 1 || isOrdinal(stem) || (COUNT.test(other) && (!hasMoreForms || ONE_FORM.test(other)))
  })
}

/**
 * In a target file the source file determines which names are plural forms. Names that are missing from it follow the rule for source files, but a language
 * with one category, and a text with `{{count}}`, can have a single form.
 */
function targetNaming(nested: boolean, locale: string, source: KnownNames | undefined): Naming {
  const naming = createNaming(nested, (forms, stem, other) => {
    if (!forms.has('other')) return WITHOUT_OTHER.every(category => forms.has(category))
    if (forms.size > 1 || COUNT.test(other)) return true
    return pluralProfile(locale, isOrdinal(stem) ? 'ordinal' : 'cardinal').categories.length === 1
  })
  return source === undefined ? naming : createKnownNaming(nested, source, naming)
}

function createKnownNaming(nested: boolean, { plurals, singles }: KnownNames, naming: Naming): Naming {
  const keys = new Set(plurals.values())
  return (properties, parent) => {
    const named = new Map<string, FormName>()
    const unknown = properties.filter(({ name, value }) => {
      if (value.type !== 'string') return true
      const path = childKey(parent, name, nested)
      if (singles.has(path)) return false
      const split = splitName(name)
      const family = split && childKey(parent, split.stem, nested)
      const key = family && plurals.get(family)
      const outdated = plurals.get(path)
      if (split !== undefined && family !== undefined && key !== undefined) {
        named.set(name, { key, form: split.category, family })
      } else if (outdated !== undefined) named.set(name, { key: outdated, family: path })
      return !named.has(name)
    })
    for (const [name, form] of naming(unknown, parent)) {
      const { family, key } = form
      if (singles.has(family)) named.set(name, { key: family, family })
      else if (!keys.has(key)) named.set(name, form)
    }
    return named
  }
}

/** Finds the forms of every stem that `isPlural` accepts. If the stem itself is a key, the plural's key is that of its `other` form. */
function createNaming(
  nested: boolean,
  isPlural: (forms: ReadonlyMap<string, string>, stem: string, other: string) => boolean,
): Naming {
  return (properties, parent) => {
    const stems = new Map<string, Map<string, string>>()
    const broken = new Set<string>()
    const texts = new Map<string, string>()
    for (const { name, value } of properties) {
      const isText = value.type === 'string'
      if (isText) texts.set(name, String(value.value))
      const split = splitName(name)
      if (split === undefined) continue
      // A value that is not a string can't be replaced by a form.
      if (!isText) broken.add(split.stem)
      getOrAdd(stems, split.stem, () => new Map<string, string>()).set(split.category, name)
    }
    if (stems.size === 0) return NO_FORMS
    const named = new Map<string, FormName>()
    for (const [stem, forms] of stems) {
      if (broken.has(stem) || !isPlural(forms, stem, texts.get(`${stem}_other`) ?? '')) continue
      const key = childKey(parent, texts.has(stem) ? `${stem}_other` : stem, nested)
      const family = childKey(parent, stem, nested)
      const ordinal = isOrdinal(stem) && { isOrdinal: true as const }
      for (const [form, name] of forms) named.set(name, { key, form, family, ...ordinal })
    }
    return named
  }
}

const NO_FORMS: ReadonlyMap<string, FormName> = new Map()

/** The plurals of an outline: families and entry keys. */
function* listFamilies(shape: Shape): Generator<readonly [family: string, key: string]> {
  if (shape.kind === 'array') for (const item of shape.items) yield* listFamilies(item)
  if (shape.kind !== 'object') return
  for (const { shape: of, family } of shape.members) {
    if (family !== undefined && of.kind === 'text') yield [family, of.key]
    else yield* listFamilies(of)
  }
}

/** Adds a slot for every plural form of a value to the outline, in CLDR's order, at the position of the source's first form. */
function withForms(root: ObjectShape, values: ReadonlyMap<string, Message>): ObjectShape {
  const { members } = root
  const families = groupBy(members, ({ family }) => family)
  const grown: Member[] = []
  for (const member of members) {
    const mates = member.family === undefined ? undefined : families.get(member.family)
    if (mates === undefined) {
      const shape = growShape(member.shape, values)
      grown.push(shape === member.shape ? member : { ...member, shape })
    } else if (mates[0] === member) grown.push(...createForms(mates, values))
  }
  return { ...root, members: grown }
}

function growShape(shape: Shape, values: ReadonlyMap<string, Message>): Shape {
  if (shape.kind === 'array') return { ...shape, items: shape.items.map(item => growShape(item, values)) }
  return shape.kind === 'object' ? withForms(shape, values) : shape
}

function createForms(mates: readonly Member[], values: ReadonlyMap<string, Message>): Member[] {
  const [first] = mates
  const { stem } = splitName(first?.name ?? '') ?? {}
  if (first?.family === undefined || first.shape.kind !== 'text' || stem === undefined) return [...mates]
  const { family, shape } = first
  const value = values.get(shape.key)
  const forms: Member[] = []
  for (const form of CATEGORY_ORDER) {
    const present = mates.findLast(mate => mate.shape.kind === 'text' && mate.shape.form === form)
    if (present !== undefined) forms.push(present)
    else if (typeof value === 'object' ? Object.hasOwn(value, form) : value !== undefined && form === 'other') {
      forms.push({ name: `${stem}_${form}`, shape: { kind: 'text', key: shape.key, form }, family })
    }
  }
  return forms
}
