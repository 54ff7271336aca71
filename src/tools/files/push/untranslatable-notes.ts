import { memoize } from '../../../l10n/memoize.ts'
import type { FilePlan } from './file-plan.ts'

/** Terms that the notice lists. */
const MAX_TERMS = 5
/** Strings with a note that are compared with the others. */
const MAX_NOTED = 200
/** Characters of the longest text that is a term. */
const MAX_TERM = 60
/** Characters of a note that are read. */
const MAX_NOTE = 500

const WORDS = '(?: ?(?:this|the|it|string|text|key|message|value|name|entry|label|is|does|should|must|need))*'
const PHRASES = [
  `(?:please )?(?:(?:you )?(?:do not|don['’]t) need to|no need to|do not|don['’]t|never) (?:translate|locali[sz]e)${WORDS}`,
  'dnt|(?:no|dont|do_not)[_-]?translate|no need (?:for|of) (?:translation|locali[sz]ation)',
  `${WORDS} ?(?:not|non)[ -](?:to be |be )?(?:translatable|translated|locali[sz]able|locali[sz]ed)`,
  `${WORDS} ?(?:not|n['’]t) need (?:to be translated|to be locali[sz]ed|translation)`,
  `${WORDS} ?(?:untranslatable|needs? no translation|no translation(?: is)? (?:needed|required|necessary))`,
]

/** A sentence that says so of the whole string. "Do not translate {name}" is about a part. */
const UNTRANSLATABLE = new RegExp(
  `(?:^|[.!?:;([{*\\n–—-]|(?<!\\b(?:if|when|in|for|unless)\\b[^.\\n]{0,60}),)\\s*(?:${PHRASES.join('|')})(?=\\s*(?:[.,;:!)\\]}*\\n–—-]|$))`,
  'i',
)

const PLACEHOLDER = /\{\w*\}|%[\w@$]+|\$\w+/g

/**
 * Offers the texts of new strings as terms, where their own note says that they need no translation. A term is protected in every string, so no other one may
 * have its words. A later push does not repeat it.
 */
export function describeUntranslatable(plans: readonly FilePlan[]): string | undefined {
  const noted = plans.flatMap(({ strings }) =>
    strings.flatMap(({ kind, item: { value, description } }) => {
      if (kind !== 'added' || typeof value !== 'string' || value.length > MAX_TERM) return []
      const line = findStatement(description)
      const isAboutPart = value.match(PLACEHOLDER)?.some(part => line?.includes(part)) === true
      return line === undefined || isAboutPart ? [] : [{ term: value, line }]
    }),
  )
  if (noted.length === 0) return undefined
  const others = plans.flatMap(({ items }) => items)
  const lines = others.flatMap(({ description }) => findStatement(description) ?? [])
  const count = (line: string): number => plans.reduce((sum, { content }) => sum + content.split(line).length - 1, 0)
  const isOwn = memoize(MAX_NOTED, (line): boolean => {
    const holders = lines.filter(one => one === line).length
    return holders === 1 || count(line) >= holders
  })
  const own = noted.slice(0, MAX_NOTED).filter(({ line }) => isOwn(line))
  const texts = others.flatMap(({ value }) => (typeof value === 'string' ? [value] : Object.values(value)))
  const terms = own
    .slice(0, MAX_TERMS)
    .flatMap(({ term }) => (texts.filter(text => hasWords(text, term)).length === 1 ? [term] : []))
  if (terms.length === 0) return undefined
  const upsert = terms.map(term => ({ term, kind: 'do_not_translate' }))
  const have = terms.length === 1 ? '1 new string has' : `${terms.length} new strings have`
  return `${have} a note that no translation is needed. To keep the text, call save_glossary with upsert ${JSON.stringify(upsert)}.`
}

/** The line of a note that says so. A section shares one line of the file with all its strings, each of which can have lines of its own. */
const findStatement = (note = ''): string | undefined =>
  note
    .slice(0, MAX_NOTE)
    .split('\n')
    .find(line => UNTRANSLATABLE.test(line))

/** Whether a text has the words of a term, in any case. */
function hasWords(text: string, term: string): boolean {
  const [words, wanted] = [text.toLowerCase(), term.toLowerCase()]
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) {
    const after = at + wanted.length
    const isPart = /[\p{L}\p{N}]$/u.test(words.slice(Math.max(0, at - 2), at))
    if (!isPart && !/^[\p{L}\p{N}]/u.test(words.slice(after, after + 2))) return true
  }
  return false
}
