import { beforeEach, expect, it } from 'vitest'
import { eachLoop, SOURCE } from '../loop.ts'

const loop = eachLoop()

beforeEach(async () => {
  await loop.push({ a: 'Apple' })
  await loop.push({ b: 'Pear' }, {}, 'web/shop/en.json')
  await loop.translate({ a: 'Apfel' })
})

const pull = (rules: readonly string[]) =>
  loop.call<{ files: readonly { path: string }[]; left_out?: number; outside?: object }>('pull_translations', { rules })

it('pulls the source files that a rule matches, and names the others', async () => {
  const own = await pull([SOURCE, 'src/*/en.json'])
  expect(own.files.map(({ path }) => path)).toEqual(['locales/de.json'])
  expect(own.outside).toEqual({ count: 1, first: ['web/shop/en.json'] })
  expect(own).not.toHaveProperty('left_out')
  expect(await pull(['web/*/en.json'])).toMatchObject({
    files: [],
    left_out: 1,
    outside: { count: 1, first: [SOURCE] },
  })
  expect(await pull(['*/en.json', 'web/*/*.json'])).not.toHaveProperty('outside')
  expect(await pull(['nothing.json'])).toMatchObject({ files: [], outside: { count: 2 } })
})

it('is not refused for the path of a file that no rule matches', async () => {
  const { store } = loop.world.services
  const record = await loop.record()
  const files = record.files.map(rule => (rule.source === SOURCE ? rule : { ...rule, aliases: { de: 'german' } }))
  await store.transaction(async tx => tx.projects.put({ ...record, files }))
  const [row] = (await loop.work()).items
  await loop.submit([{ id: row?.id ?? '', text: 'Birne' }])
  await expect(pull(['web/shop/en.json'])).rejects.toMatchObject({ code: 'conflict' })
  expect((await pull([SOURCE])).files).toMatchObject([{ path: 'locales/de.json' }])
})
