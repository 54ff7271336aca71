import { describe, expect, it } from 'vitest'
import { isBehind, mergeSources, toSource } from '../../../src/l10n/work/candidates.ts'

/** Translations of a locale, named by entry and order: `b2` is entry b at place 2. */
const source = (locale: string, names: string) =>
  toSource(
    names
      .split(' ')
      .filter(Boolean)
      .map(name => ({ locale, entry_id: name.charAt(0), order: name.slice(1) })),
  )

async function merge(sources: readonly ReturnType<typeof source>[], start?: string, limit = 10) {
  const groups: string[] = []
  for await (const group of mergeSources(sources, start, limit)) {
    groups.push(group.map(({ entry_id, locale }) => entry_id + locale).join('+'))
  }
  return groups
}

describe('mergeSources', () => {
  const sources = [source('de', 'a1 c3 d4'), source('fr', 'b2 c3'), source('ja', '')]

  it('lists the translations of an entry together, in the order of the entries', async () => {
    expect(await merge(sources)).toEqual(['ade', 'bfr', 'cde+cfr', 'dde'])
  })

  it('reads in pages with the same result', async () => {
    for (const limit of [1, 2, 3]) expect(await merge(sources, undefined, limit)).toEqual(await merge(sources))
  })

  it('continues after a sort key', async () => {
    expect(await merge(sources, '2')).toEqual(['cde+cfr', 'dde'])
    expect(await merge(sources, '4')).toEqual([])
  })

  it('keeps translations of one entry on one page', async () => {
    const twice = [source('de', 'a1 a1 b2'), source('fr', 'b2')]
    expect(await merge(twice, undefined, 1)).toEqual(['ade+ade', 'bde+bfr'])
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
