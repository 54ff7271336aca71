import { describe, expect } from 'vitest'
import { eachSurface } from '../../harness/each-surface.ts'

interface Row {
  readonly id: string
  readonly key: string
  readonly src: string
}

describe('the work on every surface', () => {
  eachSurface('can be leased, checked, submitted and read again', async ({ call, me }) => {
    const project = `${me}/app`
    const at = { project, locale: 'de' }
    await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    await call('push_source', { project, files: [{ path: 'locales/en.json', content: '{"a":"Hi {name}","b":"Bye"}' }] })
    const work = async (more: object) => (await call('get_work', { ...at, ...more })) as { items: readonly Row[] }
    const { items } = await work({})
    const [first, second] = items
    expect(await work({ worker: 'anna', ids: [second?.id] })).toMatchObject({ items: [{ key: 'b' }], left: 1 })
    expect(await call('check_text', { ...at, items: [{ id: first?.id, text: 'Hallo' }] })).toMatchObject({
      results: [{ ok: false, findings: [{ id: 'placeholders' }] }],
    })
    const sent = [{ id: first?.id, src: first?.src, text: 'Hallo {name}' }]
    expect(await call('submit_translations', { ...at, items: sent })).toMatchObject({ accepted: 1, left: { de: 1 } })
    expect(await call('get_entries', { ...at, ids: [first?.id], full: true })).toMatchObject({
      entries: [{ key: 'a', texts: { de: { text: 'Hallo {name}', by: { kind: 'agent', person: me } } } }],
    })
    expect(await call('get_entries', { ...at, state: 'untranslated' })).toMatchObject({ entries: [{ key: 'b' }] })
  })
})
