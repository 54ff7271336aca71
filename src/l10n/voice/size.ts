import { AppError } from '../../errors.ts'
import { Faults } from '../faults.ts'
import { SINGLE_FIELDS, type Voice, type VoiceFields } from './voice.ts'

/** The fields in which two voices differ, as paths: `tone`, `cultural_notes.DE`, `overrides.de.formality`. */
export function voiceDifferences(one: Voice, other: Voice): string[] {
  const { overrides: here = {}, ...base } = one
  const { overrides: there = {}, ...otherBase } = other
  const locales = [...new Set([...Object.keys(here), ...Object.keys(there)])].sort()
  return [
    ...fieldDifferences(base, otherBase, ''),
    ...locales.flatMap(locale => fieldDifferences(here[locale] ?? {}, there[locale] ?? {}, `overrides.${locale}.`)),
  ]
}

const FIELDS = [...SINGLE_FIELDS, 'append'] as const

function fieldDifferences(one: VoiceFields, other: VoiceFields, prefix: string): string[] {
  const { cultural_notes: here = {} } = one
  const { cultural_notes: there = {} } = other
  const countries = [...new Set([...Object.keys(here), ...Object.keys(there)])].sort()
  return [
    ...FIELDS.filter(field => JSON.stringify(one[field]) !== JSON.stringify(other[field])),
    ...countries.filter(country => here[country] !== there[country]).map(country => `cultural_notes.${country}`),
  ].map(field => `${prefix}${field}`)
}

/** Limits in UTF-8 bytes. Every work packet includes the voice, so it must be short. */
const MAX_VOICE_BYTES = 256 * 1024
/** Limit of one override, and of all fields outside overrides. */
const MAX_LOCALE_BYTES = 64 * 1024

/**
 * Refuses a voice that is too large. A voice from before the limit may become smaller.
 * @throws AppError `invalid_input` with the first faults.
 */
export function checkVoiceSize(voice: Voice, present: Voice): void {
  const faults = new Faults()
  const check = (what: string, bytes: number, before: number, most: number): void => {
    if (bytes > most && bytes >= before) faults.add(`${what} has ${bytes} bytes; the limit is ${most}.`)
  }
  const { overrides = {}, ...base } = voice
  const { overrides: overridesBefore = {}, ...baseBefore } = present
  check('voice without overrides', fieldBytes(base), fieldBytes(baseBefore), MAX_LOCALE_BYTES)
  for (const [locale, own] of Object.entries(overrides)) {
    const before = Object.hasOwn(overridesBefore, locale) ? (overridesBefore[locale] ?? {}) : {}
    check(`overrides.${locale}`, fieldBytes(own), fieldBytes(before), MAX_LOCALE_BYTES)
  }
  check('voice', voiceBytes(voice), voiceBytes(present), MAX_VOICE_BYTES)
  if (faults.isEmpty) return
  throw new AppError('invalid_input', String(faults), {
    fix: 'Shorten guidelines, descriptions and cultural_notes, or remove overrides that repeat the base.',
  })
}

const voiceBytes = ({ overrides = {}, ...base }: Voice): number =>
  Object.values(overrides).reduce((sum, own) => sum + fieldBytes(own), fieldBytes(base))

function fieldBytes(fields: VoiceFields): number {
  const { tone = '', formality = '', target_audience = '', guidelines = '', description = '' } = fields
  const { target_countries = [], cultural_notes = {} } = fields
  const texts = [tone, formality, target_audience, guidelines, description, ...target_countries]
  return [...texts, ...Object.entries(cultural_notes).flat()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}
