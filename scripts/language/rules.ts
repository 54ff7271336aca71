import type { TextlintRuleModule } from '@textlint/kernel'
import { SentenceSplitterSyntax, split } from 'sentence-splitter'
import { glossaryTerms } from './terms.ts'

const MAX_WORDS = 25

/** A clause as the subject, as in "Who presses it twice …". */
const CLAUSE = /^(Who|Whoever|What|Whatever|Whose)\s(?!.*\?$)/

interface TextNode {
  readonly type: string
  readonly value?: string
  readonly children?: readonly TextNode[]
}

/** The words of a paragraph, with code as one word. */
function plainText({ type, value = '', children = [] }: TextNode): string {
  if (type === 'Code') return 'code'
  if (type === 'Html') return ''
  return value + children.map(plainText).join('')
}

/** Reports sentences of more than 25 words between full stops, colons and semicolons, and those that begin with a clause as their subject. */
const wordsOf = (text: string): readonly string[] => text.split(' ').filter(word => /[\p{L}\p{N}]/u.test(word))

const sentences: TextlintRuleModule = ({ Syntax, RuleError, report }) => ({
  [Syntax.Paragraph](node) {
    for (const { type, raw } of split(plainText(node).replace(/\s+/g, ' ').trim())) {
      if (type !== SentenceSplitterSyntax.Sentence) continue
      const start = wordsOf(raw).slice(0, 5).join(' ')
      const count = Math.max(...raw.split(/[:;] /).map(part => wordsOf(part).length))
      if (count > MAX_WORDS) {
        report(node, new RuleError(`"${start} …" has ${count} words: split it, at most ${MAX_WORDS}`))
      }
      if (CLAUSE.test(raw))
        report(node, new RuleError(`"${start} …" begins with a clause: name the reader or the thing`))
    }
  },
})

/** Reports the words that the glossary replaces. */
const terms: TextlintRuleModule = ({ Syntax, RuleError, report }) => {
  const banned = glossaryTerms().map(({ word, instead }) => ({
    word,
    instead,
    pattern: new RegExp(`\\b${word}\\b`, 'i'),
  }))
  return {
    [Syntax.Str](node) {
      for (const { word, instead, pattern } of banned) {
        if (pattern.test(node.value)) report(node, new RuleError(`"${word}": write "${instead}" (docs/glossary.md)`))
      }
    },
  }
}

export const RULES = [
  { ruleId: 'sentences', rule: sentences },
  { ruleId: 'terms', rule: terms },
]
