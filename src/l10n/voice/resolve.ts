import { localeChain } from '../locales/fallback-chain.ts'
import { SINGLE_FIELDS, type Voice, type VoiceFields } from './voice.ts'

/** Maximum UTF-16 code units of a free-text field in a work packet. */
const MAX_UNITS = 300

/** Summarizes a voice in at most two lines: tone and audience, then the guidelines; undefined if it is empty. `rest` is the reference to the full voice. */
export function summarizeVoice(voice: VoiceFields, rest: string): string | undefined {
  const { tone, formality, target_audience, guidelines, target_countries } = voice
  const parts = [
    tone === undefined ? [] : `Tone ${tone}.`,
    formality === undefined ? [] : `Formality ${formality.replace('_', ' ')}.`,
    target_audience === undefined ? [] : `For: ${shortenText(target_audience)}.`,
    target_countries === undefined ? [] : `Countries: ${target_countries.slice(0, 20).join(', ')}.`,
  ].flat()
  const { description, cultural_notes } = voice
  const isCut = (guidelines?.length ?? 0) > MAX_UNITS || description !== undefined || cultural_notes !== undefined
  const more = isCut ? [rest] : []
  const lines = [parts.join(' '), [guidelines === undefined ? [] : shortenText(guidelines), more].flat(2).join(' ')]
  const written = lines.filter(line => line !== '')
  return written.length === 0 ? undefined : written.join('\n')
}

/** Shortens a text to one line, cut between words. */
function shortenText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_UNITS) return line
  const cut = line.slice(0, MAX_UNITS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_UNITS / 2)).replace(/[\uD800-\uDBFF]$/, '')} …`
}

/**
 * The voice of a locale, field by field: project over account, and within each the locale over its language (`de-AT`, then `de`) over the base. Cultural notes
 * are one field per country. With `append`, guidelines and description are added to those before.
 */
export function resolveVoice(locale: string, account: Voice | undefined, project: Voice | undefined): VoiceFields {
  return [account, project].flatMap(voice => listLayers(voice ?? {}, locale)).reduce(mergeFields, {})
}

/** The parts of a voice that apply to a locale, each over those before it. */
function listLayers({ overrides = {}, ...base }: Voice, locale: string): readonly VoiceFields[] {
  const nearestLast = localeChain(locale).toReversed()
  return [base, ...nearestLast.map(tag => (Object.hasOwn(overrides, tag) ? (overrides[tag] ?? {}) : {}))]
}

/** Applies fields over others. */
function mergeFields(base: VoiceFields, { append, ...own }: VoiceFields): VoiceFields {
  const notes = { ...base.cultural_notes, ...own.cultural_notes }
  return {
    ...base,
    ...own,
    ...(append === true &&
      Object.fromEntries(
        APPENDED_FIELDS.flatMap(field => {
          const texts = [base[field] ?? [], own[field] ?? []].flat()
          return texts.length === 0 ? [] : [[field, texts.join('\n')]]
        }),
      )),
    ...(Object.keys(notes).length > 0 && { cultural_notes: notes }),
  }
}

/** The fields that `append` adds to instead of replacing them. */
const APPENDED_FIELDS = ['guidelines', 'description'] as const

/**
 * The fields that parts of a voice replace by others: `base` over the voice of the account, and each override over what its locale would have without it.
 * Without entries for parts that replace nothing.
 */
export function listReplacedFields(
  account: Voice | undefined,
  own: Voice,
): Readonly<Record<string, readonly string[]>> {
  const { overrides = {}, ...base } = own
  const parts = [
    ['base', account === undefined ? {} : mergeFields({}, toBase(account)), base] as const,
    ...Object.entries(overrides).map(
      ([locale, fields]) => [locale, resolveBelow(locale, account, own), fields] as const,
    ),
  ]
  return Object.fromEntries(
    parts.flatMap(([name, below, fields]) => {
      const replaced = listReplaced(below, fields)
      return replaced.length === 0 ? [] : [[name, replaced] as const]
    }),
  )
}

const toBase = ({ overrides: _overrides, ...base }: Voice): VoiceFields => base

/** The voice of a locale without its own override. */
const resolveBelow = (locale: string, account: Voice | undefined, own: Voice): VoiceFields =>
  listLayers(own, locale)
    .slice(0, -1)
    .reduce(mergeFields, resolveVoice(locale, account, undefined))

function listReplaced(below: VoiceFields, own: VoiceFields): string[] {
  const isAppended = (field: string): boolean => own.append === true && APPENDED_FIELDS.some(one => one === field)
  const { cultural_notes: notes = {} } = own
  const { cultural_notes: notesBelow = {} } = below
  return [
    ...SINGLE_FIELDS.filter(
      field =>
        below[field] !== undefined &&
        own[field] !== undefined &&
        JSON.stringify(below[field]) !== JSON.stringify(own[field]) &&
        !isAppended(field),
    ),
    ...Object.keys(notes)
      .filter(country => Object.hasOwn(notesBelow, country) && notesBelow[country] !== notes[country])
      .map(country => `cultural_notes.${country}`),
  ]
}
