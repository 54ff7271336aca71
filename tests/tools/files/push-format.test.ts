import { describe, expect, it } from 'vitest'
import { eachLoop, SOURCE } from '../loop.ts'

const loop = eachLoop(['pl'])

const cats = { cat_one: '{{count}} cat', cat_other: '{{count}} cats' }
const push = (content: object, more: object = {}, format?: string) =>
  loop.call('push_source', {
    files: [{ path: SOURCE, content: JSON.stringify(content), ...(format !== undefined && { format }) }],
    ...more,
  })
const keysInWork = async (more: object = {}): Promise<readonly string[]> =>
  (await loop.work({ ...more })).items.map(({ key }) => key)

describe('a file that gains plurals later', () => {
  it('becomes i18next, so that every form of the target locale can be written', async () => {
    await push({ a: 'Hello {{name}}' })
    await loop.translate({ a: 'Cześć {{name}}' })
    const next = { a: 'Hello {{name}}', ...cats }
    expect(await push(next, { dry_run: true })).toMatchObject({
      added: 1,
      next: expect.stringContaining('to i18next.'),
    })
    expect(await push(next)).toMatchObject({ added: 1, unchanged: 1, next: expect.stringContaining('i18next') })
    expect(await keysInWork()).toEqual(['cat'])
    const forms = { one: '{{count}} kot', few: '{{count}} koty', many: '{{count}} kotów', other: '{{count}} kota' }
    expect(await loop.submit([{ key: 'cat', forms }])).toMatchObject({ accepted: 1 })
    expect(JSON.parse((await loop.pull()).content)).toEqual({
      a: 'Cześć {{name}}',
      cat_one: '{{count}} kot',
      cat_few: '{{count}} koty',
      cat_many: '{{count}} kotów',
      cat_other: '{{count}} kota',
    })
    expect(await push({ a: 'Hello {{name}}' }, { confirm_removed: 1 })).toMatchObject({ dropped: 1, unchanged: 1 })
    expect(await push(next)).toMatchObject({ revived: 1 })
  })

  it('stays JSON when a translated key would be lost, and the answer says how to change it', async () => {
    await push({ cat_other: '{{count}} cats', b: 'B' }, {}, 'json')
    await loop.translate({ cat_other: '{{count}} kotów' })
    await push({ cat_other: '{{count}} cats', b: 'B', c: 'C' })
    const next = { ...cats, b: 'B', c: 'C' }
    const answer = await push(next)
    expect(answer).toMatchObject({ added: 1, unchanged: 3 })
    expect(answer['next']).toContain('push with format: i18next')
    expect(await push(next, { confirm_removed: 2 }, 'i18next')).toMatchObject({ dropped: 2 })
    expect(await keysInWork()).toEqual(['cat', 'b', 'c'])
  })

  it('stays JSON while another branch has such keys, or when its format was named', async () => {
    await push({ a: 'A' }, { branch: 'f' }, 'json')
    await push({ a: 'A', ...cats }, { branch: 'f' }, 'json')
    expect((await push({ a: 'A', ...cats, d: 'D' }, { branch: 'f' }))['next']).not.toContain('i18next')
    await push({ a: 'A' })
    expect((await push({ a: 'A', ...cats }))['next']).toContain('looks like i18next')
    expect(await keysInWork({ branch: 'f' })).toEqual(['a', 'cat_one', 'cat_other', 'd'])
  })
})

describe('Markdown that gets an import', () => {
  const page = (body: string) => loop.push(`# Title\n\n${body}Text.\n`, {}, 'docs/en/a.md')
  const code = "import A from '@site/a'\n\n"

  it('becomes MDX, and keeps its strings', async () => {
    await page('')
    const answer = await page(code)
    expect(answer).toMatchObject({ unchanged: 2, next: expect.stringContaining('changed from markdown to mdx') })
    expect(await keysInWork()).toHaveLength(2)
  })

  it('stays Markdown where it is no valid MDX', async () => {
    await page('')
    const invalid = `${code}{a\n\n`
    expect(await page(invalid)).toMatchObject({ next: expect.stringContaining('still read as markdown') })
    expect(await page(`${invalid}More.\n\n`)).toMatchObject({ added: 1, files: [{ format: 'markdown' }] })
  })
})
