import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { checkMany } from '../../src/l10n/checks/check-many.ts'
import { checkText } from '../../src/l10n/checks/check-text.ts'
import { TermBook } from '../../src/l10n/glossary/term-book.ts'
import { nearest } from '../../src/tools/nearest.ts'
import { parseInput } from '../../src/tools/parse.ts'
import { finish } from '../../src/workers/packing.ts'
import { refused } from '../tools/world.ts'

const names = (count: number, prefix = 'a'): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(5, '0')}`)
const rules = { sourceLocale: 'en', locale: 'de', syntax: 'icu' } as const

describe('what one call does with a source', () => {
  it('parses it once for 200 translations', () => {
    const found = vi.spyOn(TermBook.prototype, 'termsIn')
    const levels = { do_not_translate: 'error', forbidden_term: 'error' } as const
    const terms = new TermBook([
      { term: 'Acme', kind: 'do_not_translate', case_sensitive: false, translations: {}, levels },
    ])
    const source = 'Acme {a}'
    try {
      const results = finish(checkMany(names(200).map(target => ({ ...rules, source, target, terms }))))
      expect(results).toHaveLength(200)
      expect(found).toHaveBeenCalledTimes(1)
    } finally {
      found.mockRestore()
    }
  })

  it('reports 20 faults of each check', () => {
    const source = names(500)
      .map(name => `{${name}}`)
      .join(' ')
    const { findings } = checkText({ ...rules, source, target: 'x' })
    expect(findings.filter(({ id }) => id === 'placeholders')).toHaveLength(20)
  })
})

describe('the search for the name that was meant', () => {
  /** Counts the names that were taken. */
  function* counted(all: readonly string[], count: { taken: number }): Generator<string> {
    for (const name of all) {
      count.taken += 1
      yield name
    }
  }

  it('compares with 5,000 names at most', () => {
    const count = { taken: 0 }
    expect(nearest('bbbbbb', counted(names(50_000), count), () => 0)).toBeUndefined()
    expect(count.taken).toBe(5_000)
  })

  it('ends after 2 milliseconds', () => {
    const count = { taken: 0 }
    let time = 0
    nearest('bbbbbb', counted(names(50_000), count), () => time++)
    expect(count.taken).toBeLessThan(500)
  })

  it('is left out where more than ten names are unknown', async () => {
    const schema = z.object({ project: z.string().optional() }).strict()
    const told = (count: number) =>
      refused(
        Promise.resolve().then(() =>
          parseInput(
            schema,
            Object.fromEntries(Array.from({ length: count }, (_, at) => `projec${at}`).map(name => [name, 1])),
            'check_text',
          ),
        ),
      )
    expect((await told(10)).message).toContain('did you mean project?')
    expect((await told(11)).message).not.toContain('did you mean')
  })
})

describe('arguments that are wrong a thousand times', () => {
  it('are told by 20 faults', async () => {
    const schema = z.object({ items: z.array(z.object({ key: z.string() })).max(1_000) }).strict()
    const items = names(1_000).map(() => ({ key: 1 }))
    const { message } = await refused(Promise.resolve().then(() => parseInput(schema, { items }, 'check_text')))
    expect(message.match(/items\.\d+\.key/g)).toHaveLength(20)
    expect(message).toContain('There are more faults of this kind.')
  })

  it('are counted where all of them were looked at', async () => {
    const schema = z.object({ names: z.record(z.string(), z.number()) }).strict()
    const told = async (count: number) => {
      const wrong = Object.fromEntries(names(count).map(name => [name, 'x']))
      return (await refused(Promise.resolve().then(() => parseInput(schema, { names: wrong }, 'check_text')))).message
    }
    expect(await told(20)).not.toContain('more fault')
    expect(await told(21)).toMatch(/ There is 1 more fault\.$/)
    const message = await told(500)
    expect(message.match(/names\.a\d+ is/g)).toHaveLength(20)
    expect(message).toMatch(/ There are 480 more faults\.$/)
  })

  it('are counted where each is an unknown name', async () => {
    const schema = z.object({ a: z.string(), rules: z.object({}).strict() }).strict()
    const unknown = Object.fromEntries(names(30).map(name => [name, 1]))
    const { message } = await refused(
      Promise.resolve().then(() => parseInput(schema, { a: 1, rules: unknown }, 'check_text')),
    )
    expect(message.match(/Unknown argument/g)).toHaveLength(19)
    expect(message).toMatch(/ There are 11 more faults\.$/)
  })

  it('are refused by their number alone', async () => {
    const schema = z.object({ locale: z.string() }).strict()
    const many = Object.fromEntries(names(90_000).map(name => [name, 1]))
    expect((await refused(Promise.resolve().then(() => parseInput(schema, many, 'check_text')))).message).toBe(
      'The call has 90000 entries; at most 1 are allowed.',
    )
  })
})
