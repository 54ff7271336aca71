import { localeChain } from '../locales/chain.ts'
import type { Voice, VoiceFields } from './voice.ts'

/**
 * The voice of a locale, field by field: project over account, and within each the locale over its language (`de-AT`, then `de`) over the base. Cultural notes
 * are one field per country.
 */
export function resolveVoice(locale: string, account: Voice | undefined, project: Voice | undefined): VoiceFields {
  return [account, project].map(voice => getLocaleFields(voice ?? {}, locale)).reduce(mergeFields, {})
}

function getLocaleFields({ overrides, ...base }: Voice, locale: string): VoiceFields {
  const nearestLast = localeChain(locale).toReversed()
  return nearestLast
    .map(tag => (overrides !== undefined && Object.hasOwn(overrides, tag) ? (overrides[tag] ?? {}) : {}))
    .reduce(mergeFields, base)
}

function mergeFields(base: VoiceFields, own: VoiceFields): VoiceFields {
  const notes = { ...base.cultural_notes, ...own.cultural_notes }
  return { ...base, ...own, ...(Object.keys(notes).length > 0 && { cultural_notes: notes }) }
}
