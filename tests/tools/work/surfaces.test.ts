import { describe, expect } from 'vitest'
import { eachSurface } from '../../harness/each-surface.ts'

interface Row {
  readonly id: string
  readonly key: string
  readonly src: string
}

describe('the work on every surface', () => {
  eachSurface('can be reserved, checked, submitted and read again', async ({ call, me }) => {
    const project = `${me}/app`
    const at = { project, locale: 'de' }
    await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    await call('push_source', { project, files: [{ path: 'locales/en.json', content: '{"a":"Hi {name}","b":"Bye"}' }] })
    const work = async (more: object) => (await call('get_work', { ...at, ...more })) as { items: readonly Row[] }
    const { items } = await work({})
    const [first, second] = items
    const ids = [second?.id ?? '']
    expect(await call('reserve_work', { ...at, worker: 'anna', ids, minutes: 5 })).toMatchObject({ reserved: ids })
    const own = await work({ worker: 'anna' })
    expect(own.items.map(({ key }) => key)).toEqual(['b', 'a'])
    expect(await call('check_text', { ...at, items: [{ id: first?.id, text: 'Hallo' }] })).toMatchObject({
      results: [{ ok: false, findings: [{ id: 'placeholders' }] }],
    })
    const sent = [{ id: first?.id, src: first?.src, text: 'Hallo {name}' }]
    expect(await call('submit_translations', { ...at, items: sent })).toMatchObject({ accepted: 1, left: { de: 1 } })
    expect(await call('get_entries', { ...at, ids: [first?.id] })).toMatchObject({
      entries: [{ key: 'a', texts: { de: { text: 'Hallo {name}', by: { kind: 'agent', person: me } } } }],
    })
    expect(await call('get_entries', { ...at, state: 'untranslated' })).toMatchObject({ entries: [{ key: 'b' }] })
  })
})
