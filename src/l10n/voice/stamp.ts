import { createHash } from 'node:crypto'
import type { VoiceFields } from './voice.ts'

/** Returns the stamp of a resolved voice: eight hexadecimal digits, equal for equal voices. */
export function voiceStamp({ cultural_notes: notes = {}, ...fields }: VoiceFields): string {
  const sorted = [sortFields(fields), sortFields(notes)]
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 8)
}

/** Returns whether a text was written, approved or confirmed under another voice. Nobody knows of those without a stamp. */
export const isOutdatedVoice = (
  text: { readonly voice?: string | undefined } | undefined,
  stamp: string | undefined,
): boolean => text?.voice !== undefined && stamp !== undefined && text.voice !== stamp

const sortFields = (fields: object): readonly (readonly [string, unknown])[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
