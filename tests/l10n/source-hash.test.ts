import { expect, it } from 'vitest'
import { sourceHash } from '../../src/l10n/translation/staleness.ts'

// printf '[null,"Open"]' | sha256sum
it('a source hash covers the documented canonical form', () => {
  expect(sourceHash('Open')).toBe('a057fe321d16452add9006f233202a0e0e3fe427c760f8d8093dc0d65a4694c7')
})

it('a source hash ignores the order of plural forms only', () => {
  const hash = sourceHash({ one: 'a', other: 'b' })
  expect(sourceHash({ other: 'b', one: 'a' })).toBe(hash)
  const others = [
    sourceHash({ one: 'b', other: 'a' }),
    sourceHash({ one: 'a', other: 'b' }, 'c'),
    sourceHash('{"one":"a","other":"b"}'),
    sourceHash('é'),
    sourceHash('é'.normalize('NFD')),
    sourceHash('a'),
    sourceHash('a', ''),
    sourceHash('a '),
  ]
  expect(new Set([hash, ...others]).size).toBe(others.length + 1)
})
