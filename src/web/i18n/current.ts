import { AsyncLocalStorage } from 'node:async_hooks'
import type { LanguageTag } from './languages.ts'

const storage = new AsyncLocalStorage<LanguageTag>()

/** Runs a request with the language of its pages. */
export const withLanguage = <T>(language: LanguageTag, run: () => T): T => storage.run(language, run)

/** The language of the request; English outside of one. */
export const currentLanguage = (): LanguageTag => storage.getStore() ?? 'en'
