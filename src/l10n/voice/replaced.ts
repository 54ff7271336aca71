import { APPENDED_FIELDS, listLayers, mergeFields, resolveVoice } from './resolve.ts'
import { SINGLE_FIELDS, type Voice, type VoiceFields } from './voice.ts'

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
