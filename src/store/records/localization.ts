import { z } from 'zod'
import { collection, key, log } from './collection.ts'

const Id = z.string().min(1)
const Instant = z.iso.datetime()
const Sha256 = z.string().length(64)

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

/** Who or what wrote a text. It comes from the surface and the engine, never from an argument. */
const Origin = z.object({
  kind: z.enum(['human', 'agent', 'llm', 'mt', 'memory', 'import', 'pseudo']),
  user_id: Id,
  /** The credential, as `token:<id>` or `stdio`. */
  credential: z.string(),
  client: z.string().optional(),
  engine: z.string().optional(),
  model: z.string().optional(),
  run_id: Id.optional(),
  prompt_version: z.string().optional(),
  voice_version: z.number().int().optional(),
  glossary_version: z.number().int().optional(),
  score: z.number().optional(),
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
  settings: z.object({ review: z.enum(['none', 'required']) }),
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
  suggestions: z.array(z.object({ value: Message, src: Sha256, origin: Origin, batch_id: Id, at: Instant })),
  /** Findings that somebody chose to ignore. */
  ignores: z.array(z.object({ finding: z.string(), reason: z.string(), user_id: Id, at: Instant })),
  /** The entry's, so that work is listed in the order of the files. */
  order: z.string(),
  /** The entry's: what the main branch does not list is not its work and not in its counts. */
  listed: z.boolean(),
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
  kind: z.enum(['submit', 'push', 'import', 'review', 'revert']),
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
  value: Message,
  state: z.enum(['needs_review', 'translated', 'approved']),
  origin: Origin,
  batch_id: Id,
  at: Instant,
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

/** What an agent has to do: a text that the main branch lacks, or that was made from another source. A locked one waits for a person. */
const isWork = (unit: TranslationRecord): boolean =>
  unit.listed && !unit.locked && (unit.state === 'untranslated' || unit.stale !== null)

export const l10nCollections = {
  projects: collection({
    schema: ProjectRecord,
    unique: { name: project => key(project.account_id, project.slug) },
    index: { account: project => (project.deleted_at === null ? project.account_id : undefined) },
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
      work: unit => (isWork(unit) ? key(unit.project_id, unit.locale) : undefined),
      file_work: unit => (isWork(unit) ? key(unit.file_id, unit.locale) : undefined),
      state: unit => (unit.listed ? key(unit.project_id, unit.locale, unit.state) : undefined),
      stale: unit => (unit.listed && unit.stale !== null ? key(unit.project_id, unit.locale) : undefined),
      faulty: unit => (unit.listed && unit.faulty ? key(unit.project_id, unit.locale) : undefined),
      suggested: unit => (unit.suggestions.length > 0 ? key(unit.project_id, unit.locale) : undefined),
    },
    order: unit => unit.order,
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
    index: { project: batch => batch.project_id },
    shard: batch => batch.project_id,
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
