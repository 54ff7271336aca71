import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import { arb } from '../../../src/l10n/formats/arb/format.ts'
import { json } from '../../../src/l10n/formats/json/format.ts'

function refusal(read: () => unknown): AppError {
  try {
    read()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('Nothing was refused.')
}

describe('the limits of the JSON formats', () => {
  it('rejects a key of over 2,000 characters, also of short parts', () => {
    const most = 'x'.repeat(2_000)
    expect(json.read(JSON.stringify({ [most]: 'a' })).entries[0]?.key).toBe(most)
    const flat = refusal(() => json.read(JSON.stringify({ [`${most}y`]: 'a' })))
    expect(flat.message).toContain(`the key ${'x'.repeat(60)}… has 2001 characters; the limit is 2000`)
    const part = 'x'.repeat(700)
    const nested = refusal(() => json.readTarget(JSON.stringify({ [part]: { [part]: { [part]: 'a' } } }), 'pl'))
    expect(nested.message).toContain('has 2102 characters')
  })

  it('rejects millions of values before it builds a tree', () => {
    expect(refusal(() => json.read(`{"a":[${'1,'.repeat(7_000_000)}1]}`)).message).toContain('more than 250000 values')
  })

  it('rejects white space that every new sibling would repeat', () => {
    const file = `{\n${' '.repeat(1_000)}"a": "x"}`
    expect(refusal(() => json.readTarget(file, 'pl')).message).toContain('more than 1000 white space characters')
  })

  it('indents a new file by at most 16 characters for each level', () => {
    const source = '{"a": {"b": {"c": "x"}}}'
    const sibling = `{\n${' '.repeat(900)}"a": {}\n}`
    const written = json.write({ source, sibling, locale: 'de', values: new Map([['a.b.c', 'y']]) })
    expect(JSON.parse(written)).toEqual({ a: { b: { c: 'y' } } })
    expect(written.length).toBeLessThan(1_100)
  })

  it('keeps 4,000 characters of a note', () => {
    const description = 'n'.repeat(5_000)
    const [noted] = arb.read(JSON.stringify({ a: 'x', '@a': { description } })).entries
    expect(noted?.description).toHaveLength(4_000)
    const [extracted] = json.read(JSON.stringify({ a: { defaultMessage: 'x', description } })).entries
    expect(extracted?.description).toHaveLength(4_000)
  })
})
