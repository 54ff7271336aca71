import { isMessageKey, type MessageKey } from '../i18n/catalog.ts'
import { currentLanguage } from '../i18n/current.ts'
import { findWord, readSentence } from '../i18n/sentences.ts'
import { t } from '../i18n/t.ts'

/** The sentences of a finding in the language of the page, or in English if a check of an older version wrote them. */
export interface TranslatedFinding {
  readonly message: string
  readonly fix: string | undefined
  /** Whether both are English, to be marked as such. */
  readonly isEnglish: boolean
}

/**
 * Translates a finding. Checks answer agents in English, and their sentences are stored with the translation: pages recognize each by the English message of
 * the catalog, and format its values by that of their own language.
 */
export function translateFinding({
  message,
  fix,
}: {
  readonly message: string
  readonly fix?: string | undefined
}): TranslatedFinding {
  if (currentLanguage() === 'en') return { message, fix, isEnglish: true }
  const own = translate(message)
  const ownFix = fix === undefined ? undefined : translate(fix)
  const isEnglish = own === undefined || (fix !== undefined && ownFix === undefined)
  return isEnglish ? { message, fix, isEnglish } : { message: own, fix: ownFix, isEnglish }
}

/** Translates why a tool refused a translation: the sentences of its findings, joined by spaces. */
export function translateRefusal({ why, fix }: { readonly why: string; readonly fix: string }): TranslatedFinding {
  if (currentLanguage() === 'en') return { message: why, fix, isEnglish: true }
  const own = translateAll(why)
  const ownFix = translateAll(fix)
  const isEnglish = own === undefined || ownFix === undefined
  return isEnglish ? { message: why, fix, isEnglish } : { message: own, fix: ownFix, isEnglish }
}

/** The attributes of an element with such a sentence. */
export const languageOf = ({ isEnglish }: { readonly isEnglish?: boolean }) =>
  isEnglish === true ? ({ lang: 'en', dir: 'auto' } as const) : {}

/** The name of a check; its ID if it is unknown. */
export function checkName(id: string): string {
  const key = `findings.checks.${id}`
  return isMessageKey(key) ? t(key) : id
}

/** Translates sentences one by one: a message can have several of them. Undefined if one is unknown. */
function translateAll(text: string): string | undefined {
  const parts = text.split(/(?<=\.) /)
  const own: string[] = []
  for (let at = 0; at < parts.length; ) {
    const ends = parts.map((_, end) => end + 1).slice(at)
    const end = ends.find(one => translate(parts.slice(at, one).join(' ')) !== undefined)
    if (end === undefined) return undefined
    own.push(translate(parts.slice(at, end).join(' ')) ?? '')
    at = end
  }
  return own.join(' ')
}

function translate(sentence: string): string | undefined {
  const found = readSentence(sentence)
  if (found === undefined) return undefined
  const values = Object.entries(found.values).map(([name, value]) => [name, toWord(value)] as const)
  return t(found.key, Object.fromEntries(values))
}

/** A value in the language of the page if it is a word of a check; other values quote texts. */
function toWord(value: string | number): string | number {
  const key: MessageKey | undefined = typeof value === 'string' ? findWord(value) : undefined
  return key === undefined ? value : t(key)
}
