import { beforeEach, describe, expect, it } from 'vitest'
import { sourceHash } from '../../../src/l10n/translation/staleness.ts'
import { eachLoop, type Item } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'pl'])

beforeEach(() => loop.push({ a: 'Apple', b: 'Hello {name}', c: '{n, plural, one {# file} other {# files}}' }))

it('a very large submission is rejected over 10,000 texts, items and locales together, with nothing written', async () => {
  const texts = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`x-${at}`, 'Text']))
  const items = Array.from({ length: 100 }, () => ({ key: 'a', src: '00000000', texts }))
  const call = loop.call('submit_translations', { items })
  await expect(call).rejects.toMatchObject({
    code: 'too_large',
    message: 'items holds 10100 texts; one call may send 10000.',
  })
})

describe('an overlong submission', () => {
  it('has a text or a form of over 65,536 characters', async () => {
    const long = 'x'.repeat(65_537)
    const items: readonly Item[] = [
      { key: 'a', text: long },
      { key: 'a', forms: { other: long } },
      { key: 'a', texts: { de: long } },
    ]
    for (const item of items) {
      const { code, message } = await refused(loop.submit([item]))
      expect(code).toBe('invalid_input')
      expect(message).toContain('items.0')
    }
    expect(await loop.submit([{ key: 'a', text: long.slice(1) }])).toMatchObject({ accepted: 1 })
  })

  it('does not include long gettext keys, which are texts', async () => {
    const id = 'word '.repeat(1_000)
    await loop.push(`msgid "${id}"\nmsgstr ""\n`, {}, 'po/app.pot')
    expect(
      await loop.submit([{ key: id, src: sourceHash(id).slice(0, 8), text: 'Wort '.repeat(1_000) }]),
    ).toMatchObject({ accepted: 1 })
  })
})
