import { isLocaleName, spellsLocale } from '../locales/spellings.ts'

/** The option of a source file that holds its root key, if that is the locale: `en` in `{"en": {"title": "Basket"}}`. */
export const ROOT_OPTION = 'root'

/** Returns the root key in the options of a source file; undefined if it has none. */
export function getRootKey(options: Readonly<Record<string, unknown>>): string | undefined {
  const root = options[ROOT_OPTION]
  return typeof root === 'string' ? root : undefined
}

/** Decides whether the only name at the root of a file is its locale. */
export type RootRule = (name: string) => boolean

/** Rules for the files of a request. The others have a root key if the source has one: its own, which a copied file still has, or their locale. */
export const rootRules = (
  rootKey: string | undefined,
  locale: string,
): { readonly source?: RootRule; readonly target?: RootRule; readonly sibling?: RootRule } =>
  rootKey === undefined
    ? {}
    : {
        source: name => name === rootKey,
        target: name => name === rootKey || spellsLocale(name, locale),
        sibling: name => name === rootKey || isLocaleName(name),
      }

/** What is wrong with a file whose keys at the root are several locales, each of which is a file of its own here; and the fix. */
export const describeLocales = (first: string, second: string, extension: string): [what: string, fix: string] => [
  `the file has texts in several languages, below ${first} and ${second}`,
  `Split it into a file per language: ${first}.${extension}, ${second}.${extension}.`,
]

/** Returns the root key of a new target file, with the separator of a model: `pt_BR` beside `en_US`. */
export const spellRootKey = (locale: string, model: string): string =>
  model.includes('_') ? locale.replaceAll('-', '_') : locale
