import { beforeEach, describe, expect, it } from 'vitest'
import { useOwnAcme } from '../scene.ts'
import { openStrings } from '../string-scene.ts'
import { visible } from '../visible.ts'

const scene = useOwnAcme()
const ada = scene.agent
let project: string
let path: string

beforeEach(async () => {
  project = `${scene.acme}/app`
  path = `/p/${project}`
  await openStrings(scene.testApp, ada, project, { hi: 'Hi', bye: 'Bye', thanks: 'Thank you' })
})

const translate = async (texts: Readonly<Record<string, string>>, review: 'none' | 'required' = 'required') => {
  await ada.call('update_project_policy', { project, review })
  const { entries } = await ada.call<{ entries: { id: string; key: string; src: string }[] }>('get_entries', {
    project,
    keys: Object.keys(texts),
  })
  const items = entries.map(({ id, key, src }) => ({ id, src, text: texts[key] }))
  return ada.call<{ batch: string }>('submit_translations', { project, locale: 'de', items })
}

describe('the overview of a project', () => {
  it('shows the figures of the project and the progress of each locale', async () => {
    await translate({ hi: 'Hallo' }, 'none')
    const { text } = await scene.ada.get(path)
    const words = visible(text)
    expect(words).toContain('3 strings')
    expect(words).toContain('1 file')
    expect(text).toMatch(/<bdi[^>]*lang="de"[^>]*>Deutsch<\/bdi>/)
    expect(words).toContain('33%')
    expect(text).toContain('aria-current="page">Overview')
  })

  it('links each number to the strings behind it, and no zero', async () => {
    await translate({ hi: 'Hallo' })
    const { text } = await scene.ada.get(path)
    expect(text).toMatch(/href="[^"]*\/strings\?locale=de&amp;state=needs_review"[^>]*>1</)
    expect(text).not.toMatch(/<a [^>]*>0<\/a>/)
  })

  it('names first what waits, with one button', async () => {
    expect(visible((await scene.ada.get(path)).text)).not.toMatch(/translations? to review in/)
    await translate({ hi: 'Hallo', bye: 'Tschüss' })
    const { text } = await scene.ada.get(path)
    expect(visible(text)).toContain('2 translations to review in German')
    expect(text.match(/class="button primary"/g)).toHaveLength(1)
    expect(text).toContain(`href="${path}/strings?locale=de&amp;state=needs_review"`)
  })

  it('continues an open review first', async () => {
    const { batch } = await translate({ hi: 'Hallo', bye: 'Tschüss' })
    const { review } = await ada.call<{ review: { id: string } }>('create_review', {
      project,
      batch,
      title: 'Greetings',
    })
    const { text } = await scene.ada.get(path)
    const words = visible(text)
    expect(words).toContain('Greetings 2 translations · 0 of 2 read Start reading')
    expect(words.indexOf('Greetings')).toBeLessThan(words.indexOf('2 translations to review'))
    expect(text).toContain(`href="${path}/review/${review.id}"`)
    expect(text).toMatch(/Review<span class="count">1<\/span>|Review <span class="count">1<\/span>/)
  })

  it('lists the newest batches with their author', async () => {
    await translate({ hi: 'Hallo' })
    expect(visible((await scene.ada.get(path)).text)).toMatch(/Recent batches .*ada/)
  })

  it('says to a new project how to begin', async () => {
    const empty = `${scene.acme}/empty`
    await ada.call('create_project', { project: empty, source_locale: 'en', target_locales: ['de'] })
    const { status, text } = await scene.ada.get(`/p/${empty}`)
    expect(status).toBe(200)
    expect(text).toContain(empty)
    expect(text).toContain('data-copy')
  })

  it('does not exist for users who may not see the project', async () => {
    const cleo = await scene.signedIn('cleo')
    expect((await cleo.get(path)).status).toBe(404)
  })
})

describe('what waits in a project', () => {
  it('leads to all of it: to open reviews beyond the first five, and to items beyond the first eight', async () => {
    project = `${scene.acme}/waiting`
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

  it('leads to the main branch where that is counted instead of a long branch', async () => {
    project = `${scene.acme}/waiting`
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
