import { describe, expect, it } from 'vitest'
import { DONE, isBehind, mergePages, type Position } from '../../../src/l10n/work/candidates.ts'

/** Units of a locale, named by entry and order: `b2` is entry b at place 2. */
const translations = (locale: string, names: string) =>
  names
    .split(' ')
    .filter(Boolean)
    .map(name => ({ locale, entry_id: name.charAt(0), order: name.slice(1) }))
const page = (locale: string, names: string, more = false) => ({
  locale,
  translations: translations(locale, names),
  more,
})
const all = () => true

const merge = (
  pages: Parameters<typeof mergePages<ReturnType<typeof translations>[number]>>[0],
  limit = 10,
  start: Position = {},
) => {
  const { groups, more, after } = mergePages(pages, start, limit, all)
  return { groups: groups.map(group => group.map(({ entry_id, locale }) => entry_id + locale).join('+')), more, after }
}

describe('mergePages', () => {
  it('lists the translations of an entry together, in the order of the entries', () => {
    const { groups, more } = merge([page('de', 'a1 c3'), page('fr', 'b2 c3')])
    expect([groups, more]).toEqual([['ade', 'bfr', 'cde+cfr'], false])
  })

  it('stops at the end of an unfinished page, and continues after the last listed entry', () => {
    const { groups, more, after } = merge([page('de', 'a1 b2', true), page('fr', 'a1 c3')])
    expect([groups, more]).toEqual([['ade+afr', 'bde'], true])
    expect(after(1)).toEqual({ de: '1', fr: '1' })
    expect(after(2)).toEqual({ de: '2', fr: '1' })
  })

  it('finishes with a locale that is listed completely', () => {
    const { after } = merge([page('de', 'a1'), page('fr', 'a1 b2')])
    expect(after(1)).toEqual({ de: DONE, fr: '1' })
    expect(after(2)).toEqual({ de: DONE, fr: DONE })
    expect(merge([page('de', 'b2'), page('fr', '')], 10, { fr: DONE }).after(1)).toEqual({ de: DONE, fr: DONE })
  })

  it('keeps the position of a locale without a result so far', () => {
    expect(merge([page('de', 'a1 b2'), page('fr', 'c3')], 1, { fr: '0' }).after(1)).toEqual({ de: '1', fr: '0' })
    expect(merge([page('de', 'a1 b2'), page('fr', 'c3')], 1).after(1)).toEqual({ de: '1' })
  })

  it('lists at most the requested number, and only free units', () => {
    const { groups, more } = mergePages([page('de', 'a1 b2 c3')], {}, 1, ({ entry_id }) => entry_id !== 'a')
    expect([groups.flat().map(({ entry_id }) => entry_id), more]).toEqual([['b'], true])
  })
})

it.each([
  ['own', 4, true],
  ['own', 3, false],
  ['free', 0, true],
] as const)('finds %s %i behind own 3: %s', (share, at, expected) => {
  expect(isBehind(share, at, { share: 'own', at: 3 })).toBe(expected)
})

it('an earlier share is never behind a position', () => {
  expect(isBehind('own', 9, { share: 'free', at: 3 })).toBe(false)
})
