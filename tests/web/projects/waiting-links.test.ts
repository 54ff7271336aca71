import { describe, expect, it } from 'vitest'
import { useOwnAcme } from '../scene.ts'
import { openStrings } from '../string-scene.ts'

const scene = useOwnAcme()

describe('what waits in a project', () => {
  it('leads to the list of strings with the filter as the list reads it', async () => {
    const project = `${scene.acme}/app`
    const ada = await scene.testApp.world.user('ada')
    const strings = await openStrings(scene.testApp, ada, project, { a: 'One', b: 'Two' })
    await strings.submit(ada, 'a', 'Eins')
    await strings.push({ a: 'One more', b: 'Two' })
    const { text } = await scene.ada.get(`/p/${project}`)
    expect(text).toContain(`href="/p/${project}/strings?locale=de&amp;stale=1"`)
  })

  it('leads to all of it: to open reviews beyond the first five, and to items beyond the first eight', async () => {
    const project = `${scene.acme}/app`
    const ada = await scene.testApp.world.user('ada')
    const locales = ['de', 'fr', 'es']
    const strings = await openStrings(scene.testApp, ada, project, { a: 'One' }, locales)
    await ada.call('update_project_policy', { project, review: 'required' })
    for (const locale of locales) await strings.submit(ada, 'a', `Text in ${locale}`, locale)
    for (let count = 0; count < 6; count += 1) await ada.call('create_review', { project, waiting: true })
    const { text } = await scene.ada.get(`/p/${project}`)
    expect(text).toMatch(new RegExp(`<a class="item" href="/p/${project}/review">.*1 more open review`))
    const [, more = ''] = /<summary class="panel-foot quiet">and 1 more<\/summary>(.*?)<\/details>/s.exec(text) ?? []
    expect(more).toMatch(/strings\?locale=\w+&amp;state=needs_review/)
  })

  it('leads to the translations to review of all locales', async () => {
    const project = `${scene.acme}/app`
    const ada = await scene.testApp.world.user('ada')
    const locales = ['de', 'fr', 'es', 'ja']
    const strings = await openStrings(scene.testApp, ada, project, { a: 'One' }, locales)
    await ada.call('update_project_policy', { project, review: 'required' })
    for (const locale of locales) await strings.submit(ada, 'a', `Text in ${locale}`, locale)
    const { text } = await scene.ada.get(`/p/${project}`)
    expect(text).toContain(`href="/p/${project}/strings?locale=*&amp;state=needs_review"`)
  })

  it('leads to the main branch where that is counted instead of a long branch', async () => {
    const project = `${scene.acme}/app`
    const ada = await scene.testApp.world.user('ada')
    const strings = await openStrings(scene.testApp, ada, project, { a: 'One', b: 'Two' })
    await strings.submit(ada, 'a', 'Eins')
    await strings.push({ a: 'One more', b: 'Two' })
    const long = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`k${at}`, `Text ${at}`]))
    await strings.push(long, { branch: 'long' })
    const { text } = await scene.ada.get(`/p/${project}?branch=long`)
    expect(text).toContain('The counts are those of main')
    expect(text).toContain(`href="/p/${project}/strings?locale=de&amp;stale=1"`)
    expect(text).toContain(`href="/p/${project}/strings?locale=de&amp;work=left"`)
  })
})
