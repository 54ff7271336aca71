import { localeChain } from '../locales/chain.ts'
import type { Voice, VoiceFields } from './voice.ts'

/**
 * The voice of a locale, field by field: project over account, and within each the locale over its language (`de-AT`, then `de`) over the base. Cultural notes
 * are one field per country. With `append`, guidelines and description are added to those before.
 */
export function resolveVoice(locale: string, account: Voice | undefined, project: Voice | undefined): VoiceFields {
  return [account, project].flatMap(voice => listLayers(voice ?? {}, locale)).reduce(mergeFields, {})
}

/** The parts of a voice that apply to a locale, each over those before it. */
export function listLayers({ overrides = {}, ...base }: Voice, locale: string): readonly VoiceFields[] {
  const nearestLast = localeChain(locale).toReversed()
  return [base, ...nearestLast.map(tag => (Object.hasOwn(overrides, tag) ? (overrides[tag] ?? {}) : {}))]
}

/** Applies fields over others. */
export function mergeFields(base: VoiceFields, { append, ...own }: VoiceFields): VoiceFields {
  const notes = { ...base.cultural_notes, ...own.cultural_notes }
  return {
    ...base,
    ...own,
    ...(append === true && appendTexts(base, own)),
    ...(Object.keys(notes).length > 0 && { cultural_notes: notes }),
  }
}

/** The fields that `append` adds to instead of replacing them. */
export const APPENDED_FIELDS = ['guidelines', 'description'] as const

const appendTexts = (base: VoiceFields, own: VoiceFields): VoiceFields =>
  Object.fromEntries(
    APPENDED_FIELDS.flatMap(field => {
      const texts = [base[field] ?? [], own[field] ?? []].flat()
      return texts.length === 0 ? [] : [[field, texts.join('\n')]]
    }),
  )
