import type { Level } from '../../l10n/checks/check.ts'
import { parseSource } from '../../l10n/checks/check-text.ts'
import { sourceText } from '../../l10n/checks/define-check.ts'
import { variantsOf } from '../../l10n/checks/reading/variants.ts'
import { longestMatches } from '../../l10n/glossary/phrase-index.ts'
import type { TermBook } from '../../l10n/glossary/term-book.ts'
import { hasSameLanguage } from '../../l10n/locales/writing.ts'
import type { FileFamilies } from '../../l10n/message/families.ts'
import type { Message, Syntax } from '../../l10n/message/message.ts'

/** The ID of findings about translations that a change copies from their source. */
export const COPIED_SOURCE = 'copied_source'

/** A translation that a change adds or edits. */
export interface ChangedText {
  readonly key: string
  readonly locale: string
  readonly source: Message
  readonly target: Message
  readonly syntax: Syntax
  readonly families: FileFamilies | undefined
  readonly doNotTranslate: boolean
  /** Whether the change adds the source string, too, or edits it. */
  readonly isNewSource: boolean
  /** Whether the base has a copy of the same source already. */
  readonly isKnownCopy: boolean
}

/** What a source is made of: `none` = nothing to translate, `word` = one word, `name` = capitalized words, `phrase` = words of a sentence. */
type Kind = 'none' | 'word' | 'name' | 'phrase' | 'sentence'

interface CopyRules {
  readonly sourceLocale: string
  readonly terms: TermBook | undefined
}

/** Words that names have between their capitalized words. */
const CONNECTORS = new Set(['and', 'for', 'from', 'the', 'with', 'von', 'und', 'del', 'des', 'per'])
/** Words of the shortest text that no two languages share by chance. */
const MIN_SENTENCE = 4

/**
 * Decides which translations of one target file are copies of their source that nobody translated, with their level. A copy can be right: a name, a number,
 * a do-not-translate term, a word that two languages share. So a sentence is an error, and a short phrase is one unless another locale translates it in the
 * same change. Where every new translation of the file is a copy, and one of them is an error, all are errors: the file was copied as a whole.
 * @param isTranslatedElsewhere whether the change translates the source of a key in another locale
 */
export function findCopies(
  texts: readonly ChangedText[],
  rules: CopyRules,
  isTranslatedElsewhere: (key: string) => boolean,
): ReadonlyMap<string, Level> {
  const copies = new Map<string, Level>()
  const kinds = new Map<string, Kind>()
  for (const text of texts) {
    if (!isCopy(text, rules.sourceLocale)) continue
    const kind = classifyCopy(text, rules)
    kinds.set(text.key, kind)
    if (kind === 'sentence') copies.set(text.key, 'error')
    if (kind === 'phrase') copies.set(text.key, isTranslatedElsewhere(text.key) ? 'warning' : 'error')
    if (kind === 'name') copies.set(text.key, 'warning')
  }
  const added = texts.filter(({ isNewSource }) => isNewSource)
  const isWhole = added.length > 1 && added.every(({ key }) => kinds.has(key))
  if (!isWhole || ![...copies.values()].includes('error')) return copies
  for (const { key } of added) if (kinds.get(key) !== 'none') copies.set(key, 'error')
  return copies
}

/** Whether a translation equals its source, in each of its forms. */
export const equalsSource = (source: Message, target: Message): boolean =>
  typeof target === 'string'
    ? target.trim() === sourceText(source, 'other').trim()
    : Object.entries(target).every(([category, text]) => text.trim() === sourceText(source, category).trim())

const isCopy = ({ source, target, locale, doNotTranslate, isKnownCopy }: ChangedText, sourceLocale: string): boolean =>
  !doNotTranslate && !isKnownCopy && !hasSameLanguage(sourceLocale, locale) && equalsSource(source, target)

function classifyCopy({ source, syntax, families }: ChangedText, { sourceLocale, terms }: CopyRules): Kind {
  const parsed = parseSource({ source, syntax, sourceLocale, families })
  const [variant = ''] = variantsOf(parsed.parseText(sourceText(source, 'other')))
  const words = withoutNames(variant, terms).match(/[\p{L}\p{M}\p{N}_'’.@/:-]+/gu) ?? []
  // IDs, addresses and file names are no words.
  const plain = words.filter(word => /\p{L}{3}/u.test(word) && !/[\d_@]|\p{L}[./:]\p{L}|\p{Ll}\p{Lu}/u.test(word))
  const isPhrase = plain.some(word => /^\p{Ll}/u.test(word) && !CONNECTORS.has(word))
  if (plain.length < 2) return plain.length === 0 ? 'none' : 'word'
  if (!isPhrase) return 'name'
  return words.length >= MIN_SENTENCE ? 'sentence' : 'phrase'
}

/** A text without the glossary's terms that every locale keeps. */
function withoutNames(text: string, terms: TermBook | undefined): string {
  if (terms === undefined) return text
  const names = terms.sourcePhrases.find(text).filter(({ phrase }) => phrase.term.kind === 'do_not_translate')
  let rest = ''
  let at = 0
  for (const { start, end } of longestMatches(names)) {
    if (start < at) continue
    rest += `${text.slice(at, start)} `
    at = end
  }
  return rest + text.slice(at)
}
