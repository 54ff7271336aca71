import { z } from 'zod'
import { collection, key, log } from './collection.ts'
import { Id, Instant, Origin, Sha256 } from './shapes.ts'

/** A message: one text, or a text per CLDR plural category. */
const Message = z.union([z.string(), z.record(z.string(), z.string())])

const Finding = z.object({
  id: z.string(),
  level: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  /** Offset in the text, in UTF-16 units. */
  at: z.number().int().optional(),
  fix: z.string().optional(),
})

const Placeholder = z.object({ raw: z.string(), kind: z.string(), name: z.string().optional() })

/** How a project treats texts; `update_project_policy` changes it. */
const Settings = z.object({
  /** Whether texts of agents and runs wait for a review. */
  review: z.enum(['none', 'required']),
  /** Who may approve. */
  approve: z.enum(['people', 'anyone']),
  /** Whether nobody may approve a text of their own. */
  four_eyes: z.boolean(),
  /** Whether an agent that names the revision may replace what a person wrote or approved, or what was imported. */
  agents_replace: z.boolean(),
  /** What a pull exports: texts that are translated or approved, or approved ones only. */
  export: z.enum(['translated', 'approved']),
  /** Check id → the level at which the project wants it. */
  levels: z.record(z.string(), z.enum(['error', 'warning', 'info', 'off'])),
  /** The syntax of every file; without it each file's is found out. */
  syntax: z.string().optional(),
})

const ProjectRecord = z.object({
  id: Id,
  account_id: Id,
  slug: z.string(),
  name: z.string(),
  source_locale: z.string(),
  target_locales: z.array(z.string()),
  /** Locale → the locale whose texts stand in where it has none. */
  fallbacks: z.record(z.string(), z.string()),
  main_branch: z.string(),
  /** Every branch that was pushed to, in the order of their first push. */
  branches: z.array(z.object({ name: z.string(), pushed_at: Instant })),
  /** Source path pattern → target path template with `{locale}`; `aliases` maps a locale to its spelling in paths. */
  files: z.array(z.object({ source: z.string(), target: z.string(), aliases: z.record(z.string(), z.string()) })),
  settings: Settings,
  /** Number that the next entry's short id and place in the order are made from. */
  next_entry: z.number().int(),
  /** Grows by one with every write to the project. */
  revision: z.number().int(),
  deleted_at: Instant.nullable(),
  created_at: Instant,
})

const FileRecord = z.object({
  id: Id,
  project_id: Id,
  path: z.string(),
  format: z.string(),
  /** What the adapter found out: indent, message syntax, key separator, plural suffix. */
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  created_at: Instant,
})

/** What one branch has of one source file: its bytes, and which entry it lists with which source. */
const BranchFileRecord = z.object({
  id: Id,
  project_id: Id,
  branch: z.string(),
  file_id: Id,
  /** The bytes as UTF-8 text, a byte order mark included. */
  content: z.string(),
  sha256: Sha256,
  items: z.array(z.object({ key: z.string(), entry_id: Id, src: Sha256 })),
  pushed_at: Instant,
})

/** A source text that some branch has, or had. */
const SourceVersion = z.object({ src: Sha256, source: Message, at: Instant })

const EntryRecord = z.object({
  id: Id,
  project_id: Id,
  file_id: Id,
  /** Short and stable within the project, such as `e3f9`. */
  short: z.string(),
  /** As the main branch writes it; another branch may list the same entry under another key. */
  key: z.string(),
  /** Keys under which some branch lists it, or once did, beside `key`: in target files they are this entry too. */
  other_keys: z.array(z.string()).optional(),
  /** gettext's msgctxt. */
  context: z.string().optional(),
  /** SHA-256 of the canonical source and context that the main branch has; before it lists the entry, that of the branch that does. */
  src: Sha256,
  /** Every source that a branch listed, newest first; `src` names the main branch's. */
  versions: z.array(SourceVersion),
  description: z.string().optional(),
  references: z.array(z.string()),
  placeholders: z.array(Placeholder),
  syntax: z.string(),
  /** In graphemes. */
  max_length: z.number().int().optional(),
  do_not_translate: z.boolean(),
  tags: z.array(z.string()),
  /** Words of the source that `src` names. */
  words: z.number().int(),
  /** Sort key: the place in its file at the first push, or behind the entry that it was inserted after. */
  order: z.string(),
  /** Whether the main branch lists it. */
  listed: z.boolean(),
  /** Since when no branch lists it. */
  unused_since: Instant.nullable(),
})

/** One text of a translation: the newest that was made from the source `src`. */
const TextVersion = z.object({
  src: Sha256,
  /** Hash of the context note that it was written with; absent when there was none. */
  note: z.string().optional(),
  value: Message,
  state: z.enum(['needs_review', 'translated', 'approved']),
  rev: z.number().int(),
  origin: Origin,
  findings: z.array(Finding),
  at: Instant,
})

const TranslationRecord = z.object({
  id: Id,
  project_id: Id,
  file_id: Id,
  entry_id: Id,
  locale: z.string(),
  /** As the main branch sees it; from `texts` and the entry's `src`. */
  state: z.enum(['untranslated', 'needs_review', 'translated', 'approved']),
  stale: z.object({ reason: z.enum(['source_changed', 'note_changed']), since: Instant }).nullable(),
  /** Whether that text carries an error which nobody chose to ignore. */
  faulty: z.boolean(),
  locked: z.boolean(),
  /** Number of its newest revision; 0 before the first text. */
  rev: z.number().int(),
  /** Newest text first, one for each source it was made from: a branch reads the one made from its own source. */
  texts: z.array(TextVersion),
  suggestions: z.array(z.object({ id: Id, value: Message, src: Sha256, origin: Origin, batch_id: Id, at: Instant })),
  /** Findings that somebody chose to ignore. */
  ignores: z.array(z.object({ finding: z.string(), reason: z.string(), user_id: Id, at: Instant })),
  /** The entry's, so that work is listed in the order of the files. */
  order: z.string(),
  /** The entry's: what the main branch does not list is not its work and not in its counts. */
  listed: z.boolean(),
  /** Whether the main branch waits for a text that an agent may write. */
  work: z.boolean(),
  /** The entry's: words of the source. */
  words: z.number().int(),
})

const TargetFileRecord = z.object({
  id: Id,
  project_id: Id,
  file_id: Id,
  locale: z.string(),
  branch: z.string(),
  path: z.string(),
  content: z.string(),
  sha256: Sha256,
  imported_at: Instant.nullable(),
  pulled_at: Instant.nullable(),
})

const BatchRecord = z.object({
  id: Id,
  project_id: Id,
  kind: z.enum(['submit', 'push', 'import', 'review', 'annotate', 'revert']),
  /** Who acted; the texts have origins of their own. */
  origin: Origin,
  note: z.string().optional(),
  counts: z.record(z.string(), z.number().int()),
  at: Instant,
})

/** One past or present text of a translation; never changed. */
const RevisionRecord = z.object({
  id: Id,
  project_id: Id,
  entry_id: Id,
  locale: z.string(),
  translation_id: Id,
  rev: z.number().int(),
  src: Sha256,
  note: z.string().optional(),
  /** Empty when the text was withdrawn. */
  value: Message,
  /** `untranslated` = the text made from `src` was withdrawn, and none took its place. */
  state: z.enum(['untranslated', 'needs_review', 'translated', 'approved']),
  /** The earlier revision of the same source that a revert or a rejection brought back. */
  restores: Id.optional(),
  origin: Origin,
  batch_id: Id,
  at: Instant,
})

/** What somebody said about an entry, or about its text in one locale. */
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

/** A unit that a worker took for some minutes; others see it last. */
const ReservationRecord = z.object({
  id: Id,
  project_id: Id,
  locale: z.string(),
  entry_id: Id,
  /** The name that the worker gave itself. */
  worker: z.string(),
  credential: z.string(),
  expires_at: Instant,
})

/** A file that was uploaded and waits for the call that takes it in. */
const StagedFileRecord = z.object({
  id: Id,
  project_id: Id,
  /** `source`, or `target:<locale>`. */
  purpose: z.string(),
  branch: z.string(),
  path: z.string(),
  user_id: Id,
  credential: z.string(),
  content: z.string(),
  sha256: Sha256,
  /** Bytes of the content. */
  size: z.number().int(),
  expires_at: Instant,
})

/** The answer to a call that carried an idempotency key, for those who repeat it. */
const ReplayRecord = z.object({
  id: Id,
  /** Hash of credential, user, tool, resource and key. */
  call: Sha256,
  /** Hash of the arguments. */
  arguments: Sha256,
  /** JSON. */
  answer: z.string(),
  expires_at: Instant,
})

export type ProjectRecord = z.infer<typeof ProjectRecord>
export type FileRecord = z.infer<typeof FileRecord>
export type BranchFileRecord = z.infer<typeof BranchFileRecord>
export type EntryRecord = z.infer<typeof EntryRecord>
export type TranslationRecord = z.infer<typeof TranslationRecord>
export type TextVersion = z.infer<typeof TextVersion>
export type TargetFileRecord = z.infer<typeof TargetFileRecord>
export type BatchRecord = z.infer<typeof BatchRecord>
export type Origin = z.infer<typeof Origin>
export type Settings = z.infer<typeof Settings>
export type RevisionRecord = z.infer<typeof RevisionRecord>
export type CommentRecord = z.infer<typeof CommentRecord>
export type StagedFileRecord = z.infer<typeof StagedFileRecord>

/** Newest first: a later instant sorts before an earlier one. */
const newestFirst = ({ at }: { readonly at: string }): string => String(END_OF_TIME - Date.parse(at)).padStart(13, '0')
const END_OF_TIME = 9_999_999_999_999

export const l10nCollections = {
  projects: collection({
    schema: ProjectRecord,
    unique: { name: project => key(project.account_id, project.slug) },
    index: {
      account: project => (project.deleted_at === null ? project.account_id : undefined),
      deleted: project => (project.deleted_at === null ? undefined : ''),
    },
    order: project => project.slug,
  }),
  files: collection({
    schema: FileRecord,
    unique: { path: file => key(file.project_id, file.path) },
    index: { project: file => file.project_id },
    order: file => file.path,
    shard: file => file.project_id,
  }),
  branch_files: collection({
    schema: BranchFileRecord,
    unique: { place: file => key(file.project_id, file.branch, file.file_id) },
    index: { branch: file => key(file.project_id, file.branch), file: file => file.file_id },
    shard: file => file.project_id,
  }),
  entries: collection({
    schema: EntryRecord,
    unique: {
      short: entry => key(entry.project_id, entry.short),
      place: entry => key(entry.file_id, entry.key, entry.context ?? ''),
    },
    index: {
      file: entry => entry.file_id,
      /** Entries of a project that share a key, across files. */
      key: entry => key(entry.project_id, entry.key),
    },
    order: entry => entry.order,
    shard: entry => entry.project_id,
  }),
  translations: collection({
    schema: TranslationRecord,
    unique: { unit: unit => key(unit.entry_id, unit.locale) },
    index: {
      entry: unit => unit.entry_id,
      work: unit => (unit.work ? key(unit.project_id, unit.locale) : undefined),
      file_work: unit => (unit.work ? key(unit.file_id, unit.locale) : undefined),
      state: unit => (unit.listed ? key(unit.project_id, unit.locale, unit.state) : undefined),
      stale: unit => (unit.listed && unit.stale !== null ? key(unit.project_id, unit.locale) : undefined),
      faulty: unit => (unit.listed && unit.faulty ? key(unit.project_id, unit.locale) : undefined),
      suggested: unit => (unit.listed && unit.suggestions.length > 0 ? key(unit.project_id, unit.locale) : undefined),
      /** Of all locales and branches, targets of the project or not. */
      suggestions: unit => (unit.suggestions.length > 0 ? unit.project_id : undefined),
    },
    order: unit => unit.order,
    weights: { words: unit => unit.words },
    shard: unit => key(unit.project_id, unit.locale),
  }),
  target_files: collection({
    schema: TargetFileRecord,
    unique: { place: file => key(file.file_id, file.branch, file.locale) },
    index: { project: file => file.project_id },
    shard: file => key(file.project_id, file.locale),
  }),
  batches: collection({
    schema: BatchRecord,
    unique: {},
    index: {
      project: batch => batch.project_id,
      user: batch => key(batch.project_id, batch.origin.user_id),
      credential: batch => key(batch.project_id, batch.origin.credential),
      client: batch => (batch.origin.client === undefined ? undefined : key(batch.project_id, batch.origin.client)),
    },
    order: newestFirst,
    shard: batch => batch.project_id,
  }),
  comments: collection({
    schema: CommentRecord,
    unique: {},
    index: { entry: comment => comment.entry_id, project: comment => comment.project_id },
    order: newestFirst,
    shard: comment => comment.project_id,
  }),
  reservations: collection({
    schema: ReservationRecord,
    unique: { unit: one => key(one.entry_id, one.locale) },
    index: { locale: one => key(one.project_id, one.locale), project: one => one.project_id, all: () => '' },
    order: one => one.expires_at,
    shard: one => one.project_id,
  }),
  staged_files: collection({
    schema: StagedFileRecord,
    unique: {
      place: file => key(file.project_id, file.purpose, file.branch, file.path, file.credential, file.user_id),
    },
    index: {
      all: () => '',
      project: file => file.project_id,
      holder: file => file.user_id,
    },
    order: file => file.expires_at,
    weights: { bytes: file => file.size },
    shard: file => file.id,
  }),
  replays: collection({
    schema: ReplayRecord,
    unique: { call: replay => replay.call },
    index: { all: () => '' },
    order: replay => replay.expires_at,
  }),
}

export const l10nLogs = {
  revisions: log({
    schema: RevisionRecord,
    index: {
      translation: revision => revision.translation_id,
      project: revision => revision.project_id,
      batch: revision => revision.batch_id,
    },
  }),
}
