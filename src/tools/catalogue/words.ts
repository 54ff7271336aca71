import { ASSISTANTS, CHANNELS, DETAILS, DONE, FOREIGN, LANGUAGES, PHRASAL_VERBS, toMeanings } from './meanings.ts'

/** A word of a need that may say what is needed. */
export interface NeedWord {
  readonly stem: string
  /** Whether it says little about the tool: a name (capitalized within a sentence, with a digit or very short), a language, or an adverb. */
  readonly isMinor: boolean
  /** Whether it says what happened already, as in `the deleted project`. */
  readonly isDone: boolean
}

/** The words of a need that are not stop words, each once. */
export function readNeed(need: string): readonly NeedWord[] {
  const found = new Map<string, NeedWord>()
  for (const [at, word] of splitWords(need).entries()) {
    const isMinor =
      word.length <= 2 ||
      /\p{N}|ly$/u.test(word) ||
      LANGUAGES.has(word.toLowerCase()) ||
      DETAILS.has(word.toLowerCase()) ||
      (at > 0 && /^\p{Lu}\p{Ll}/u.test(word) && !isProduct(word.toLowerCase()))
    for (const stem of toStems(word)) found.set(stem, { stem, isMinor, isDone: DONE.has(word.toLowerCase()) })
  }
  return [...found.values()]
}

/** The stems of the words of a text that are not stop words. */
export const toStems = (text: string): ReadonlySet<string> =>
  new Set(
    splitWords(text)
      .map(word => word.toLowerCase())
      .filter(word => !STOP_WORDS.has(word))
      .map(toStem),
  )

/** The groups of words of the same meaning that have a stem. */
export const findMeanings = (stem: string): readonly number[] => MEANINGS.get(stem) ?? []

/** Whether a stem names what no tool handles. */
export const isForeign = (stem: string): boolean => FOREIGN_STEMS.has(stem)

/** Whether a need asks what is, and for no change. */
export const isQuestion = (need: string): boolean =>
  /^\s*(?:who|whose|what|which|when|why|where|is|are|was|were|did|does)\b/i.test(need)

const isProduct = (word: string): boolean => ASSISTANTS.has(word) || CHANNELS.has(word)

/** Leaves out what users quote, addresses and possessives, and writes verbs of several words as one: `get it back` as `restore it`. */
function splitWords(text: string): readonly string[] {
  const plain = text
    .replaceAll(/["“„][^"“”„]*["”]/g, ' ')
    .replaceAll(/['’]s\b/g, '')
    .replaceAll(/\S*@\S*|\w+:\/\/\S*/g, ' ')
    .replaceAll(/[^\s,]+\.(?:json|ya?ml|pot?|xliff?|xlf|strings|properties|arb|resx|ftl|xml|csv|ts|js)\b/gi, 'file')
    .replaceAll(/(?<=\S\s+)Teams\b/g, 'Slack')
  const verbs = PHRASAL_VERBS.reduce((rest, [pattern, verb]) => rest.replaceAll(pattern, verb), plain)
  return verbs.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Words without an effect on the ranking. */
const STOP_WORDS = new Set(
  `a about after again all also am an and another any anything are as at back be been being but by can could do does doing each every everything for from get getting got had
  has have having he her him his how i if in into is it its just last let like ll may me might more most much must my need no not now of off on one only or
  other our out over own per please s she should so some something still such t than that the their them then there these they thing things this those to too two up us
  use used using ve very via want was way we were what when where whether which while why will with without would you your yours`.split(
    /\s+/,
  ),
)

/** Words that `toStem` would not bring together. */
const IRREGULAR: Readonly<Record<string, string>> = {
  sent: 'send',
  undid: 'undo',
  undone: 'undo',
  done: 'did',
  recently: 'recent',
  made: 'make',
  gave: 'give',
  given: 'give',
  wrote: 'write',
  written: 'write',
  left: 'leave',
  ran: 'run',
  kept: 'keep',
  people: 'person',
  someone: 'somebody',
  anyone: 'somebody',
  everybody: 'everyone',
  automatically: 'automatic',
  translation: 'translate',
  translations: 'translate',
  translator: 'translate',
  translators: 'translate',
  untranslated: 'missing',
  localise: 'localize',
  localisation: 'localize',
  localization: 'localize',
  organisation: 'organization',
  organisations: 'organization',
  org: 'organization',
  orgs: 'organization',
  tms: 'memory',
  tm: 'memory',
  repo: 'repository',
  config: 'configuration',
  invitations: 'invitation',
  reviewer: 'review',
  reviewers: 'review',
  deletion: 'delete',
  approval: 'approve',
}

/** Removes common English endings: `strings` and `string`, `removing` and `remove` are equal. */
function toStem(word: string): string {
  const known = findKind(word) ?? IRREGULAR[word]
  if (known !== undefined) return toStem(known)
  if (word.length <= 3) return word
  const stem = word
    .replace(/ies$/, 'y')
    .replace(/(?:ing|ed|es|s)$/, '')
    .replace(/e$/, '')
  return stem.length > 3 ? stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : stem
}

function findKind(word: string): string | undefined {
  if (LANGUAGES.has(word)) return 'language'
  if (ASSISTANTS.has(word)) return 'assistant'
  return CHANNELS.has(word) ? 'server' : undefined
}

const MEANINGS = toMeanings(toStem)

const FOREIGN_STEMS = new Set([...FOREIGN].map(toStem))
