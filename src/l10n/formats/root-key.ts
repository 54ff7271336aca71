import { spellsLocale } from '../locales/spellings.ts'

/** The option of a source file that holds its root key, if that is the locale: `en` in `{"en": {"title": "Basket"}}`. */
export const ROOT_OPTION = 'root'

/** Returns the root key in the options of a source file; undefined if it has none. */
export function getRootKey(options: Readonly<Record<string, unknown>>): string | undefined {
  const root = options[ROOT_OPTION]
  return typeof root === 'string' ? root : undefined
}

/** Returns whether a name is the root key of a target file: its locale, or the source's root key, which a copied file still has. */
export const isTargetRoot = (name: string, locale: string, sourceRoot: string): boolean =>
  name === sourceRoot || spellsLocale(name, locale)

/** Returns the root key of a new target file, with the separator of a model: `pt_BR` beside `en_US`. */
export const spellRootKey = (locale: string, model: string): string =>
  model.includes('_') ? locale.replaceAll('-', '_') : locale
