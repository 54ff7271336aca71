import { quote } from '../../../text/quote.ts'
import { countBy } from '../../groups.ts'
import type { Token } from '../../message/token.ts'
import type { Fault } from '../define-check.ts'

const ATTRIBUTE = /([\w:@.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/g

/** The attributes of a tag, with names in lower case. */
export const listAttributes = ({ raw }: Token) =>
  raw.includes('=')
    ? [...raw.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => ({
        name: name.toLowerCase(),
        value: (double ?? single ?? bare ?? '').replaceAll('&amp;', '&').trim(),
      }))
    : []

/** The name of a tag, in lower case. */
export const getTagName = ({ name = '' }: Token): string => name.toLowerCase()

/** A token with the name by which it is compared and shown. */
export interface Labelled {
  readonly token: Token
  readonly label: string
}

/** Each label once, for messages with branches, which differ in number between languages. */
export const listOnce = <Item extends Labelled>(all: readonly Item[]): readonly Item[] => [
  ...new Map(all.map(one => [one.label, one])).values(),
]

type Fixes = Readonly<Record<'missing' | 'extra', (label: string) => string>>

/** The first elements of the source, as a fix lists them. */
const MAX_NAMED = 20

export const copyFrom = (source: readonly Labelled[]): Fixes => ({
  missing: label => `Put ${quote(label)} back.`,
  extra: () => {
    const choice = source.slice(0, MAX_NAMED).map(({ label }) => quote(label))
    return `Copy it from the source: ${choice.join(' ')}.`
  },
})

/** A label that only one side has: `lost` by the translation, or `added` to it. */
export type LabelFault = Fault & { readonly lost?: string; readonly added?: string }

/** Compares the labels of a translation with those of its source, each as often as it occurs. */
export function* compareLabels(
  wanted: readonly Labelled[],
  given: readonly Labelled[],
  { missing, extra }: Fixes,
): Generator<LabelFault> {
  const left = countBy(wanted, ({ label }) => label)
  const known = new Set(left.keys())
  for (const { token, label } of given) {
    const rest = left.get(label) ?? 0
    if (rest > 0) left.set(label, rest - 1)
    else {
      const message = known.has(label) ? 'occurs more often than in the source' : 'is not in the source'
      yield { message: `${quote(label)} ${message}.`, at: token.start, fix: extra(label), added: label }
    }
  }
  for (const [label, count] of left) {
    if (count > 0) yield { message: `${quote(label)} is missing.`, fix: missing(label), lost: label }
  }
}
