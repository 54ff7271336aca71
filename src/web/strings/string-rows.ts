import { z } from 'zod'
import { SYNTAXES } from '../../l10n/message/message.ts'
import { REDACTED_TERM } from '../../tools/glossary/redact-findings.ts'
import { Author } from './author-line.tsx'

// What the tools return of a string, as its page reads it.

const Text = z.union([z.string(), z.record(z.string(), z.string())])
const State = z.enum(['untranslated', 'needs_review', 'translated', 'approved'])
export type TranslationState = z.output<typeof State>
const textFields = { text: z.string().optional(), forms: z.record(z.string(), z.string()).optional() }
const CommentRow = z.object({
  text: z.string(),
  kind: z.literal('request_changes').optional(),
  by: Author,
  at: z.string(),
})
/** A message with its text or its plural forms as one value. */
const toValue = <T extends z.output<z.ZodObject<typeof textFields>>>({ text, forms, ...row }: T) => ({
  ...row,
  value: forms ?? text,
})
const TextRow = z
  .object({
    state: State,
    ...textFields,
    stale: z.object({ why: z.enum(['source_changed', 'note_changed']), source: Text.optional() }).optional(),
    rev: z.number().optional(),
    findings: z
      .array(
        z.object({
          id: z.string(),
          level: z.enum(['error', 'warning', 'info']),
          message: z.string().default(REDACTED_TERM.message),
          fix: z.string().optional(),
        }),
      )
      .default([]),
    comments: z.array(CommentRow).default([]),
  })
  .transform(toValue)
export const EntryRow = z.object({
  id: z.string(),
  key: z.string(),
  file: z.string(),
  src: z.string(),
  source: Text,
  syntax: z.enum(SYNTAXES).catch('plain'),
  context: z.string().optional(),
  note: z.string().optional(),
  max: z.number().optional(),
  references: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  do_not_translate: z.boolean().default(false),
  comments: z.array(CommentRow).default([]),
  more_comments: z.boolean().default(false),
  texts: z.record(z.string(), TextRow).default({}),
})
export const Found = z.object({ entries: z.array(EntryRow) })
export const History = z.object({
  revisions: z.array(
    z
      .object({
        id: z.string(),
        rev: z.number(),
        state: State,
        ...textFields,
        was: Text.optional(),
        by: Author.optional(),
        at: z.string().optional(),
        current: z.boolean(),
      })
      .transform(toValue),
  ),
  next_cursor: z.string().optional(),
})
