import { z } from 'zod'
import { Id, Instant, Origin, Sha256 } from './fields.ts'

/** A message: one string, or one per CLDR plural category. */
const Message = z.union([z.string(), z.record(z.string(), z.string())])

const Finding = z.object({
  id: z.string(),
  level: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  /** Offset in the translation, in UTF-16 units. */
  at: z.number().int().optional(),
  fix: z.string().optional(),
  /** The glossary term that it is about. */
  term: z.string().optional(),
})

/** A source of a string on a branch, and those that it had there before; see `SourceLine`. */
export const SourceLine = z.object({
  src: Sha256,
  /** Newest first, at most 20. */
  earlier: z.array(Sha256).optional(),
  /** It began before lines were stored. */
  unlined: z.literal(true).optional(),
})

/** A string that a branch no longer lists, as the branch had it. */
const DroppedString = SourceLine.extend({ branch: z.string(), file_id: Id, key: z.string(), at: Instant })

/** A version of the source string that a branch has or had. */
export const SourceVersion = z.object({ src: Sha256, source: Message })

export const EntryRecord = z.object({
  id: Id,
  project_id: Id,
  file_id: Id,
  /** Branch → the file in which it lists the entry, if that is another one. */
  places: z.record(z.string(), Id).optional(),
  /** Short ID, stable within the project, such as `e3f9`. */
  short: z.string(),
  /** The key in the main branch. Another branch may list the same entry under another key. */
  key: z.string(),
  /** Another entry has its file, key and context in the main branch. */
  displaced: z.literal(true).optional(),
  /** The places that it left, newest last: on all branches, or on one. Target files still have its translations there. */
  left: z.array(z.object({ file_id: Id, key: z.string(), branch: z.string().optional() })).optional(),
  /** The entry whose translations it began with, because a file that was pushed later still had the string. */
  copy_of: Id.optional(),
  /** When it began as a copy. */
  copied_at: Instant.optional(),
  /** How branches had it before they dropped it, newest last. */
  dropped: z.array(DroppedString).optional(),
  /** Other keys under which a branch lists or listed it, newest last. In target files, these keys mean this entry, too. */
  other_keys: z.array(z.string()).optional(),
  /** The `msgctxt` of gettext. */
  context: z.string().optional(),
  /** SHA-256 of the canonical source and context in the main branch; until the main branch lists the entry, in the branch that does. */
  ...SourceLine.shape,
  /** The source with the hash `src`. */
  source: Message,
  /** Recent other sources of branches, newest first, if they are not too long. The log `sources` has the others. */
  sources: z.array(SourceVersion).optional(),
  description: z.string().optional(),
  /** A note that a user or an agent added here, apart from the file's own. It makes no translation stale. */
  added_note: z.object({ text: z.string(), origin: Origin, at: Instant }).optional(),
  references: z.array(z.string()),
  syntax: z.string(),
  /** Maximum length of a translation, in graphemes. */
  max_length: z.number().int().optional(),
  do_not_translate: z.boolean(),
  tags: z.array(z.string()),
  /** Words of `source`. */
  words: z.number().int(),
  /** Sort key: the position in its file at the first push. An entry of a later push sorts after the entry that precedes it there. */
  order: z.string(),
  /** Whether the main branch lists it. */
  listed: z.boolean(),
  /** Since when no branch lists it; null = a branch does. */
  unused_since: Instant.nullable(),
})

/** A finding that somebody ignored, for as long as the source and the text stay the same. */
const Ignore = z.object({
  finding: z.string(),
  reason: z.string(),
  user_id: Id,
  at: Instant,
  /** Hashes of the terms with their wordings, or of the messages, of the findings that it covers; absent = every finding of the check. */
  seen: z.array(z.string()).optional(),
  /** An agent ignored it, so that it covers no error. */
  by_agent: z.literal(true).optional(),
})

/** The newest translation of the source `src`. */
export const TextVersion = z.object({
  src: Sha256,
  /** Written before lines were stored: it may be of any string that had its key. */
  unlined: z.literal(true).optional(),
  /** Hash of the context note at that time; absent if there was none. */
  note: z.string().optional(),
  value: Message,
  state: z.enum(['needs_review', 'translated', 'approved']),
  rev: z.number().int(),
  origin: Origin,
  findings: z.array(Finding),
  /** Findings of this text that are ignored. A new text starts without any. */
  ignores: z.array(Ignore).optional(),
  /** Stamp of the voice under which it was written or approved; absent if that is unknown. */
  voice: z.string().optional(),
  /** An engine left errors in it, or an agent overrode them. A pull never exports it before a user approves it. */
  unresolved: z.literal(true).optional(),
  /** A token imported it as finished, and the policy demands that a reviewer decides. */
  undecided: z.literal(true).optional(),
  at: Instant,
})

/** A text that a pull may export; see `copyString` for a `rev` of 0. */
const LetThroughText = TextVersion.pick({ src: true, unlined: true, value: true, rev: true, at: true }).extend({
  state: z.enum(['translated', 'approved']),
})

/** A reviewer's decision that a translation needs another text. */
const Refusal = z.object({
  kind: z.enum(['changes_requested', 'rejected']),
  /** The reviewer's words. */
  comment: z.string().optional(),
  /** The translation that was refused. */
  refused: z.object({ src: Sha256, value: Message, rev: z.number().int(), origin: Origin }),
  /** The reviewer. */
  origin: Origin,
  /** The review. */
  batch_id: Id,
  at: Instant,
})

/** A reviewer's request to change a translation. Kept until a reviewer approves the translation. */
const ReviewRequest = Refusal.extend({
  /** When a new translation or a suggestion answered it; absent while it waits for one. */
  answered_at: Instant.optional(),
  /** The refusals of other texts for the same source that it follows, newest first. */
  earlier: z.array(Refusal).optional(),
})

/** A text that waits for a reviewer. */
const Suggestion = z.object({
  id: Id,
  value: Message,
  src: Sha256,
  origin: Origin,
  batch_id: Id,
  at: Instant,
  /** Revision number of the translation when it was suggested; absent if that is unknown. */
  rev: z.number().int().optional(),
  /** The reviews whose request it answered. */
  answers: z.array(Id).optional(),
  /** Whether it is the text of an imported file that conflicts with the project's. A pull keeps it in the file. */
  conflict: z.literal(true).optional(),
  /** The branches whose imported file has it; only of a conflict. */
  branches: z.array(z.string()).optional(),
  /** The revert that brought it back. */
  returned_by: Id.optional(),
  /** Why it was suggested. */
  why: z.string().optional(),
  /** Stamp of the reasons for which a run revised the text. */
  cause: z.string().optional(),
})

/** A suggestion that the batch `decided_by` decided. A revert of the batch brings it back. */
const DecidedSuggestion = Suggestion.extend({ decided_by: Id })

/** The translation of an entry into a locale. Created at the first action; an entry without one is untranslated. */
export const TranslationRecord = z.object({
  id: Id,
  project_id: Id,
  file_id: Id,
  entry_id: Id,
  locale: z.string(),
  /** State in the main branch, computed from `texts` and the entry's `src`. */
  state: z.enum(['untranslated', 'needs_review', 'translated', 'approved']),
  stale: z.object({ reason: z.enum(['source_changed', 'note_changed']), since: Instant }).nullable(),
  /** Revision number of the text that the main branch shows; 0 without one. */
  shown: z.number().int(),
  locked: z.boolean(),
  /** Number of its newest revision; 0 before the first one. */
  rev: z.number().int(),
  /** Recent translations, newest first, one per source. A branch uses the one of its own source. The log `revisions` has all of them. */
  texts: z.array(TextVersion),
  /** Whether translations of older sources exist only in `revisions`. */
  older: z.literal(true).optional(),
  /** Texts that left `texts`, and that a pull may still export: the last one in each state for each source, at most 5 in each. */
  let_through: z.array(LetThroughText).optional(),
  suggestions: z.array(Suggestion),
  /** The last 20 decided ones, newest last. */
  decided: z.array(DecidedSuggestion).optional(),
  /** When a conflict was last decided or brought back: from then on, a pull writes another text. */
  settled_at: Instant.optional(),
  request: ReviewRequest.optional(),
  /** Requests about other sources than that of `request`, newest first. */
  other_requests: z.array(ReviewRequest).optional(),
  /** Copied from the entry, so that work is listed in file order. */
  order: z.string(),
  /** Copied from the entry. Only listed entries are work and count in the main branch. */
  listed: z.boolean(),
  /** Whether the main branch lists the entry and it is to be translated. */
  open: z.boolean(),
  /** Whether the main branch needs a translation that an agent may write. */
  work: z.boolean(),
  /** Copied from the entry: words of the source. */
  words: z.number().int(),
})

/** A source that is not stored in the entry itself. */
export const SourceRecord = z.object({
  id: Id,
  project_id: Id,
  entry_id: Id,
  src: Sha256,
  source: Message,
  /** When it was stored. */
  at: Instant,
})

/** One revision of a translation. Never changes. */
export const RevisionRecord = z.object({
  id: Id,
  project_id: Id,
  entry_id: Id,
  locale: z.string(),
  translation_id: Id,
  rev: z.number().int(),
  src: Sha256,
  note: z.string().optional(),
  /** Empty if the translation was withdrawn. */
  value: Message,
  /** `untranslated` = the translation of `src` was withdrawn without a replacement. */
  state: z.enum(['untranslated', 'needs_review', 'translated', 'approved']),
  /** The earlier revision, of the same source, that a revert or a rejection restored. */
  restores: Id.optional(),
  origin: Origin,
  /** As in `TextVersion`. */
  voice: z.string().optional(),
  /** As in `TextVersion`. */
  unresolved: z.literal(true).optional(),
  /** The reviewer's request after this revision. */
  request: ReviewRequest.optional(),
  batch_id: Id,
  at: Instant,
})

export type EntryRecord = z.infer<typeof EntryRecord>
export type TranslationRecord = z.infer<typeof TranslationRecord>
export type TextVersion = z.infer<typeof TextVersion>
export type SourceVersion = z.infer<typeof SourceVersion>
export type RevisionRecord = z.infer<typeof RevisionRecord>

/** Whether the project has each text of an imported file that its source had a string for. Absent in imports from before this field. */
const Recorded = z.literal(true).optional()

/** A translated file of a branch, as it was imported last. */
export const TargetFileRecord = z.object({
  id: Id,
  project_id: Id,
  file_id: Id,
  locale: z.string(),
  branch: z.string(),
  path: z.string(),
  content: z.string(),
  sha256: Sha256,
  /** The plural categories that the file supports, if its format limits them. Stored because computing them means parsing the file. */
  categories: z.array(z.string()).optional(),
  imported_at: Instant.nullable(),
  recorded: Recorded,
  /** The file that was decided on before, while nobody decided about the present one; null if there was none. See `findReviewedFile` and `findDecided`. */
  reviewed: z
    .object({ content: z.string(), sha256: Sha256, imported_at: Instant.nullable(), recorded: Recorded })
    .nullable()
    .optional(),
})

export type TargetFileRecord = z.infer<typeof TargetFileRecord>
