import type { FilePlan } from './file-plan.ts'

/** Terms that the notice lists. */
const MAX_TERMS = 5
/** Characters of the longest text that is a term. */
const MAX_TERM = 60
/** Characters of a note that are read. */
const MAX_NOTE = 500

const WORDS = '(?: ?(?:this|the|it|string|text|key|message|value|name|entry|label|is|does|should|must|need))*'
const PHRASES = [
  `(?:please )?(?:no need to|do not|don['’]t|never) (?:translate|locali[sz]e)${WORDS}`,
  `${WORDS} ?(?:not|non)[ -](?:to be |be )?(?:translatable|translated|locali[sz]able|locali[sz]ed)`,
  `${WORDS} ?(?:not|n['’]t) need (?:to be translated|to be locali[sz]ed|translation)`,
  `${WORDS} ?(?:untranslatable|needs? no translation|no translation(?: is)? (?:needed|required|necessary))`,
]

/** A sentence that says so of the whole string. "Do not translate {name}" is about a part. */
const UNTRANSLATABLE = new RegExp(
  `(?:^|[.!?:;([*\\n–—-])\\s*(?:${PHRASES.join('|')})(?=\\s*(?:[.,;:!)\\]*\\n–—-]|$))`,
  'i',
)

/** Offers the texts of new strings as terms, where their note says that they need no translation. A later push does not repeat it. */
export function describeUntranslatable(plans: readonly FilePlan[]): string | undefined {
  const terms = plans.flatMap(({ strings }) =>
    strings.flatMap(({ kind, item: { value, description = '' } }) => {
      if (kind !== 'added' || typeof value !== 'string' || value.length > MAX_TERM) return []
      return UNTRANSLATABLE.test(description.slice(0, MAX_NOTE)) ? [value] : []
    }),
  )
  if (terms.length === 0) return undefined
  const upsert = [...new Set(terms)].slice(0, MAX_TERMS).map(term => ({ term, kind: 'do_not_translate' }))
  const have = terms.length === 1 ? '1 new string has' : `${terms.length} new strings have`
  return `${have} a note that no translation is needed. To keep the text, call save_glossary with upsert ${JSON.stringify(upsert)}.`
}
