import { quote } from '../../../text/quote.ts'
import { countBy } from '../../groups.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { defineCheck, type Fault, type Form, inEachForm, toMissing } from '../define-check.ts'
import { wordsOf } from '../reading/variants.ts'

export const bbcode = defineCheck({
  id: 'bbcode',
  level: 'warning',
  finds: 'BBCode tags (`[b]…[/b]`) that differ from the source.',
  why: 'Users see the tag, or the format runs on to the end of the text.',
  standard: 'BBCode as in phpBB; Godot and Unity use it too',
  examples: [
    { syntax: 'plain', locale: 'de', source: '[b]Save[/b] now', good: 'Jetzt [b]sichern[/b]', bad: 'Jetzt [b]sichern' },
  ],
  isNeeded: ({ forms }) => forms.some(({ source }) => source.text.includes('[/')),
  find: inEachForm(find),
})

const TAG = /\[(\/?)([a-z][a-z0-9]{0,15})(?:=[^\]\n]{0,200})?\]/gi

function* find({ source, target }: Form): Generator<Fault> {
  if (!source.text.includes('[/')) return
  const wanted = source.computeOnce(countClosedTags)
  if (wanted.size === 0) return
  const given = target.computeOnce(countTags)
  for (const [tag, want] of wanted) {
    const got = given.get(tag) ?? 0
    if (got === want) continue
    yield got < want
      ? toMissing(tag)
      : {
          message: `${quote(tag)} occurs more often than in the source.`,
          at: target.text.toLowerCase().lastIndexOf(tag.slice(0, -1)),
          fix: `Write ${quote(tag)} as often as in the source.`,
        }
  }
}

/** How often each tag occurs, by `[b]` and `[/b]`. */
function countTags(text: ParsedText): ReadonlyMap<string, number> {
  return countBy(wordsOf(text).matchAll(TAG), ([, slash = '', name = '']) => `[${slash}${name.toLowerCase()}]`)
}

/** The tags that are opened and closed; others are words in brackets. */
function countClosedTags(text: ParsedText): ReadonlyMap<string, number> {
  const counts = text.computeOnce(countTags)
  return new Map([...counts].filter(([tag]) => isPaired(tag, counts)))
}

const isPaired = (tag: string, counts: ReadonlyMap<string, number>): boolean =>
  counts.has(tag.startsWith('[/') ? `[${tag.slice(2)}` : `[/${tag.slice(1)}`)
