import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { compareEdges, type EdgeDifference } from './edges.ts'

export const edgeWhitespace = defineCheck({
  id: 'edge_whitespace',
  level: 'warning',
  finds:
    'Other white space at the start or end than in the source. Connectors such as ", and ", formats, and the spaces of Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese and Tibetan are not compared. A connector needs some, where words would stick together.',
  why: 'The application joins the text with another one: their words stick together, or a gap shows.',
  standard: 'CLDR list patterns, for connectors',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Status: ', good: 'Zustand: ', bad: 'Zustand:' },
    { syntax: 'plain', locale: 'ja', source: 'Done\n', good: '完了\n', bad: '完了' },
  ],
  find,
})

function* find({ forms, sourceLocale, locale }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    for (const difference of compareEdges(source, target.text, { sourceLocale, locale })) {
      yield toFault(difference, target.text)
    }
  }
}

function toFault({ side, want, got }: EdgeDifference, text: string): Fault {
  const [from, to] = [describe(want), describe(got)]
  const message = `The source ${side}s with ${from}, the translation with ${to === from ? 'other white space' : to}.`
  const verb = side === 'start' ? 'Start' : 'End'
  return {
    message,
    at: side === 'start' ? 0 : text.length - got.length,
    fix: want === '' ? `Remove the white space at the ${side}.` : `${verb} the translation with ${from}.`,
  }
}

function describe(edge: string): string {
  for (const [pattern, name] of KINDS) {
    const count = edge.match(pattern)?.length ?? 0
    if (count > 0) return count === 1 ? `one ${name}` : `several ${name}s`
  }
  return 'no white space'
}

const KINDS = [
  [/\r\n?|\n/g, 'line break'],
  [/\t/g, 'tab'],
  [/\s/g, 'space'],
] as const
