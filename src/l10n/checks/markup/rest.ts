import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { findRestSpans, type RestSpan } from '../../message/rest-spans.ts'
import { getRestLabel } from '../../message/rest-tokens.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'
import { compareLabels, type Labelled } from './labels.ts'
import { acceptLocalLinks, type Locales } from './local-links.ts'

type Form = CheckContext['forms'][number]

/**
 * Compares the inline markup of a source in reStructuredText. Words of roles and references may be translated; role names, targets, literals, substitutions
 * and footnotes may not. A title may be added before a target, or left out.
 */
export function* compareRest({ source, target }: Form, hasBranches: boolean, locales: Locales): Generator<Fault> {
  const wanted = source.computeOnce(listSpans)
  if (wanted.length === 0) return
  const known = new Map(wanted.map(span => [toIdentity(span), getRestLabel(span)]))
  const once = (all: readonly Labelled[]): readonly Labelled[] =>
    hasBranches ? [...new Map(all.map(one => [one.label, one])).values()] : all
  const from = wanted.map(span => toLabelled(span, getRestLabel(span)))
  const to = target.computeOnce(listSpans).map(span => {
    const label = getRestLabel(span)
    const other = ALIASES.map(alias => known.get(alias(span))).find(one => one !== undefined)
    return toLabelled(span, wanted.some(one => getRestLabel(one) === label) ? label : (other ?? label))
  })
  const fixes = {
    missing: (label: string) => `Put ${quote(label)} back.`,
    extra: () => `Copy it from the source: ${[...new Set(known.values())].slice(0, MAX_NAMED).map(quote).join(' ')}.`,
  }
  const [links, others] = [isLink, (one: Labelled) => !isLink(one)].map(is =>
    compareLabels(once(from).filter(is), once(to).filter(is), fixes),
  )
  for (const { lost: _, ...fault } of acceptLocalLinks(links ?? [], locales)) yield fault
  for (const { lost: _, added: _added, ...fault } of others ?? []) yield fault
}

const isLink = ({ label }: Labelled): boolean => label.includes('://')

/** The first elements of the source, as a fix lists them. */
const MAX_NAMED = 20

const listSpans = ({ text }: ParsedText): readonly RestSpan[] =>
  findRestSpans(text).filter(({ kind }) => kind !== 'plain')

const toLabelled = ({ start, end, text }: RestSpan, label: string): Labelled => ({
  token: { kind: 'code', raw: text, start, end },
  label,
})

/** What a span leads to, with or without a title. */
const toIdentity = ({ kind, role = kind, text, target = text }: RestSpan): string => `${role} ${target}`

/** The identities that a span of a translation may stand for. `name_` is the target of a named reference. */
const ALIASES: readonly ((span: RestSpan) => string)[] = [
  toIdentity,
  ({ kind, role = kind, text, target = text }) => `${role} ${target.replace(/_$/, '')}`,
]
