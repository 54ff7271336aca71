import { AppError } from '../../errors.ts'
import { canonicalLocale } from '../locales.ts'
import type { Voice, VoiceFields } from './voice.ts'

/** Limits in bytes of UTF-8. */
const VOICE_BYTES = { target_audience: 500, guidelines: 4000, description: 1200, cultural_notes: 1800 } as const

const MOST_LOCALES = 200
/** CLDR's unknown region has a name, and is no country. */
const UNKNOWN = 'ZZ'

/**
 * A voice as it is kept: locales canonical, countries in capitals and each once, nothing empty.
 * @throws AppError `invalid_input` with every fault: a text that is too long in bytes, a country or a locale that does not exist.
 */
export function cleanVoice({ overrides = {}, ...base }: Voice): Voice {
  const faults: string[] = []
  const fields = cleanFields(base, '', faults)
  const locales: Record<string, VoiceFields> = {}
  for (const [tag, own] of Object.entries(overrides)) {
    const locale = canonicalOr(tag, faults)
    if (locale === undefined) continue
    if (Object.hasOwn(locales, locale)) faults.push(`overrides has ${locale} twice, the second time as ${tag}.`)
    const cleaned = cleanFields(own, `overrides.${locale}.`, faults)
    if (Object.keys(cleaned).length > 0) locales[locale] = cleaned
  }
  if (Object.keys(overrides).length > MOST_LOCALES) faults.push(`overrides has more than ${MOST_LOCALES} locales.`)
  if (faults.length > 0) {
    throw new AppError('invalid_input', faults.slice(0, 20).join(' '), {
      fix: 'Correct these fields of voice: shorten texts to their bytes of UTF-8, give ISO 3166-1 countries such as DE and BCP 47 locales such as de-AT.',
    })
  }
  return { ...fields, ...(Object.keys(locales).length > 0 && { overrides: locales }) }
}

function cleanFields(fields: VoiceFields, path: string, faults: string[]): VoiceFields {
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
  }
}

function cleanCountries(codes: readonly string[], path: string, faults: string[]): string[] {
  return [...new Set(codes.flatMap(code => countryOr(code, path, faults) ?? []))]
}

function cleanNotes(notes: Readonly<Record<string, string>>, path: string, faults: string[]): Record<string, string> {
  const cleaned: Record<string, string> = {}
  for (const [code, note] of Object.entries(notes)) {
    const country = countryOr(code, path, faults)
    const trimmed = note.trim()
    if (country === undefined || trimmed === '') continue
    if (Object.hasOwn(cleaned, country)) faults.push(`${path} has ${country} twice, the second time as ${code}.`)
    checkBytes(`${path}.${country}`, trimmed, VOICE_BYTES.cultural_notes, faults)
    cleaned[country] = trimmed
  }
  return cleaned
}

function checkBytes(path: string, text: string, most: number, faults: string[]): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > most) faults.push(`${path} has ${bytes} bytes; ${most} are allowed.`)
}

function countryOr(code: string, path: string, faults: string[]): string | undefined {
  const country = code.trim().toUpperCase()
  if (/^[A-Z]{2}$/.test(country) && country !== UNKNOWN && countryNames.of(country) !== undefined) return country
  faults.push(`${path} has ${JSON.stringify(code.slice(0, 20))}, which is no country of ISO 3166-1.`)
  return undefined
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function canonicalOr(tag: string, faults: string[]): string | undefined {
  try {
    return canonicalLocale(tag)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    faults.push(`overrides: ${error.message} ${error.fix ?? ''}`.trim())
    return undefined
  }
}
