import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import { cleanVoice } from '../../../src/l10n/voice/clean.ts'
import { resolveVoice, summarizeVoice } from '../../../src/l10n/voice/resolve.ts'
import { voiceDifferences } from '../../../src/l10n/voice/size.ts'
import type { Voice } from '../../../src/l10n/voice/voice.ts'

function faultOf(voice: Voice): string {
  try {
    cleanVoice(voice)
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  return ''
}

describe('the voice of a locale', () => {
  const account: Voice = {
    tone: 'formal',
    formality: 'formal',
    guidelines: 'Short sentences.',
    cultural_notes: { DE: 'Say Sie.', AT: 'Jänner.' },
    overrides: {
      de: { formality: 'very_formal', guidelines: 'German words.' },
      'de-AT': { guidelines: 'Austrian words.' },
    },
  }

  it('is the base when the locale has no settings', () => {
    expect(resolveVoice('fr', account, undefined)).toMatchObject({ tone: 'formal', formality: 'formal' })
  })

  it('applies the settings of the language, then those of the region', () => {
    expect(resolveVoice('de-AT', account, undefined)).toMatchObject({
      tone: 'formal',
      formality: 'very_formal',
      guidelines: 'Austrian words.',
    })
  })

  it('prefers each field of the project, and keeps the other fields of the account', () => {
    const project: Voice = { formality: 'informal', overrides: { de: { tone: 'playful' } } }
    expect(resolveVoice('de', account, project)).toEqual({
      tone: 'playful',
      formality: 'informal',
      guidelines: 'German words.',
      cultural_notes: { DE: 'Say Sie.', AT: 'Jänner.' },
    })
    expect(resolveVoice('fr', account, project)).toMatchObject({ tone: 'formal', formality: 'informal' })
  })

  it('has the cultural notes of each country', () => {
    const project: Voice = { cultural_notes: { DE: 'Say du.' } }
    expect(resolveVoice('de', account, project).cultural_notes).toEqual({ DE: 'Say du.', AT: 'Jänner.' })
  })
})

describe('a saved voice', () => {
  it('has canonical locales and countries, and no empty fields', () => {
    const sent: Voice = {
      tone: 'casual',
      description: '  ',
      target_countries: ['de', 'AT', 'DE'],
      cultural_notes: { at: 'Jänner.', ch: '' },
      overrides: { de_at: { tone: 'formal' }, fr: {} },
    }
    expect(cleanVoice(sent)).toEqual({
      tone: 'casual',
      target_countries: ['DE', 'AT'],
      cultural_notes: { AT: 'Jänner.' },
      overrides: { 'de-AT': { tone: 'formal' } },
    })
  })

  it.each([
    ['target_audience', 500],
    ['guidelines', 4000],
    ['description', 1200],
  ] as const)('has at most so many bytes of %s: %i', (field, most) => {
    expect(faultOf({ [field]: 'x'.repeat(most) })).toBe('')
    expect(faultOf({ [field]: 'x'.repeat(most + 1) })).toBe(`${field} has ${most + 1} bytes; the limit is ${most}.`)
    // Two bytes each.
    expect(faultOf({ [field]: 'ü'.repeat(most / 2) })).toBe('')
    expect(faultOf({ [field]: 'ü'.repeat(most / 2 + 1) })).toContain(`${most + 2} bytes`)
  })

  it('has at most 1,800 bytes of notes for each country, also in an override', () => {
    const notes = { DE: 'x'.repeat(1800), AT: 'x'.repeat(1800) }
    expect(faultOf({ cultural_notes: notes })).toBe('')
    expect(faultOf({ overrides: { de: { cultural_notes: { ...notes, AT: 'x'.repeat(1801) } } } })).toBe(
      'overrides.de.cultural_notes.AT has 1801 bytes; the limit is 1800.',
    )
  })

  it('names every country and locale that does not exist in one refusal', () => {
    const fault = faultOf({
      target_countries: ['QQ', 'Germany', 'ZZ'],
      cultural_notes: { XX: 'x' },
      overrides: { klingon: { tone: 'formal' } },
    })
    for (const part of ['"QQ"', '"Germany"', '"ZZ"', '"XX"', '"klingon"']) expect(fault).toContain(part)
  })

  it('does not repeat a locale or a country in another spelling', () => {
    expect(faultOf({ overrides: { 'de-at': { tone: 'formal' }, 'de-AT': { tone: 'casual' } } })).toContain('twice')
    expect(faultOf({ cultural_notes: { de: 'x', DE: 'y' } })).toContain('twice')
  })
})

it('the differences of two voices are listed as field paths', () => {
  const one: Voice = { tone: 'formal', cultural_notes: { DE: 'a' }, overrides: { de: { tone: 'casual' } } }
  const other: Voice = { tone: 'casual', cultural_notes: { DE: 'b', AT: 'c' }, overrides: { fr: { tone: 'casual' } } }
  expect(voiceDifferences(one, other)).toEqual([
    'tone',
    'cultural_notes.AT',
    'cultural_notes.DE',
    'overrides.de.tone',
    'overrides.fr.tone',
  ])
  expect(voiceDifferences(one, one)).toEqual([])
})

describe('the two-line summary of a voice', () => {
  it('has tone, formality and audience in the first line and the guidelines in the second', () => {
    const voice = { tone: 'casual', formality: 'very_formal', target_audience: 'Nurses', guidelines: 'Short.' } as const
    expect(summarizeVoice(voice, '(more)')).toBe('Tone casual. Formality very formal. For: Nurses.\nShort.')
  })

  it('truncates at a word, and says where the rest is', () => {
    const brief = summarizeVoice({ guidelines: 'word '.repeat(200) }, '(get_voice has the rest.)') ?? ''
    expect(brief.split('\n')).toHaveLength(1)
    expect(brief).toMatch(/word … \(get_voice has the rest\.\)$/)
    expect(brief.length).toBeLessThan(340)
  })

  it('is missing when the voice is empty', () => {
    expect(summarizeVoice({}, '(more)')).toBeUndefined()
  })
})
