import type { Message } from '../../l10n/message/message.ts'
import { findOverrides } from '../../l10n/reviews/override.ts'
import { currentIgnores, findIgnore } from '../../l10n/translation/findings.ts'
import { findRequest } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { CommentRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import type { Actor, Actors } from '../translations/actors.ts'
import type { BranchView } from '../translations/branch-view.ts'
import { describeRequest } from '../translations/describe-request.ts'
import type { Entry, TextVersion } from '../translations/records.ts'
import { findSource } from '../translations/sources.ts'
import type { WrittenUnit } from '../work/branch-reach.ts'

export interface BranchEntry {
  readonly entry: Entry
  readonly line: SourceLine
  readonly key: string
  readonly file: string
}

/** Comments in one row, newest first. */
const MAX_COMMENTS = 20

/** The data that the reader may see in addition to texts and states. */
export interface Viewer {
  readonly actors: Actors
  /** Comments, and reasons for ignoring findings: for members of the account only. */
  readonly seesComments: boolean
  /** Authors of translations. */
  readonly seesAuthors: boolean
  /** Full findings, which quote glossary terms. */
  readonly seesTerms: boolean
}

/** A full entry in some locales. Empty fields are absent. */
export async function entryRow(
  { entry, line, key, file }: BranchEntry,
  locales: readonly string[],
  onlooker: Viewer,
  view: BranchView,
  read: Reader,
) {
  const { actors, seesComments } = onlooker
  const page = seesComments
    ? await read.comments.page('entry', entry.id, { limit: MAX_COMMENTS })
    : { items: [], next: undefined }
  const said = await Promise.all(
    page.items.map(async one => ({ locale: one.locale, row: await commentRow(one, actors) })),
  )
  const texts: Record<string, object> = {}
  for (const locale of locales) {
    const comments = said.filter(one => one.locale === locale).map(({ row }) => row)
    const text = await textRow(
      { entry, line, translation: await view.getTranslation(entry, locale, line) },
      onlooker,
      read,
    )
    texts[locale] = { ...text, ...(comments.length > 0 && { comments }) }
  }
  const comments = said.filter(one => one.locale === undefined).map(({ row }) => row)
  return {
    id: entry.short,
    key: escapeInvisible(key),
    file: escapeInvisible(file),
    src: line.src.slice(0, 8),
    source: getSource(entry, line.src),
    syntax: entry.syntax,
    ...(entry.context !== undefined && { context: escapeInvisible(entry.context) }),
    ...(entry.description !== undefined && { note: escapeInvisible(entry.description) }),
    ...(entry.added_note !== undefined && { added_note: await addedNoteRow(entry.added_note, onlooker) }),
    ...(entry.max_length !== undefined && { max: entry.max_length }),
    ...(entry.references.length > 0 && { references: entry.references.map(escapeInvisible) }),
    ...(entry.tags.length > 0 && { tags: entry.tags.map(escapeInvisible) }),
    ...(entry.do_not_translate && { do_not_translate: true }),
    ...(entry.unused_since !== null && { unused_since: entry.unused_since }),
    ...(entry.copy_of !== undefined && { copied_from: await originalRow(entry.copy_of, entry.copied_at, read) }),
    ...(comments.length > 0 && { comments }),
    ...(page.next !== undefined && { more_comments: true }),
    ...(locales.length > 0 && { texts }),
  }
}

async function textRow({ entry, line, translation }: WrittenUnit, viewer: Viewer, read: Reader) {
  const { actors, seesAuthors, seesComments } = viewer
  const { text } = shownText(translation, line)
  const why = staleReason(translation, entry, line)
  const old = why === 'source_changed' && text !== undefined ? await findSource(entry, text.src, read) : undefined
  const request = findRequest(translation, line)
  const findings = await findingRows(text?.findings ?? [], currentIgnores(translation, line), viewer)
  const suggestions = await Promise.all(
    translation.suggestions.map(async ({ id, value, src: of, origin, conflict, why: reason, at }) => ({
      id,
      ...toTextFields(value),
      ...(of !== line.src && { of_another_source: true }),
      ...(conflict === true && { conflict }),
      ...(reason !== undefined && { why: escapeInvisible(reason) }),
      ...(seesAuthors && { by: await actors.describe(origin) }),
      at,
    })),
  )
  return {
    state: text?.state ?? ('untranslated' as const),
    ...(text !== undefined && toTextFields(text.value)),
    ...(why !== undefined && { stale: { why, ...(old !== undefined && { source: old }) } }),
    ...(request !== undefined && {
      request: {
        ...(await describeRequest(request, actors, seesComments)),
        at: request.at,
        ...(request.answered_at !== undefined && { answered_at: request.answered_at }),
      },
    }),
    ...(translation.locked && { locked: true }),
    ...(translation.rev > 0 && { rev: translation.rev }),
    ...(text !== undefined && { ...(seesAuthors && { by: await actors.describe(text.origin) }), at: text.at }),
    ...(findings.length > 0 && { findings }),
    ...(suggestions.length > 0 && { suggestions }),
  }
}

/** The findings of a text, with who ignored or overrode each. */
async function findingRows(
  findings: TextVersion['findings'],
  ignores: TextVersion['ignores'],
  { actors, seesComments, seesTerms }: Viewer,
) {
  const overrides = findOverrides({ findings, ignores })
  const describe = async (one: Ignore) => (seesComments ? await ignoreRow(one, actors) : true)
  const rows = []
  for (const found of findings) {
    const { id, level, message, at, fix, term } = found
    const ignore = findIgnore(found, ignores)
    const override = overrides.find(({ finding }) => finding === id)
    rows.push({
      ...(!seesTerms && term !== undefined ? { id, level } : { id, level, message, ...omitUndefined({ at, fix }) }),
      ...omitUndefined({
        ignored: ignore && (await describe(ignore)),
        override: ignore === undefined ? override && (await describe(override)) : false,
      }),
    })
  }
  return rows
}

/** The string whose translations another one began with. */
async function originalRow(id: string, at: string | undefined, read: Reader) {
  const original = await read.entries.get(id)
  const file = original && (await read.files.get(original.file_id))
  return {
    ...(original !== undefined && { id: original.short, key: escapeInvisible(original.key) }),
    ...(file !== undefined && { file: escapeInvisible(file.path) }),
    ...(at !== undefined && { at }),
  }
}

/** A note that was added here, by an agent or a user. */
async function addedNoteRow({ text, origin, at }: NonNullable<Entry['added_note']>, { actors, seesAuthors }: Viewer) {
  const by = seesAuthors ? { by: await actors.describe(origin) } : { origin: origin.kind }
  return { text: escapeInvisible(text), ...by, at }
}

/** Who ignored a finding, why and when. */
async function ignoreRow({ reason, user_id, at }: Ignore, actors: Actors) {
  const by = await actors.findHandle(user_id)
  return { reason: escapeInvisible(reason), ...(by !== undefined && { by }), at }
}

type Ignore = NonNullable<TextVersion['ignores']>[number]

async function commentRow({ kind, text, origin, at }: Frozen<CommentRecord>, actors: Actors) {
  const by: Actor = await actors.describe(origin)
  return { text: escapeInvisible(text), ...(kind === 'request_changes' && { kind }), by, at }
}

export const toTextFields = (value: Frozen<Message>) => (typeof value === 'string' ? { text: value } : { forms: value })
