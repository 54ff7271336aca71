import { z } from 'zod'
import { cleanVoice } from '../../l10n/voice/clean.ts'
import { FORMALITIES, TONES, type Voice, type VoiceFields } from '../../l10n/voice/voice.ts'
import { parseInput } from '../pipeline/parse.ts'
import { VisibleText } from '../schemas/fields.ts'

/** A voice as sent. The description lists its fields, to keep tools/list short; `parseVoice` validates them. */
export const VoiceInput = z
  .record(z.string(), z.unknown())
  .describe(
    `tone ${TONES.join('|')}, formality ${FORMALITIES.join('|')}, target_audience, guidelines, description, target_countries [], cultural_notes {DE: ..}, append (true: add guidelines and description to those of the base), overrides {de: {same}}`,
  )

const fields = {
  tone: z.enum(TONES).optional(),
  formality: z.enum(FORMALITIES).optional(),
  target_audience: VisibleText.optional(),
  guidelines: VisibleText.optional(),
  description: VisibleText.optional(),
  target_countries: z.array(z.string()).max(300).optional(),
  cultural_notes: z.record(z.string(), VisibleText).optional(),
  append: z.boolean().optional(),
}

const Fields = z.object({
  voice: z.strictObject({ ...fields, overrides: z.record(z.string(), z.strictObject(fields)).optional() }),
})

/** The voice as stored. @throws AppError `invalid_input` with every fault. */
export function parseVoice(voice: z.output<typeof VoiceInput>): Voice {
  const { overrides, ...base } = parseInput(Fields, { voice }, 'save_voice', { readsStrings: true }).voice
  const locales = Object.entries(overrides ?? {}).map(([locale, own]) => [locale, withAppend(own)] as const)
  return cleanVoice({ ...withAppend(base), ...(overrides !== undefined && { overrides: Object.fromEntries(locales) }) })
}

type FieldsInput = Omit<z.output<typeof Fields>['voice'], 'overrides'>

/** `append: false` is the default, and not stored. */
const withAppend = ({ append, ...own }: FieldsInput): VoiceFields => ({ ...own, ...(append === true && { append }) })
