import { z } from 'zod'
import type { TermInput } from '../../l10n/glossary/merge-term.ts'
import { TERM_KINDS, type Term } from '../../l10n/glossary/term.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import { parseInputAsync } from '../pipeline/parse.ts'
import { VisibleText } from '../schemas/fields.ts'

const WordList = z.array(VisibleText.min(1)).max(50).optional()

/** Terms as sent. The description lists their fields, to keep tools/list short; `parseTerms` validates them. */
export const TermsInput = z
  .array(z.record(z.string(), z.unknown()))
  .max(1000)
  .describe(
    `term, kind ${TERM_KINDS.join('|')}, case_sensitive, source_variants [plurals, other spellings in sources; counted as the term], definition, part_of_speech, translations {de: {translation, variants [], forbidden [], note}}`,
  )

const Fields = z.object({
  upsert: z.array(
    z.strictObject({
      term: VisibleText.min(1),
      kind: z.enum(TERM_KINDS).optional(),
      case_sensitive: z.boolean().optional(),
      source_variants: WordList,
      definition: VisibleText.optional(),
      part_of_speech: VisibleText.optional(),
      translations: z
        .record(
          z.string(),
          z.strictObject({
            translation: VisibleText.optional(),
            variants: WordList,
            forbidden: WordList,
            note: VisibleText.optional(),
          }),
        )
        .optional(),
    }),
  ),
})

/** @throws AppError `invalid_input` with every fault. */
export async function parseTerms(upsert: z.output<typeof TermsInput>, pace: Pacer): Promise<readonly TermInput[]> {
  return (await parseInputAsync(Fields, { upsert }, 'save_glossary', pace, { readsStrings: true })).upsert
}

const TermTranslationView = z.object({
  translation: z.string().optional(),
  variants: z.array(z.string()).optional(),
  forbidden: z.array(z.string()).optional(),
  note: z.string().optional(),
})

/** A term as answers show it. */
export const TermView = z.object({
  term: z.string(),
  kind: z.enum(TERM_KINDS).optional(),
  case_sensitive: z.boolean().optional(),
  source_variants: z.array(z.string()).optional(),
  definition: z.string().optional(),
  part_of_speech: z.string().optional(),
  translations: z.record(z.string(), TermTranslationView).optional(),
  from: z.string().optional(),
})

export const PolicyView = z.object({
  agents_save: z.boolean(),
  do_not_translate: z.enum(['error', 'warning']),
  forbidden_term: z.enum(['error', 'warning']),
})

/** A term without default values; `from` names the account that a project inherits the term from. */
export function toTermView(
  term: Term,
  translations: Term['translations'],
  from: string | undefined,
): z.input<typeof TermView> {
  const { kind, case_sensitive, source_variants = [], definition, part_of_speech } = term
  return {
    term: term.term,
    ...(kind !== 'normal' && { kind }),
    ...(case_sensitive && { case_sensitive }),
    ...(source_variants.length > 0 && { source_variants: [...source_variants] }),
    ...(definition !== undefined && { definition }),
    ...(part_of_speech !== undefined && { part_of_speech }),
    ...(Object.keys(translations).length > 0 && {
      translations: translations as NonNullable<z.input<typeof TermView>['translations']>,
    }),
    ...(from !== undefined && { from }),
  }
}
