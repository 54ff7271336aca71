import { languageNames } from '../i18n/formats.ts'

/** The name of a locale in the language of the page; its code if it has none. */
export const nameLocale = (locale: string): string => languageNames().of(locale) ?? locale
