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
  const own = translateAll(splitSentences(why))
  const ownFix = translateAll(splitSentences(fix))
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

/** More sentences than refusals mostly have: each is compared with all that checks say. */
const MAX_SENTENCES = 20

/** Translates sentences one by one: a message can have several of them. Undefined if one is unknown. */
function translateAll(parts: readonly string[]): string | undefined {
  for (const at of parts.keys()) {
    const sentence = parts.slice(0, at + 1).join(' ')
    const own = hasSentence(sentence) ? undefined : translate(sentence)
    if (own === undefined) continue
    if (at + 1 === parts.length) return own
    const others = translateAll(parts.slice(at + 1))
    if (others !== undefined) return `${own} ${others}`
  }
  return undefined
}

/** Whether a value of a sentence is a sentence, so that it could be the next one. */
const hasSentence = (text: string): boolean =>
  Object.values(readSentence(text)?.values ?? {}).some(value => String(value).includes('. '))

/** None of a text with too many sentences, which stays English. */
function splitSentences(text: string): readonly string[] {
  const sentences = text.split(/(?<=\.) /)
  return sentences.length > MAX_SENTENCES ? [] : sentences
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
