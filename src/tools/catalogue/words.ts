/** A word of a need that may say what is needed. */
export interface NeedWord {
  readonly stem: string
  /** Whether it says little about the tool: a name (capitalized within a sentence, with a digit or very short), a language, or an adverb. */
  readonly isMinor: boolean
}

/** The words of a need that are not stop words, each once. */
export function readNeed(need: string): readonly NeedWord[] {
  const found = new Map<string, NeedWord>()
  for (const [at, word] of splitWords(need).entries()) {
    const isMinor =
      word.length <= 2 ||
      /\p{N}|ly$/u.test(word) ||
      LANGUAGES.has(word.toLowerCase()) ||
      (at > 0 && /^\p{Lu}\p{Ll}/u.test(word))
    for (const stem of toStems(word)) found.set(stem, { stem, isMinor })
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

const splitWords = (text: string): readonly string[] =>
  text
    .replaceAll(/['’]s\b/g, '')
    .replaceAll(/\S*@\S*|\w+:\/\/\S*/g, ' ')
    .replaceAll(/\b(?:log(?:ging)? ?(?:out|off)|sign(?:ing)? ?out)\b/gi, 'logout')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Words without an effect on the ranking. */
const STOP_WORDS = new Set(
  `a about after again all also am an and another any anything are as at back be been being but by can could do does doing everything for from get getting got had
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
  const known = LANGUAGES.has(word) ? 'language' : IRREGULAR[word]
  if (known !== undefined) return toStem(known)
  if (word.length <= 3) return word
  const stem = word
    .replace(/ies$/, 'y')
    .replace(/(?:ing|ed|es|s)$/, '')
    .replace(/e$/, '')
  return stem.length > 3 ? stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : stem
}

/** Names of languages, any of which means a locale. */
const LANGUAGES: ReadonlySet<string> = new Set(
  `arabic bengali bulgarian catalan chinese croatian czech danish dutch english estonian finnish french galician german greek hebrew hindi hungarian icelandic
  indonesian irish italian japanese korean latvian lithuanian malay norwegian persian polish portuguese romanian russian serbian slovak slovenian spanish
  swahili swedish tamil telugu thai turkish ukrainian urdu vietnamese welsh`.split(/\s+/),
)

/** Words of the same meaning: each line is a group. */
const SAME_MEANING = [
  'delete remove drop erase destroy discard clear rid',
  'create add new make generate set',
  'update change edit modify configure adjust',
  'list show see read view display',
  'find search look',
  'member user person colleague teammate coworker employee',
  'somebody person user colleague member boss friend partner',
  'invite invitation',
  'organization team company group workspace',
  'restore undelete recover bring',
  'undo revert roll rollback',
  'approve accept confirm',
  'reject decline refuse',
  'push upload import send',
  'pull download export fetch',
  'policy setting rule permission',
  'level severity',
  'check validate test lint verify try',
  'token key secret credential',
  'app client application connection',
  'connect authorize',
  'disconnect logout',
  'transfer hand',
  'owner ownership',
  'leave quit exit',
  'audit log event history activity',
  'public private visibility visible',
  'voice tone style formality formal',
  'glossary term terminology dictionary vocabulary word',
  'role administrator admin rights',
  'finding error warning problem quality',
  'stop cancel abort kill halt end',
  'stale outdated',
  'old earlier previous former',
  'language locale',
  'string text entry key',
  'run job',
  'note comment',
  'progress status state',
  'notify notification alert subscribe',
  'webhook callback hook',
  'cost price expensive',
  'rename name',
  'translate localize',
  'machine automatic auto',
  'repository git',
  'agent bot ai',
  'project app',
]

const MEANINGS = toMeanings()

function toMeanings(): ReadonlyMap<string, readonly number[]> {
  const meanings = new Map<string, number[]>()
  for (const [group, line] of SAME_MEANING.entries())
    for (const stem of line.split(' ').map(toStem)) meanings.set(stem, [...(meanings.get(stem) ?? []), group])
  return meanings
}
