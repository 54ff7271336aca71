import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeKey } from '../../../src/store/postgres/tables/keys.ts'
import { allTests } from '../../harness/each-test.ts'
import { openDatabase } from '../../postgres/stores.ts'
import { describeWith } from '../../require.ts'
import { runs } from '../../runs.ts'

const ODD = ['\0', '\u0001', '\u0002', '#', 'a', '\uD7FF', '\uE000', '\uFFFF', '\u{10000}', '\u{10FFFE}', '\u{10FFFF}']
/** Well-formed strings, mostly of the characters at the borders. */
const wellFormed = fc.oneof(
  fc.array(fc.constantFrom(...ODD), { maxLength: 6 }).map(all => all.join('')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
/** Any sequence of code units, up to very long ones with the same beginning. */
const any = fc.oneof(
  wellFormed,
  fc.array(fc.integer({ min: 0xd7fe, max: 0xe001 }), { maxLength: 4 }).map(units => String.fromCharCode(...units)),
  fc
    .tuple(fc.constantFrom('x', '\0', '\uFFFF', '\u{10FFFF}'), fc.integer({ min: 90, max: 700 }), wellFormed)
    .map(([unit, length, end]) => unit.repeat(length) + end),
)

describe('an encoded key', () => {
  it('is different for each key', () => {
    fc.assert(
      fc.property(fc.uniqueArray(any, { maxLength: 20 }), keys => {
        expect(new Set(keys.map(encodeKey)).size).toBe(keys.length)
      }),
      { numRuns: runs(200) },
    )
  })

  it('keeps plain text, and has at most 600 bytes', () => {
    expect(encodeKey('Straße 12 🎉')).toBe('Straße 12 🎉')
    fc.assert(
      fc.property(any, key => {
        expect(Buffer.byteLength(encodeKey(key))).toBeLessThanOrEqual(600)
        expect(Buffer.from(encodeKey(key)).toString()).toBe(encodeKey(key))
      }),
      { numRuns: runs(200) },
    )
  })
})

describeWith('postgres', 'an encoded key on the server', () => {
  const database = allTests(openDatabase)

  const sorted = async (keys: readonly string[]): Promise<readonly string[]> => {
    const sql = 'select key from unnest($1::text[]) as key order by key collate "C"'
    return (await database.client.query<{ key: string }>(sql, [keys])).rows.map(({ key }) => key)
  }

  it('can be stored, and sorts by code unit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(wellFormed, { maxLength: 20 }), async keys => {
        expect(await sorted(keys.map(encodeKey))).toEqual(keys.toSorted().map(encodeKey))
      }),
      { numRuns: runs(60) },
    )
  })

  it('can be stored when it is long or not well-formed, too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(any, { maxLength: 20 }), async keys => {
        expect((await sorted(keys.map(encodeKey))).toSorted()).toEqual(keys.map(encodeKey).toSorted())
      }),
      { numRuns: runs(60) },
    )
  })

  it('can be a key of a unique index with three parts', async () => {
    await database.client.query(
      'create temp table parts (a text collate "C", b text collate "C", c text collate "C", primary key (a, b, c))',
    )
    // Nothing that could be compressed.
    const long = encodeKey(Array.from({ length: 199 }, (_, n) => String.fromCodePoint(0x4e00 + n * 97)).join(''))
    expect(Buffer.byteLength(long)).toBe(597)
    await database.client.query('insert into parts values ($1, $1, $1)', [long])
  })
})
