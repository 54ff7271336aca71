import { z } from 'zod'
import { isUnfinished, REFUSED_EXPORTS, STALE_EXPORTS } from '../../l10n/translation/export.ts'
import { findOpen, listIgnored } from '../../l10n/translation/findings.ts'
import { waitsForReviewer, waitsForRevision } from '../../l10n/translation/request.ts'
import { mainText } from '../../l10n/translation/shown-text.ts'
import { isOpenEntry } from '../../l10n/translation/state.ts'
import { listOpenConflicts } from '../../l10n/translation/suggestions/conflict.ts'
import { compoundKey, defineCollection, defineLog, toNewestFirstKey } from './define.ts'
import {
  EntryRecord,
  RevisionRecord,
  SourceLine,
  SourceRecord,
  TargetFileRecord,
  TranslationRecord,
} from './entries.ts'
import { FileRule, Id, Instant, Origin, Sha256 } from './fields.ts'
import { entrySize, storedFileSize, textSize, translationSize } from './sizes.ts'
import { currentValueKey, listSources, openSourceKey } from './text-keys.ts'

export type {
  EntryRecord,
  RevisionRecord,
  SourceVersion,
  TargetFileRecord,
  TextVersion,
  TranslationRecord,
} from './entries.ts'

/** The policy of a project; `update_project_policy` changes it. */
const Settings = z.object({
  /** Whether translations of agents and runs need a review. */
  review: z.enum(['none', 'required']),
  approve: z.enum(['people', 'anyone']),
  /** Whether users must not approve their own translations. */
  four_eyes: z.boolean(),
  /** Whether an agent that names the revision may replace translations that a user wrote or approved, or that were imported. */
  agents_replace: z.boolean(),
  /** What a pull exports: translated and approved translations, or approved ones only. */
  export: z.enum(['translated', 'approved']),
  /** What a pull exports for a translation that a reviewer wants changed: the one before it, or the translation itself. Absent = previous. */
  changes_requested: z.enum(REFUSED_EXPORTS).optional(),
  /** What a pull of `translated` exports for a string whose translation is of an earlier source: that translation, or none. Absent = keep. */
  stale: z.enum(STALE_EXPORTS).optional(),
  /** Check ID → level of its findings in this project. */
  levels: z.record(z.string(), z.enum(['error', 'warning', 'info', 'off'])),
  /** Message syntax of all files; absent = detected for each file. */
  syntax: z.string().optional(),
  /** The engines that runs may use, in their default order; absent for every engine that the account may use. */
  engines: z.array(z.string()).optional(),
})

const ProjectRecord = z.object({
  id: Id,
  account_id: Id,
  slug: z.string(),
  name: z.string(),
  source_locale: z.string(),
  target_locales: z.array(z.string()),
  /** Locale → the locale that replaces missing translations. */
  fallbacks: z.record(z.string(), z.string()),
  main_branch: z.string(),
  /** All pushed branches, in order of their first push. */
  branches: z.array(
    z.object({
      name: z.string(),
      pushed_at: Instant,
      /** Its last pushes, oldest first, by commit or hash of the files. A push that changed nothing has the number of the one before. Absent before this field. */
      versions: z.array(z.object({ version: z.string(), push: z.number().int() })).optional(),
    }),
  ),
  files: z.array(FileRule),
  settings: Settings,
  /** Counter for the short ID and the order of the next entry. */
  next_entry: z.number().int(),
  deleted_at: Instant.nullable(),
  created_at: Instant,
})

/** Words translated on one day (UTC), by who wrote the translations. */
const DayOfWords = z.object({ day: z.string(), users: z.number().int(), agents: z.number().int() })

/** The size of a project's logs, and its recent activity. Separate from the project, because it is written with each batch and a project can have long file rules. */
const HistoryRecord = z.object({
  /** ID of the project. */
  id: Id,
  /** Approximate size of its past translations and sources, in bytes. */
  bytes: z.number().int(),
  /** The last days with translations, oldest first, at most 30. */
  days: z.array(DayOfWords).optional(),
  /** Locale → when one of its translations last changed. */
  active: z.record(z.string(), Instant).optional(),
})

const FileRecord = z.object({
  id: Id,
  project_id: Id,
  path: z.string(),
  format: z.string(),
  /** Detected by the adapter: indent, message syntax, key separator, plural suffix. */
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  created_at: Instant,
})

/** A source file in one branch: its bytes, and the source of each listed entry. */
const BranchFileRecord = z.object({
  id: Id,
  project_id: Id,
  branch: z.string(),
  file_id: Id,
  /** The file as UTF-8 text, including a byte order mark. */
  content: z.string(),
  sha256: Sha256,
  /** The file with the parts of other locales that it had before, if a reviewer must decide about those of the present one. See `TargetFileRecord`. */
  reviewed: z.object({ content: z.string(), sha256: Sha256 }).optional(),
  items: z.array(
    SourceLine.extend({
      key: z.string(),
      entry_id: Id,
      /** Number of the push that listed it; absent before this field. */
      push: z.number().int().optional(),
      /** Number of the push that gave it its key or file, where that is a later one. */
      placed: z.number().int().optional(),
    }),
  ),
  pushed_at: Instant,
})

const BatchRecord = z.object({
  id: Id,
  project_id: Id,
  kind: z.enum(['submit', 'push', 'import', 'review', 'annotate', 'revert', 'run']),
  /** Who acted. Each translation also has its own origin. */
  origin: Origin,
  /** Of the entry that an annotation is about. */
  entry_id: Id.optional(),
  /** The review that it ended. */
  review_id: Id.optional(),
  note: z.string().optional(),
  counts: z.record(z.string(), z.number().int()),
  /** Of the translations that it changed or commented on. Absent without any, and in batches from before this field. */
  locales: z.array(z.string()).optional(),
  /** Translations that it wrote where there was none, and over another one. Absent without any, in runs, and in batches from before this field. */
  written: z.object({ new: z.number().int(), replaced: z.number().int() }).optional(),
  at: Instant,
})

/** A comment on an entry, or on its translation into one locale. */
const CommentRecord = z.object({
  id: Id,
  project_id: Id,
  entry_id: Id,
  locale: z.string().optional(),
  kind: z.enum(['comment', 'request_changes']),
  text: z.string(),
  origin: Origin,
  batch_id: Id,
  at: Instant,
})

export type ProjectRecord = z.infer<typeof ProjectRecord>
export type FileRecord = z.infer<typeof FileRecord>
export type BranchFileRecord = z.infer<typeof BranchFileRecord>
export type BatchRecord = z.infer<typeof BatchRecord>
export type HistoryRecord = z.infer<typeof HistoryRecord>
export type Origin = z.infer<typeof Origin>
export type Settings = z.infer<typeof Settings>
export type CommentRecord = z.infer<typeof CommentRecord>

/** Defines the gap of an entry index: entries without a translation in a locale. */
const defineUntranslatedGap = <I extends string>(index: I, place: string, filled?: string) => ({
  index,
  lacks: 'translations',
  unique: 'unit',
  place,
  filled,
})

/** The ignores that apply on the main branch; see `currentIgnores`. */
const mainIgnores = (translation: TranslationRecord) =>
  translation.stale?.reason === 'source_changed' ? undefined : mainText(translation)?.ignores

/** The keys of the index of open findings. */
function listFindingKeys(translation: TranslationRecord): readonly string[] | undefined {
  const text = mainText(translation)
  const open = text === undefined ? [] : findOpen(text.findings, mainIgnores(translation))
  if (open.length === 0) return undefined
  const names = new Set(['any'])
  for (const { id, level } of open) names.add(level).add(id).add(`${level} ${id}`)
  return [...names].map(name => compoundKey(translation.project_id, translation.locale, name))
}

/** The keys of the index of conflicts. */
const listConflictKeys = (translation: TranslationRecord): readonly string[] => {
  const branches = new Set(listOpenConflicts(translation).flatMap(({ branches: of = [] }) => of))
  return [...branches].map(branch => compoundKey(translation.project_id, translation.locale, branch))
}

export const l10nCollections = {
  projects: defineCollection({
    schema: ProjectRecord,
    unique: { name: project => compoundKey(project.account_id, project.slug) },
    index: {
      account: project => (project.deleted_at === null ? project.account_id : undefined),
      deleted_of: project => (project.deleted_at === null ? undefined : project.account_id),
      deleted: project => (project.deleted_at === null ? undefined : ''),
    },
    order: project => project.slug,
  }),
  histories: defineCollection({ schema: HistoryRecord, unique: {}, index: {} }),
  files: defineCollection({
    schema: FileRecord,
    unique: { path: file => compoundKey(file.project_id, file.path) },
    index: { project: file => file.project_id },
    counted: ['project'],
    order: file => file.path,
    weights: { bytes: ({ path }) => textSize(path) },
    shard: file => file.project_id,
  }),
  branch_files: defineCollection({
    schema: BranchFileRecord,
    unique: { place: file => compoundKey(file.project_id, file.branch, file.file_id) },
    index: {
      branch: file => compoundKey(file.project_id, file.branch),
      file: file => file.file_id,
      project: file => file.project_id,
    },
    counted: ['branch', 'project'],
    weights: { strings: file => file.items.length, bytes: storedFileSize },
    shard: file => file.project_id,
  }),
  entries: defineCollection({
    schema: EntryRecord,
    unique: {
      short: entry => compoundKey(entry.project_id, entry.short),
      place: entry => (entry.displaced ? undefined : compoundKey(entry.file_id, entry.key, entry.context ?? '')),
    },
    index: {
      project: entry => entry.project_id,
      file: entry => entry.file_id,
      /** By file that it left. */
      left: entry => [...new Set(entry.left?.map(({ file_id }) => file_id))],
      /** By branch that dropped it, alone and with the source that it had there. */
      dropped: ({ project_id, dropped = [] }) => [
        ...new Set(
          dropped.flatMap(({ branch, src }) => [compoundKey(project_id, branch), compoundKey(project_id, branch, src)]),
        ),
      ],
      copy_of: entry => entry.copy_of,
      /** Entries of a project that share a key, across files. */
      key: entry => compoundKey(entry.project_id, entry.key),
      /** By a key that it had, or has on another branch than the main one. */
      other_key: entry => entry.other_keys?.map(key => compoundKey(entry.project_id, key)) ?? [],
      listed: entry => (entry.listed ? entry.project_id : undefined),
      open: entry => (isOpenEntry(entry) ? entry.project_id : undefined),
      open_file: entry => (isOpenEntry(entry) ? entry.file_id : undefined),
      unused: entry => (entry.unused_since === null ? undefined : entry.project_id),
      /** Equal source strings; see `sourceKey`. */
      source: openSourceKey,
      /** Has a context note, from its file or added here. */
      noted: entry =>
        isOpenEntry(entry) && (entry.description ?? entry.added_note) !== undefined ? entry.project_id : undefined,
    },
    several: ['left', 'dropped', 'other_key'],
    counted: ['file', 'listed', 'open', 'open_file', 'unused', 'noted', 'dropped'],
    order: entry => entry.order,
    weights: { words: entry => entry.words, bytes: entrySize },
    texts: { source: { index: 'project', of: listSources } },
    gaps: {
      listed: defineUntranslatedGap('listed', 'project_id'),
      open: defineUntranslatedGap('open', 'project_id', 'open'),
      open_file: defineUntranslatedGap('open_file', 'file_id', 'open_file'),
    },
    shard: entry => entry.project_id,
  }),
  translations: defineCollection({
    schema: TranslationRecord,
    unique: { unit: translation => compoundKey(translation.entry_id, translation.locale) },
    index: {
      entry: translation => translation.entry_id,
      project: translation => translation.project_id,
      open: translation => (translation.open ? compoundKey(translation.project_id, translation.locale) : undefined),
      open_file: translation => (translation.open ? compoundKey(translation.file_id, translation.locale) : undefined),
      work: translation => (translation.work ? compoundKey(translation.project_id, translation.locale) : undefined),
      file_work: translation => (translation.work ? compoundKey(translation.file_id, translation.locale) : undefined),
      state: translation =>
        translation.listed ? compoundKey(translation.project_id, translation.locale, translation.state) : undefined,
      stale: translation =>
        translation.listed && translation.stale !== null
          ? compoundKey(translation.project_id, translation.locale)
          : undefined,
      /** By state, has a text of an earlier source. One that its file calls unfinished is `unfinished`. */
      outdated: translation => {
        const { listed, stale, project_id, locale, state } = translation
        if (!listed || stale?.reason !== 'source_changed') return undefined
        return compoundKey(project_id, locale, isUnfinished(translation, mainText(translation)) ? 'unfinished' : state)
      },
      /** By open finding of the main branch's text: `any`, level, check, and level with check. */
      finding: translation => (translation.listed ? listFindingKeys(translation) : undefined),
      /** By the voice of the main branch's text. */
      voice: translation =>
        translation.listed && translation.shown > 0
          ? compoundKey(translation.project_id, translation.locale, mainText(translation)?.voice ?? 'unknown')
          : undefined,
      /** Waits for a text that answers a reviewer's request. */
      revise: translation =>
        waitsForRevision(translation) ? compoundKey(translation.project_id, translation.locale) : undefined,
      /** Has answered a reviewer's request, and waits for the reviewer. */
      revised: translation =>
        waitsForReviewer(translation) ? compoundKey(translation.project_id, translation.locale) : undefined,
      suggested: translation =>
        translation.listed && translation.suggestions.length > 0
          ? compoundKey(translation.project_id, translation.locale)
          : undefined,
      /** The file of a branch has another text, which a pull keeps until somebody decides. By branch. */
      conflict: translation => (translation.listed ? listConflictKeys(translation) : undefined),
      /** Has an ignored finding in the main branch's text. */
      ignored: translation =>
        translation.listed && listIgnored(mainText(translation)?.findings ?? [], mainIgnores(translation)).length > 0
          ? compoundKey(translation.project_id, translation.locale)
          : undefined,
      /** Equal texts for the sources of the main branch; see `valueKey`. */
      value: currentValueKey,
      /** Has suggestions, or had some that a revert can bring back. In all locales and branches, including locales that are not targets of the project. */
      suggestions: ({ suggestions, decided = [], project_id }) =>
        suggestions.length + decided.length > 0 ? project_id : undefined,
    },
    several: ['finding', 'conflict'],
    counted: [
      'project',
      'open',
      'open_file',
      'work',
      'file_work',
      'state',
      'stale',
      'outdated',
      'finding',
      'voice',
      'revise',
      'revised',
      'suggested',
      'conflict',
      'ignored',
    ],
    order: translation => translation.order,
    weights: { words: translation => translation.words, bytes: translationSize },
    shard: translation => compoundKey(translation.project_id, translation.locale),
  }),
  target_files: defineCollection({
    schema: TargetFileRecord,
    unique: { place: file => compoundKey(file.file_id, file.branch, file.locale) },
    index: { project: file => file.project_id },
    counted: ['project'],
    weights: { bytes: storedFileSize },
    shard: file => compoundKey(file.project_id, file.locale),
  }),
  comments: defineCollection({
    schema: CommentRecord,
    unique: {},
    index: { entry: comment => comment.entry_id, project: comment => comment.project_id },
    counted: ['project'],
    order: comment => toNewestFirstKey(comment.at),
    weights: { bytes: ({ text }) => textSize(text) },
    shard: comment => comment.project_id,
  }),
}

export const l10nLogs = {
  batches: defineLog({
    schema: BatchRecord,
    index: {
      project: batch => batch.project_id,
      user: batch => compoundKey(batch.project_id, batch.origin.user_id),
      credential: batch => compoundKey(batch.project_id, batch.origin.credential),
      client: batch =>
        batch.origin.client === undefined ? undefined : compoundKey(batch.project_id, batch.origin.client),
    },
  }),
  sources: defineLog({
    schema: SourceRecord,
    index: { source: source => compoundKey(source.entry_id, source.src) },
  }),
  revisions: defineLog({
    schema: RevisionRecord,
    index: {
      translation: revision => revision.translation_id,
      /** The revisions of a translation from one source. */
      text: revision => compoundKey(revision.translation_id, revision.src),
      project: revision => revision.project_id,
      batch: revision => revision.batch_id,
    },
  }),
}
