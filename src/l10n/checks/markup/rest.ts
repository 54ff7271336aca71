import type { ParsedText } from '../../message/parsed-text.ts'
import { findRestSpans, type RestSpan } from '../../message/rest/spans.ts'
import { getRestLabel, isCodeRole } from '../../message/rest/tokens.ts'
import type { Form } from '../context.ts'
import type { Fault } from '../define-check.ts'
import { compareLabels, copyFrom, type LabelFault, type Labelled, listOnce } from './labels.ts'
import { acceptLocalLinks, type Locales } from './local-links.ts'

/**
 * Compares the inline markup of a source in reStructuredText. Words of roles and references may be translated; role names, targets, literals, substitutions
 * and footnotes may not. A title may be added before a target, or left out. Examples in literals that differ, and links to a site in the language of the
 * translation, are warnings.
 */
export function* compareRest({ source, target }: Form, hasBranches: boolean, locales: Locales): Generator<Fault> {
  const wanted = source.computeOnce(listSpans)
  if (wanted.length === 0) return
  const from = wanted.map(span => toLabelled(span, getRestLabel(span)))
  const labels = new Set(from.map(({ label }) => label))
  const known = new Map(wanted.map(span => [toIdentity(span), getRestLabel(span)]))
  const to = target.computeOnce(listSpans).map(span => {
    const label = getRestLabel(span)
    const other = labels.has(label) ? undefined : (known.get(toIdentity(span)) ?? known.get(toNamed(span)))
    return toLabelled(span, other ?? label)
  })
  const once = hasBranches ? listOnce<Labelled> : (all: readonly Labelled[]) => all
  const differences = [...compareLabels(once(from), once(to), copyFrom(listOnce(from)))]
  const given = new Set(to.map(({ label }) => label))
  const softened = differences.map(fault => soften(fault, differences, given))
  const isLink = ({ lost, added }: LabelFault): boolean => (lost ?? added ?? '').includes('://')
  yield* acceptLocalLinks(softened.filter(isLink), locales)
  for (const { lost: _, added: _added, ...fault } of softened.filter(one => !isLink(one))) yield fault
}

/** Makes a fault a warning if the text keeps its meaning: code is added, an example in code or the site of a link is another, or a label is left out once of twice. */
function soften(fault: LabelFault, all: readonly LabelFault[], given: ReadonlySet<string>): LabelFault {
  const { lost, added } = fault
  const label = lost ?? added ?? ''
  const kind = getKind(label)
  const isKept = lost !== undefined && given.has(lost)
  const others = all.flatMap(one => (lost === undefined ? one.lost : one.added) ?? [])
  const twins = kind === undefined ? [] : others.filter(other => getKind(other) === kind)
  const isSame = (other: string): boolean => fold(other) === fold(label)
  const isExample = kind?.startsWith('//') === true || EXAMPLE.test(lost ?? twins[0] ?? '') || twins.some(isSame)
  const isExtra = added !== undefined && kind !== undefined && !kind.startsWith('//') && twins.length === 0
  return isKept || isExtra || (twins.length > 0 && isExample) ? { ...fault, level: 'warning' } : fault
}

const fold = (label: string): string => label.toLowerCase().replace(/\s+/g, '')

/** Code with words, with the name of an example, or without letters. */
const EXAMPLE = /\p{L}\s+\S|example|path|your|[{<]|^[^\p{L}]*$/iu

/** The kind of code, or the site of a link; undefined for other markup. */
function getKind(label: string): string | undefined {
  if (label.startsWith('``')) return '``'
  const role = /^:[^`]+:(?=`)/.exec(label)?.[0]
  if (role !== undefined) return isCodeRole(role) ? role : undefined
  return /:(\/\/)(?:[a-z]{2,3}\.)?([^/>]+)/.exec(label)?.slice(1).join('')
}

const listSpans = ({ text }: ParsedText): readonly RestSpan[] =>
  findRestSpans(text).filter(({ kind }) => kind !== 'plain')

const toLabelled = ({ start, end, text }: RestSpan, label: string): Labelled => ({
  token: { kind: 'code', raw: text, start, end },
  label,
})

/** What a span leads to, with or without a title. */
const toIdentity = ({ kind, role = kind, text, target = text }: RestSpan): string =>
  `${role} ${target.replace(/\\/g, '')}`

/** What a reference leads to by its name: `text <name_>`. */
const toNamed = (span: RestSpan): string => toIdentity(span).replace(/_$/, '')
