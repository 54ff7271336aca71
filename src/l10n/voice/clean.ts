import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import { Faults } from '../faults.ts'
import { adviseTag, findLocale } from '../locales/find-locale.ts'
import type { Voice, VoiceFields } from './voice.ts'

/** Limits in bytes of UTF-8. */
const VOICE_BYTES = { target_audience: 500, guidelines: 4000, description: 1200, cultural_notes: 1800 } as const

const MAX_LOCALES = 200
/** CLDR's unknown region has a name but is not a country. */
const UNKNOWN = 'ZZ'

/**
 * Normalizes a voice for storage: canonical locales, unique uppercase countries, no empty fields.
 * @throws AppError `invalid_input` with every fault: too many bytes, or an unknown country or locale.
 */
export function cleanVoice({ overrides = {}, ...base }: Voice): Voice {
  const faults = new Faults()
  const fields = cleanFields(base, '', faults)
  const locales: Record<string, VoiceFields> = {}
  for (const [tag, own] of Object.entries(overrides)) {
    if (faults.isFull) break
    const locale = findLocale(tag)
    if (locale === undefined) {
      faults.addUnknown(suggests => {
        return `overrides has ${echo(JSON.stringify(tag))}: give ${adviseTag(tag, suggests)}.`
      })
      continue
    }
    if (Object.hasOwn(locales, locale)) faults.add(`overrides has ${locale} twice, also as ${tag}.`)
    const cleaned = cleanFields(own, `overrides.${locale}.`, faults)
    if (Object.keys(cleaned).length > 0) locales[locale] = cleaned
  }
  if (Object.keys(overrides).length > MAX_LOCALES) faults.add(`overrides has more than ${MAX_LOCALES} locales.`)
  if (!faults.isEmpty) {
    throw new AppError('invalid_input', String(faults), {
      fix: 'Correct these fields of voice. Limits are UTF-8 bytes; use ISO 3166-1 countries such as DE and BCP 47 locales such as de-AT.',
    })
  }
  return { ...fields, ...(Object.keys(locales).length > 0 && { overrides: locales }) }
}

function cleanFields(fields: VoiceFields, path: string, faults: Faults): VoiceFields {
  const text = (name: keyof typeof VOICE_BYTES & keyof VoiceFields, value: string | undefined) => {
    const trimmed = value?.trim()
    if (trimmed === undefined || trimmed === '') return {}
    checkBytes(`${path}${name}`, trimmed, VOICE_BYTES[name], faults)
    return { [name]: trimmed }
  }
  const countries = cleanCountries(fields.target_countries ?? [], `${path}target_countries`, faults)
  const notes = cleanNotes(fields.cultural_notes ?? {}, `${path}cultural_notes`, faults)
  return {
    ...(fields.tone !== undefined && { tone: fields.tone }),
    ...(fields.formality !== undefined && { formality: fields.formality }),
    ...text('target_audience', fields.target_audience),
    ...text('guidelines', fields.guidelines),
    ...text('description', fields.description),
    ...(countries.length > 0 && { target_countries: countries }),
    ...(Object.keys(notes).length > 0 && { cultural_notes: notes }),
    ...(fields.append === true && { append: true as const }),
  }
}

function cleanCountries(codes: readonly string[], path: string, faults: Faults): string[] {
  return [...new Set(codes.flatMap(code => (faults.isFull ? [] : (findCountry(code, path, faults) ?? []))))]
}

function cleanNotes(notes: Readonly<Record<string, string>>, path: string, faults: Faults): Record<string, string> {
  const cleaned: Record<string, string> = {}
  for (const [code, note] of Object.entries(notes)) {
    if (faults.isFull) break
    const country = findCountry(code, path, faults)
    const trimmed = note.trim()
    if (country === undefined || trimmed === '') continue
    if (Object.hasOwn(cleaned, country)) faults.add(`${path} has ${country} twice, also as ${code}.`)
    checkBytes(`${path}.${country}`, trimmed, VOICE_BYTES.cultural_notes, faults)
    cleaned[country] = trimmed
  }
  return cleaned
}

function checkBytes(path: string, text: string, most: number, faults: Faults): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > most) faults.add(`${path} has ${bytes} bytes; the limit is ${most}.`)
}

function findCountry(code: string, path: string, faults: Faults): string | undefined {
  const country = code.trim().toUpperCase()
  if (/^[A-Z]{2}$/.test(country) && country !== UNKNOWN && countryNames.of(country) !== undefined) return country
  faults.add(`${path} has ${JSON.stringify(code.slice(0, 20))}, which is not an ISO 3166-1 country.`)
  return undefined
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
