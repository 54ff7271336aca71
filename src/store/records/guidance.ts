import { z } from 'zod'
import { defineCollection, defineLog } from './define.ts'
import { Id, Instant, Origin } from './fields.ts'
import { textSize } from './sizes.ts'

/** Voice settings. All fields are optional: a project contains only the differences from its account. */
const VoiceFields = z.object({
  tone: z.enum(['casual', 'formal', 'playful', 'authoritative', 'neutral']).optional(),
  formality: z.enum(['informal', 'neutral', 'formal', 'very_formal']).optional(),
  /** At most 500 bytes. */
  target_audience: z.string().optional(),
  /** At most 4,000 bytes. */
  guidelines: z.string().optional(),
  /** At most 1,200 bytes. */
  description: z.string().optional(),
  /** ISO 3166-1 alpha-2. */
  target_countries: z.array(z.string()).optional(),
  /** Country → at most 1,800 bytes. */
  cultural_notes: z.record(z.string(), z.string()).optional(),
  /** Whether guidelines and description are added to those that they would replace. */
  append: z.literal(true).optional(),
})

/** A voice, with overrides for single locales. */
const Voice = VoiceFields.extend({ overrides: z.record(z.string(), VoiceFields).optional() })

const VoiceRecord = z.object({
  /** ID of the account or project. */
  id: Id,
  version: z.number().int(),
  voice: Voice,
  /** Approximate bytes of the voice, and of its past versions. Absent = 0. */
  size: z.number().int().optional(),
  history: z.number().int().optional(),
  updated_at: Instant,
})

const VoiceVersionRecord = z.object({
  id: Id,
  /** The account or project. */
  owner_id: Id,
  version: z.number().int(),
  voice: Voice,
  note: z.string().optional(),
  origin: Origin,
  at: Instant,
})

const TermTranslation = z.object({
  translation: z.string().optional(),
  variants: z.array(z.string()).optional(),
  forbidden: z.array(z.string()).optional(),
  note: z.string().optional(),
})

const Term = z.object({
  term: z.string(),
  kind: z.enum(['normal', 'do_not_translate', 'forbidden']),
  case_sensitive: z.boolean(),
  source_variants: z.array(z.string()).optional(),
  definition: z.string().optional(),
  part_of_speech: z.string().optional(),
  /** By locale. */
  translations: z.record(z.string(), TermTranslation),
})

const GlossaryRecord = z.object({
  /** ID of the account or project. */
  id: Id,
  version: z.number().int(),
  policy: z.object({
    /** Whether agents may save terms. Users with the role always may. */
    agents_save: z.boolean(),
    /** Level of the finding for a translated do-not-translate term, and for a forbidden term. */
    do_not_translate: z.enum(['error', 'warning']),
    forbidden_term: z.enum(['error', 'warning']),
  }),
  /** Approximate bytes of its past versions. Absent = 0. */
  history: z.number().int().optional(),
  updated_at: Instant,
})

const GlossaryTermRecord = z.object({
  id: Id,
  /** The account or project. */
  owner_id: Id,
  ...Term.shape,
  /** The glossary version that last changed this term. */
  version: z.number().int(),
})

const GlossaryVersionRecord = z.object({
  id: Id,
  owner_id: Id,
  version: z.number().int(),
  /** Changed terms, before and after; null = did not exist. */
  changes: z.array(z.object({ before: Term.nullable(), after: Term.nullable() })),
  note: z.string().optional(),
  origin: Origin,
  at: Instant,
})

export type Voice = z.infer<typeof Voice>
export type VoiceFields = z.infer<typeof VoiceFields>
export type VoiceVersionRecord = z.infer<typeof VoiceVersionRecord>
export type Term = z.infer<typeof Term>
export type TermTranslation = z.infer<typeof TermTranslation>
export type GlossaryRecord = z.infer<typeof GlossaryRecord>
export type GlossaryTermRecord = z.infer<typeof GlossaryTermRecord>
export type GlossaryVersionRecord = z.infer<typeof GlossaryVersionRecord>

export const guidanceCollections = {
  voices: defineCollection({ schema: VoiceRecord, unique: {}, index: {} }),
  glossaries: defineCollection({ schema: GlossaryRecord, unique: {}, index: {} }),
  glossary_terms: defineCollection({
    schema: GlossaryTermRecord,
    unique: { term: term => `${term.owner_id}\u0000${term.term.toLowerCase()}` },
    index: { owner: term => term.owner_id },
    counted: ['owner'],
    order: term => term.term.toLowerCase(),
    weights: { bytes: termSize },
    shard: term => term.owner_id,
  }),
}

/** The size of a term in the account's quota. Each locale counts as much as a translation. */
function termSize({
  term,
  source_variants = [],
  definition = '',
  translations,
}: z.infer<typeof GlossaryTermRecord>): number {
  let size = textSize(term, definition, ...source_variants)
  for (const { translation = '', variants = [], forbidden = [], note = '' } of Object.values(translations)) {
    size += textSize(translation, ...variants, ...forbidden, note)
  }
  return size
}

export const guidanceLogs = {
  voice_versions: defineLog({ schema: VoiceVersionRecord, index: { owner: version => version.owner_id } }),
  glossary_versions: defineLog({ schema: GlossaryVersionRecord, index: { owner: version => version.owner_id } }),
}
