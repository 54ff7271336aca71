import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { checkMany, checkText } from '../../src/l10n/checks/check-text.ts'
import { TermBook } from '../../src/l10n/glossary/term-book.ts'
import { Pacer } from '../../src/scheduling/pacer.ts'
import { findClosestName } from '../../src/tools/closest-name.ts'
import { parseInput, parseInputAsync } from '../../src/tools/pipeline/parse.ts'
import { runToEnd } from '../../src/workers/packing.ts'
import { refused } from '../tools/world.ts'

const names = (count: number, prefix = 'a'): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(5, '0')}`)
/** The message with which a call of these arguments is rejected. */
const told = async (schema: z.ZodObject, given: object): Promise<string> =>
  (await refused(Promise.resolve().then(() => parseInput(schema, given, 'check_text')))).message
const rules = { sourceLocale: 'en', locale: 'de', syntax: 'icu' } as const

describe('the work of one call for a source', () => {
  it('parses it once for 200 translations', () => {
    const found = vi.spyOn(TermBook.prototype, 'findIn')
    const levels = { do_not_translate: 'error', forbidden_term: 'error' } as const
    const terms = new TermBook([
      { term: 'Acme', kind: 'do_not_translate', case_sensitive: false, translations: {}, levels },
    ])
    const source = 'Acme {a}'
    try {
      const results = runToEnd(checkMany(names(200).map(target => ({ ...rules, source, target, terms }))))
      expect(results).toHaveLength(200)
      expect(found).toHaveBeenCalledTimes(1)
    } finally {
      found.mockRestore()
    }
  })

  it('reports 20 findings of each check', () => {
    const source = names(500)
      .map(name => `{${name}}`)
      .join(' ')
    const { findings } = checkText({ ...rules, source, target: 'x' })
    expect(findings.filter(({ id }) => id === 'placeholders')).toHaveLength(20)
  })
})

describe('the search for a similar name', () => {
  /** Counts the names that were taken. */
  function* counted(all: readonly string[], count: { taken: number }): Generator<string> {
    for (const name of all) {
      count.taken += 1
      yield name
    }
  }

  it('compares with 5,000 names at most', () => {
    const count = { taken: 0 }
    expect(findClosestName('bbbbbb', counted(names(50_000), count), () => 0)).toBeUndefined()
    expect(count.taken).toBe(5_000)
  })

  it('stops after 2 milliseconds', () => {
    const count = { taken: 0 }
    let time = 0
    findClosestName('bbbbbb', counted(names(50_000), count), () => time++)
    expect(count.taken).toBeLessThan(500)
  })

  it('is skipped when more than ten names are unknown', async () => {
    const schema = z.object({ project: z.string().optional() }).strict()
    const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`projec${at}`, 1]))
    expect(await told(schema, unknown(10))).toContain('did you mean project?')
    expect(await told(schema, unknown(11))).not.toContain('did you mean')
  })
})

describe('a thousand wrong arguments', () => {
  it('are reported by 20 faults', async () => {
    const schema = z.object({ items: z.array(z.object({ key: z.string() })).max(1_000) }).strict()
    const items = names(1_000).map(() => ({ key: 1 }))
    const message = await told(schema, { items })
    expect(message.match(/items\.\d+\.key/g)).toHaveLength(20)
    expect(message).toContain('There are more errors of this kind.')
  })

  it('are counted completely where all of them were checked', async () => {
    const schema = z.object({ names: z.record(z.string(), z.number()) }).strict()
    const wrong = (count: number) => ({ names: Object.fromEntries(names(count).map(name => [name, 'x'])) })
    expect(await told(schema, wrong(20))).not.toContain('more error')
    expect(await told(schema, wrong(21))).toMatch(/ There is 1 more error\.$/)
    const message = await told(schema, wrong(500))
    expect(message.match(/names\.a\d+ is/g)).toHaveLength(20)
    expect(message).toMatch(/ There are 480 more errors\.$/)
  })

  it('are counted where each is an unknown name', async () => {
    const schema = z.object({ a: z.string(), rules: z.object({}).strict() }).strict()
    const unknown = Object.fromEntries(names(30).map(name => [name, 1]))
    const message = await told(schema, { a: 1, rules: unknown })
    expect(message.match(/Unknown argument/g)).toHaveLength(19)
    expect(message).toMatch(/ There are 11 more errors\.$/)
  })

  it('are rejected by their number alone', async () => {
    const schema = z.object({ locale: z.string() }).strict()
    const many = Object.fromEntries(names(90_000).map(name => [name, 1]))
    expect(await told(schema, many)).toBe('The call has 90000 entries; at most 1 are allowed.')
  })

  it('are not examined when they are unknown', async () => {
    const schema = z
      .object({ project: z.string().optional(), items: z.array(z.strictObject({ key: z.string() })) })
      .strict()
    let looks = 0
    const untold = () =>
      Array.from({ length: 5_000 }, () => {
        const ownKeys = () => {
          looks += 1
          return []
        }
        return new Proxy({}, { ownKeys })
      })
    expect(await told(schema, { projec: untold() })).toContain('Unknown argument projec: did you mean project?')
    expect(looks).toBe(0)
    expect(await told(schema, { items: [{ key: 'a', kez: untold() }] })).toContain(
      'Unknown argument items.0.kez: did you mean key?',
    )
    // The values of a short list are counted up to 500.
    expect(looks).toBeLessThan(600)
  })

  it('are rejected when their content is too large', async () => {
    const lists = z.record(z.string(), z.array(z.number()).max(500))
    const schema = z.object({ rules: lists.optional(), items: z.array(lists).max(50).optional() }).strict()
    const many = (count: number) =>
      Object.fromEntries(names(count).map(name => [name, Array.from({ length: 499 }, () => 1)]))
    expect(await told(schema, { rules: many(21) })).toBe('The call holds more than 10000 values.')
    expect(await told(schema, { items: [many(19), many(21), many(22)] })).toBe('items.1 holds more than 10000 values.')
    expect(parseInput(schema, { items: [many(20), many(20), many(20)] }, 'check_text').items).toHaveLength(3)
  })

  it('are parsed item by item when there are many, or few large ones', async () => {
    const schema = z.object({ items: z.array(z.record(z.string(), z.number())) }).strict()
    const steps = async (items: number, values: number): Promise<number> => {
      let count = 0
      const pace = new Pacer()
      vi.spyOn(pace, 'shouldYield', 'get').mockImplementation(() => {
        count += 1
        return false
      })
      const item = Object.fromEntries(names(values).map(name => [name, 1]))
      await parseInputAsync(schema, { items: Array.from({ length: items }, () => item) }, 'check_text', pace)
      return count
    }
    expect(await steps(20, 2)).toBe(1)
    expect(await steps(21, 2)).toBe(22)
    expect(await steps(2, 300)).toBe(3)
  })
})

it('null is missing as an argument or optional field, kept as an array item, and rejected elsewhere', () => {
  const forms = z.union([z.string(), z.record(z.string(), z.string())])
  const schema = z
    .object({
      text: forms.optional(),
      items: z.array(z.strictObject({ key: z.string(), text: forms.optional() })).default([]),
      tags: z.array(z.string().nullable()).optional(),
    })
    .strict()
  const given = {
    text: { one: 'a', other: null },
    items: [
      { key: 'a', text: null },
      { key: 'b', text: { one: null, other: 'c' } },
    ],
    tags: ['x', null],
  }
  expect(parseInput(schema, given, 'check_text')).toEqual({
    text: { one: 'a' },
    items: [{ key: 'a' }, { key: 'b', text: { other: 'c' } }],
    tags: ['x', null],
  })
  for (const unknown of [{ nothing: null }, { items: [{ key: 'a', nothing: null }] }]) {
    expect(() => parseInput(schema, unknown, 'check_text')).toThrow(/^Unknown argument (items\.0\.)?nothing\.$/)
  }
})
