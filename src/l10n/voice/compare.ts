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
