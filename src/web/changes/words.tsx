import type { ComponentChildren } from 'preact'
import { Face } from '../components/marks/face.tsx'
import { browserName } from '../format/browser-name.ts'
import { rich, t } from '../i18n/t.ts'
import type { Author } from '../strings/author-line.tsx'
import type { BatchView } from './read-changes.ts'

/** The first line of the note of a batch, or what the batch did. */
export function titleBatch({ kind, note, key }: BatchView): string {
  const [line = ''] = note?.split('\n') ?? []
  if (line !== '') return line.length <= MAX_TITLE_UNITS ? line : `${cut(line, MAX_TITLE_UNITS)}…`
  if (kind === 'annotate' && key !== undefined) return t('changes.annotated', { key: cut(key, MAX_TITLE_UNITS) })
  return t(`changes.did.${kind}`)
}

const MAX_TITLE_UNITS = 120

/** The note without the line that is the title. */
export function restOfNote({ note = '' }: BatchView): string {
  const [line = '', ...others] = note.split('\n')
  return line.length <= MAX_TITLE_UNITS ? others.join('\n').trim() : note
}

/** The first units of a text; never splits a surrogate pair. */
const cut = (text: string, units: number): string => text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '')

const COUNTS = [
  'new',
  'replaced',
  'accepted',
  'translated',
  'imported',
  'approved',
  'changes_requested',
  'rejected',
  'reverted',
  'suggested',
  'needs_review',
  'suggestions_rejected',
  'suggestions_removed',
  'suggestions_returned',
  'added',
  'changed',
  'renamed',
  'revived',
  'dropped',
  'conflicts',
  'unresolved',
  'skipped',
  'refused',
  'superseded',
  'unchanged',
] as const

/** Most counts in a row. */
const MAX_COUNTS = 3

/** What a batch did, in numbers: the most important first. */
export function tellCounts({
  kind,
  counts,
  written,
}: Pick<BatchView, 'kind' | 'counts' | 'written'>): readonly string[] {
  const all: Readonly<Record<string, number>> = written === undefined ? counts : { ...counts, ...written }
  return COUNTS.filter(name => written === undefined || !INCLUDED.includes(name) || kind === 'review')
    .flatMap(name => {
      const count = all[name] ?? 0
      return count === 0 ? [] : [t(`changes.counts.${name}`, { count })]
    })
    .slice(0, MAX_COUNTS)
}

/** Counts that say the same as the written translations. */
const INCLUDED: readonly string[] = ['accepted', 'imported']

/** Who made a batch, with the first letter of the name. */
export function ActorLine({ by }: { readonly by: Author }) {
  return (
    <span class="actor">
      {by.person !== undefined && <Face name={by.person} />}
      <span>{tellActor(by)}</span>
    </span>
  )
}

/** Who made a batch, and through which client or token. */
export function tellActor({ kind, person, token, client }: Author): ComponentChildren {
  if (person === undefined && client === undefined && token === undefined) return t(`changes.kind_of.${kind}`)
  const who = <bdi class="who">{person ?? t('changes.deleted_user')}</bdi>
  const program = client?.startsWith('Mozilla/') === true ? browserName(client) : client
  if (token !== undefined) return rich('changes.by_token', { who, token: <bdi>{token}</bdi> })
  return program === undefined ? who : rich('changes.by_client', { who, client: <bdi>{program}</bdi> })
}
