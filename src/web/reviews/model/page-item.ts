import { pluralNeeds } from '../../../l10n/locales/plural-rules.ts'
import { writingOf } from '../../../l10n/locales/writing.ts'
import { type Message, sameMessage } from '../../../l10n/message/message.ts'
import type { Verdict } from '../../../tools/reviews/find-review.ts'
import type { NeighborFacts } from '../../../tools/reviews/neighbors.ts'
import type { ReviewItemView, ReviewView } from '../../../tools/reviews/view.ts'
import type { FallbackText } from '../../../tools/translations/fallback-text.ts'
import { checkName, translateFinding } from '../../findings/translate.ts'
import { formatCount } from '../../format/numbers.ts'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { formatExamples } from '../../strings/message-text.tsx'
import { toMark } from '../read-review.ts'
import { describeAuthor, explainReason, verdictWord } from '../words.ts'
import type { LocalText, MessageRow, Neighbor, PageItem } from './page-data.ts'
import { cutExcerpt, type Grammar, type Marked, toPieces } from './pieces.ts'

/** What is known about a translation of a review. */
export interface ItemFacts {
  readonly view: ReviewItemView
  readonly verdict: Verdict | undefined
  readonly grammar: Grammar
  /** Glossary terms of its source. */
  readonly terms: readonly string[]
  readonly maxLength: number | undefined
  readonly near: readonly NeighborFacts[]
  readonly fallback: FallbackText | undefined
}

interface Frame {
  readonly review: ReviewView
  readonly project: LoadedProject
  readonly now: Date
  readonly mayFix: boolean
}

/** Longer texts are cut, with a link to the page of the string. */
const MAX_UNITS = 6000
const MAX_NEAR_UNITS = 160

/** Describes a translation of a review for its page. */
export function toPageItem(facts: ItemFacts, frame: Frame): PageItem {
  const { view, verdict, terms, maxLength } = facts
  const { n, key, file, locale, message, findings, copies } = view
  const { reason, comment } = view.verdict ?? {}
  const decided = view.verdict && describeVerdict(view.verdict, frame.now)
  const length = maxLength === undefined || typeof message !== 'string' ? undefined : countGraphemes(message)
  return {
    n,
    mark: toMark(verdict),
    ...(reason !== undefined && { reason }),
    ...(comment !== undefined && { comment }),
    ...(decided !== undefined && { decided }),
    place: describePlace(view, frame.review),
    key,
    file,
    href: view.url.replace(/^https?:\/\/[^/]+/, ''),
    excerpt: cutExcerpt(firstForm(message), facts.grammar),
    lang: locale,
    dir: directionOf(locale),
    banner: describeBanner(view),
    rows: toRows(facts, frame),
    findings: findings.map(({ level, id, ...finding }) => {
      const { message: text, fix, isEnglish } = translateFinding(finding)
      return { kind: level, text, ...(fix !== undefined && { fix }), isEnglish, check: checkName(id) }
    }),
    ...(view.note !== undefined && { note: view.note }),
    facts: [
      ...(terms.length > 0 ? [t('review.item.terms', { count: terms.length })] : []),
      ...(length === undefined
        ? []
        : [t('review.item.length', { count: formatCount(length), max: formatCount(maxLength ?? 0) })]),
      ...(copies > 0 ? [t('review.item.copies', { count: copies })] : []),
    ],
    near: facts.near.map(one => toNeighbor(one, locale, facts.grammar)),
    fields: frame.mayFix ? toFields(view) : [],
  }
}

const describeVerdict = ({ verdict, fixed, by, at }: NonNullable<ReviewItemView['verdict']>, now: Date): string => {
  const who = describeAuthor(by, at, now)
  return t('review.item.decided', { verdict: verdictWord(verdict, fixed === true), who: who ?? '' })
}

function describePlace({ n, part }: ReviewItemView, { must_see, sample }: ReviewView): string {
  if (part === 'must_see') {
    return t('review.item.must_see', { n: formatCount(n), total: formatCount(must_see.total) })
  }
  const place = n - must_see.total
  if (part === 'rest') return t('review.item.rest')
  return t('review.item.sample', { n: formatCount(place), total: formatCount(sample.size) })
}

const KINDS: Partial<Record<string, 'danger' | 'info'>> = { error: 'danger', first_in_file: 'info', plural: 'info' }

function describeBanner({ reasons, changed, taken_out, was }: ReviewItemView): PageItem['banner'] {
  return [
    ...(taken_out === true
      ? [{ kind: 'info' as const, title: t('review.item.taken_out.title'), text: t('review.item.taken_out.text') }]
      : []),
    ...(changed === undefined
      ? []
      : [{ kind: 'info' as const, title: t('review.item.changed.title'), text: t('review.item.changed.text') }]),
    ...reasons.map(({ reason, parts }) => ({
      kind: KINDS[reason] ?? ('warning' as const),
      ...explainReason(reason, parts, was),
    })),
  ]
}

function toRows({ view, grammar, terms, fallback }: ItemFacts, { project, now }: Frame): readonly MessageRow[] {
  const { source, was, message, changed, locale, by, at } = view
  const wrote = describeAuthor(by, at, now)
  const replaced = was && describeAuthor(was.by, was.at, now)
  const before = was?.message
  const row = (
    kind: MessageRow['kind'],
    label: string,
    text: Message | undefined,
    { by: author, lang = locale, marks }: { by?: string | undefined; lang?: string; marks?: (name?: string) => Marked },
  ): readonly MessageRow[] => {
    if (text === undefined) return []
    const forms = toForms(text, lang, (form, name) => toPieces(form, grammar, marks?.(name)))
    return [{ kind, label, ...(author !== undefined && { by: author }), forms }]
  }
  const sourceLocale = project.record.source_locale
  // The same text, if only its source was changed.
  const isSame = changed !== undefined && message !== undefined && sameMessage(changed, message)
  return [
    ...row('source', t('review.item.source'), source, {
      by: sourceLocale,
      lang: sourceLocale,
      marks: () => ({ terms }),
    }),
    ...row('old', t('review.item.previous'), before, {
      by: replaced,
      marks: name => ({ after: formOf(message, name) }),
    }),
    ...row('new', before === undefined ? t('review.item.translation') : t('review.item.new'), message, {
      by: wrote,
      marks: name => ({ before: formOf(before, name) }),
    }),
    ...row('changed', t('review.item.current'), isSame ? undefined : changed, {}),
    ...(fallback === undefined
      ? []
      : row('fallback', t('review.item.fallback'), fallback.value, { by: fallback.locale, lang: fallback.locale })),
  ]
}

const formOf = (message: Message | undefined, name: string | undefined): string | undefined =>
  typeof message === 'object' ? (name === undefined ? undefined : (message[name] ?? '')) : message

function toForms(
  message: Message,
  locale: string,
  split: (text: string, name: string | undefined) => LocalText['pieces'],
): MessageRow['forms'] {
  const language = { lang: locale, dir: directionOf(locale) }
  const toText = (text: string, name: string | undefined) => ({ ...language, pieces: split(shorten(text), name) })
  if (typeof message === 'string') return [toText(message, undefined)]
  return Object.entries(message).map(([name, text]) => {
    const examples = formatExamples(locale, name)
    return { ...toText(text, name), name, ...(examples !== '' && { examples }) }
  })
}

const shorten = (text: string, max = MAX_UNITS): string =>
  text.length <= max ? text : `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…`

const directionOf = (locale: string): 'ltr' | 'rtl' => (writingOf(locale).isRightToLeft ? 'rtl' : 'ltr')

const firstForm = (message: Message | undefined): string =>
  typeof message === 'object' ? (message['other'] ?? Object.values(message)[0] ?? '') : (message ?? '')

function toNeighbor({ key, state, value, syntax }: NeighborFacts, locale: string, { families }: Grammar): Neighbor {
  const text = shorten(firstForm(value), MAX_NEAR_UNITS)
  return {
    key,
    state,
    text: { lang: locale, dir: directionOf(locale), pieces: toPieces(text, { syntax, families }) },
  }
}

function toFields({ message, changed, locale }: ReviewItemView): PageItem['fields'] {
  if (message === undefined || changed !== undefined) return []
  if (typeof message === 'string') return [{ name: 'text', label: t('review.fix.text'), value: message }]
  const { required } = pluralNeeds(locale, { kind: 'forms' })
  return [...new Set([...required, ...Object.keys(message)])].map(name => ({
    name: `form-${name}`,
    label: t('review.fix.form', { name, examples: formatExamples(locale, name) }),
    value: message[name] ?? '',
  }))
}

const segmenter = new Intl.Segmenter()
const countGraphemes = (text: string): number => [...segmenter.segment(text)].length
