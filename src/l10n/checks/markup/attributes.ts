import { quote } from '../../../text/quote.ts'
import { addTo, countBy } from '../../groups.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/token.ts'
import type { Fault, Form } from '../define-check.ts'
import { compareLabels, getTagName, type Labelled, listAttributes, listOnce } from './labels.ts'
import { acceptLocalLinks, type Locales } from './local-links.ts'

/**
 * Finds tags whose attributes differ from the source, where they say how words look, or a program finds the words by them. What people read (`title`, `alt`,
 * `label`) may be translated, and `compareLinkTargets` compares what leads somewhere.
 */
export function* compareAttributes({ source, target }: Form, hasBranches: boolean): Generator<Fault> {
  for (const { level, list } of KINDS) {
    const from = source.computeOnce(list)
    const wanted = (hasBranches ? listOnce(from) : from).filter(({ isPlain }) => !isPlain)
    if (wanted.length === 0) continue
    const to = target.computeOnce(list)
    const found = [...findLost(wanted, hasBranches ? listOnce(to) : to)].map(fault => ({ ...fault, ...level }))
    yield* found
    if (found.length > 0) return
  }
}

function* findLost(wanted: readonly Attributed[], given: readonly Attributed[]): Generator<Fault> {
  const left = countBy(wanted, ({ label }) => label)
  const others = new Map<string, Token[]>()
  for (const { token, label } of given.toReversed()) {
    const count = left.get(label) ?? 0
    if (count > 0) left.set(label, count - 1)
    else addTo(others, getTagName(token), token)
  }
  for (const { token, label } of wanted) {
    const count = left.get(label) ?? 0
    const other = count > 0 ? others.get(getTagName(token))?.pop() : undefined
    if (other === undefined) continue
    left.set(label, count - 1)
    const message = `${quote(`<${getTagName(token)}>`)} has other attributes than in the source.`
    yield { message, at: other.start, fix: `Put ${quote(token.raw)} back.` }
  }
}

/** The label is the tag with the attributes that are compared, in one order. */
interface Attributed extends Labelled {
  /** Whether it has none of them. */
  readonly isPlain: boolean
}

/** The classes, colors and data of words. Each attribute of Android's `annotation` is one that a program looks for. */
const isStyle = (tag: string, attribute: string): boolean =>
  tag === 'annotation' || STYLES.has(attribute) || attribute.startsWith('data-')

const STYLES = new Set(['class', 'color', 'fgcolor', 'bgcolor', 'face', 'for', 'type', 'role'])

/** What tells how a link opens, and the names of marks around Android's placeholders: without them, the text looks the same. */
const isHint = (tag: string, attribute: string): boolean =>
  tag === 'xliff:g' ? attribute === 'id' : attribute === 'target' || attribute === 'rel'

/** Finds the tags of a text with the attributes that `isCompared` accepts. */
const listBy =
  (isCompared: (tag: string, attribute: string) => boolean) =>
  ({ markup }: ParsedText): readonly Attributed[] =>
    markup.flatMap(token => {
      if (token.kind !== 'tag' || token.raw.startsWith('</')) return []
      const tag = getTagName(token)
      const compared = listAttributes(token)
        .filter(({ name }) => isCompared(tag, name))
        // A translation may number a placeholder, and Google's translations write the names of marks in capitals.
        .map(({ name, value }) => (tag === 'xliff:g' || /[{%$]/.test(value) ? name : `${name}=${value}`))
      return [{ token, label: [tag, ...compared.toSorted()].join(' '), isPlain: compared.length === 0 }]
    })

const KINDS = [
  { level: {}, list: listBy(isStyle) },
  { level: { level: 'warning' as const }, list: listBy(isHint) },
]

/** Compares the attributes of tags that lead somewhere. `compareAttributes` compares others. */
export function* compareLinkTargets({ source, target }: Form, locales: Locales): Generator<Fault> {
  const wanted = source.computeOnce(listTargets)
  const given = target.computeOnce(listTargets)
  if (wanted.length === 0 && given.length === 0) return
  const choice = wanted.slice(0, MAX_NAMED).map(({ label }) => quote(label))
  const differences = compareLabels(wanted, given, {
    missing: label => `Write ${quote(label)}, as in the source.`,
    extra: label => (choice.length === 0 ? `Remove ${quote(label)}.` : `Copy it from the source: ${choice.join(' ')}.`),
  })
  for (const { lost: _, ...fault } of acceptLocalLinks(differences, locales)) yield fault
}

/** The first elements of the source, as a fix lists them. */
const MAX_NAMED = 5

const LEADING = new Set(['href', 'src', 'xlink:href', 'action', 'formaction', 'to'])

/** The link targets of all tags, however their values are quoted. */
function listTargets({ markup: tokens }: ParsedText): readonly Labelled[] {
  return tokens.flatMap(token => {
    if (token.kind !== 'tag') return []
    return listAttributes(token).flatMap(({ name, value }) =>
      LEADING.has(name) ? [{ token, label: `${name}=${value}` }] : [],
    )
  })
}
