import { z } from 'zod'
import { Id, Instant, Origin, Sha256 } from './fields.ts'

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

/** A source text that some branch has, or had. */
export const SourceVersion = z.object({ src: Sha256, source: Message })

export const EntryRecord = z.object({
  id: Id,
  project_id: Id,
  file_id: Id,
  /** Short and stable within the project, such as `e3f9`. */
  short: z.string(),
  /** As the main branch writes it; another branch may list the same entry under another key. */
  key: z.string(),
  /** Keys under which some branch lists it, or once did, beside `key`, newest last: in target files they are this entry too. */
  other_keys: z.array(z.string()).optional(),
  /** gettext's msgctxt. */
  context: z.string().optional(),
  /** SHA-256 of the canonical source and context that the main branch has; before it lists the entry, that of the branch that does. */
  src: Sha256,
  /** The source that `src` names. */
  source: Message,
  /** Other sources that a branch listed, newest first: the last few that are not too long. The log `sources` has the others. */
  sources: z.array(SourceVersion).optional(),
  description: z.string().optional(),
  references: z.array(z.string()),
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
export const TextVersion = z.object({
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

/** An entry in a locale. There is one as soon as somebody did something to it: an entry without one is untranslated. */
export const TranslationRecord = z.object({
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
  /** Newest text first, one for each source it was made from: a branch reads the one made from its own source. The last few; `revisions` has all. */
  texts: z.array(TextVersion),
  /** Whether texts of older sources are in `revisions` alone. */
  older: z.literal(true).optional(),
  suggestions: z.array(z.object({ id: Id, value: Message, src: Sha256, origin: Origin, batch_id: Id, at: Instant })),
  /** Findings that somebody chose to ignore. */
  ignores: z.array(z.object({ finding: z.string(), reason: z.string(), user_id: Id, at: Instant })),
  /** The entry's, so that work is listed in the order of the files. */
  order: z.string(),
  /** The entry's: what the main branch does not list is not its work and not in its counts. */
  listed: z.boolean(),
  /** Whether the main branch lists the entry, to be translated. */
  open: z.boolean(),
  /** Whether the main branch waits for a text that an agent may write. */
  work: z.boolean(),
  /** The entry's: words of the source. */
  words: z.number().int(),
})

/** A source that an entry does not carry itself. */
export const SourceRecord = z.object({
  id: Id,
  project_id: Id,
  entry_id: Id,
  src: Sha256,
  source: Message,
  /** When it came here. */
  at: Instant,
})

/** One past or present text of a translation; never changed. */
export const RevisionRecord = z.object({
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

export type EntryRecord = z.infer<typeof EntryRecord>
export type TranslationRecord = z.infer<typeof TranslationRecord>
export type TextVersion = z.infer<typeof TextVersion>
export type SourceVersion = z.infer<typeof SourceVersion>
export type RevisionRecord = z.infer<typeof RevisionRecord>
