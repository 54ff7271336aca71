import { beforeEach, describe, expect, it } from 'vitest'
import { runRechecks } from '../../../src/tools/recheck/run.ts'
import { findEqualTexts } from '../../../src/tools/translations/equal-texts.ts'
import { eachLoop, found } from '../loop.ts'

const loop = eachLoop(['de', 'fr'])

const read = () => loop.world.services.store.read
const requests = async () => (await read().rechecks.page('all', '', { limit: 100 })).items
const equalTexts = async (name: string, value: string, locale = 'de') => {
  const entry = found(await read().entries.get((await loop.unit(name)).entry_id))
  return findEqualTexts({ entry, line: entry, value }, locale, read())
}

describe('the texts that a check compares with', () => {
  it('are other translations of the same source, and other sources of the same translation', async () => {
    await loop.push({ a: 'Open', b: 'Open', c: 'Open', d: 'Unlock', e: 'Start' })
    await loop.translate({ a: 'Öffnen', b: 'Offen', d: 'Öffnen' })
    expect(await equalTexts('c', 'Offen')).toEqual({ elsewhere: ['Öffnen', 'Offen'] })
    expect(await equalTexts('e', 'Öffnen')).toEqual({ twins: ['Open', 'Unlock'] })
    expect(await equalTexts('a', 'Öffnen')).toEqual({ elsewhere: ['Offen'], twins: ['Unlock'] })
    expect(await equalTexts('c', 'Ouvrir', 'fr')).toEqual({})
    expect(await equalTexts('e', 'Starten')).toEqual({})
  })

  it('are at most five, without stale ones and those of other contexts', async () => {
    await loop.push(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, 'Open'])))
    await loop.submit(Array.from({ length: 8 }, (_, at) => ({ key: `k${at}`, text: `Öffnen ${at}` })))
    expect((await equalTexts('k8', 'Auf')).elsewhere).toHaveLength(5)
    const changed = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`k${at}`, at < 6 ? 'Other' : 'Open']))
    await loop.push(changed)
    expect((await equalTexts('k8', 'Auf')).elsewhere).toEqual(['Öffnen 6', 'Öffnen 7'])
  })
})

const findingsOf = async (name: string) =>
  (await loop.unit(name)).texts.flatMap(({ findings }) => findings.map(({ id }) => id))

describe('a push', () => {
  const FOUR = { a: 'Open', b: 'Open', c: 'Lock', d: 'Bolt', e: 'Start' }
  beforeEach(async () => {
    await loop.push(FOUR)
    const texts = { a: 'Öffnen', b: 'Aufmachen', c: 'Riegel', d: 'Riegel', e: 'Starten' }
    for (const [key, text] of Object.entries(texts)) await loop.submit([{ key, text }])
    await runRechecks(loop.world.services)
    expect(await findingsOf('a')).toEqual(['inconsistent'])
    expect(await findingsOf('c')).toEqual(['duplicate_translation'])
  })

  it.each([
    ['drops equal strings', { a: 'Open', c: 'Lock', e: 'Start' }],
    ['changes the source of equal strings', { ...FOUR, b: 'Unlock it', d: 'Screw it' }],
  ])('that %s requests that the others are checked again, and so does their return', async (_, pushed) => {
    await loop.push(pushed, { confirm_removed: 2 })
    expect(await requests()).toMatchObject([{ scope: { kind: 'equal' } }])
    await runRechecks(loop.world.services)
    expect([await findingsOf('a'), await findingsOf('c')]).toEqual([[], []])
    await loop.push(FOUR)
    await runRechecks(loop.world.services)
    for (const name of ['a', 'b']) expect(await findingsOf(name)).toEqual(['inconsistent'])
    for (const name of ['c', 'd']) expect(await findingsOf(name)).toEqual(['duplicate_translation'])
  })

  it('that brings back a string whose equal ones are gone has it checked again', async () => {
    await loop.push({ a: 'Open', c: 'Lock', e: 'Start' }, { confirm_removed: 2 })
    await loop.push({ b: 'Open', d: 'Bolt', e: 'Start' }, { confirm_removed: 1 })
    await runRechecks(loop.world.services)
    expect([await findingsOf('b'), await findingsOf('d')]).toEqual([[], []])
  })

  it('of strings that have no equal ones requests nothing', async () => {
    await loop.push({ ...FOUR, e: 'Begin', f: 'Open' })
    expect(await requests()).toEqual([])
  })
})

describe('a changed translation', () => {
  it('requests that the equal ones are checked again, and no others', async () => {
    await loop.push({ a: 'Open', b: 'Open', c: 'Unlock', d: 'Start' })
    await loop.translate({ d: 'Starten' })
    expect(await requests()).toEqual([])
    await loop.translate({ a: 'Öffnen' })
    expect(await requests()).toMatchObject([{ scope: { kind: 'equal', sources: [expect.any(String)], values: [] } }])
    await runRechecks(loop.world.services)
    for (const name of ['b', 'c', 'd']) {
      await loop.submit([{ key: name, text: 'Öffnen', ...(name === 'd' && { rev: 1 }) }])
    }
    expect(await requests()).toMatchObject([{ scope: { sources: [expect.any(String)], values: [expect.any(String)] } }])
    const findings = [{ id: 'markup', level: 'error' as const, message: 'Of earlier rules.' }]
    for (const name of ['a', 'c']) {
      await loop.alter(name, ({ texts }) => ({ texts: texts.map(text => ({ ...text, findings })) }))
    }
    await runRechecks(loop.world.services)
    for (const name of ['a', 'c']) {
      expect((await loop.unit(name)).texts).toMatchObject([{ findings: [{ id: 'duplicate_translation' }] }])
    }
    expect(await requests()).toEqual([])
  })

  it('of many equal ones requests that the whole project is checked again', async () => {
    const names = Array.from({ length: 502 }, (_, at) => `k${at}`)
    await loop.push({
      ...Object.fromEntries(names.map(name => [name, `Text ${name}`])),
      ...Object.fromEntries(names.map(name => [`${name}.b`, `Text ${name}`])),
    })
    await loop.submit(names.map(name => ({ key: name, text: `${name} de` })).slice(0, 500))
    expect(await requests()).toMatchObject([{ scope: { kind: 'equal' } }])
    await loop.submit(names.map(name => ({ key: name, text: `${name} de` })).slice(500))
    expect(await requests()).toMatchObject([{ scope: { kind: 'all' } }])
  })
})
