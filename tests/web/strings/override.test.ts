import { beforeAll, describe, expect, it } from 'vitest'
import { type Jar, openJarOf } from '../jar.ts'
import { visible } from '../reviews/scene.ts'
import { useOneTestApp } from '../scene.ts'
import { openStrings, type StringScene } from '../string-scene.ts'

let bob: Jar
let scene: StringScene

const WHY = 'No bold on <i>this</i> button.'

const testApp = useOneTestApp()
beforeAll(async () => {
  await testApp.world.organization('acme', { ada: 'admin', bob: 'admin' })
  const ada = await testApp.world.user('ada')
  scene = await openStrings(testApp, ada, 'acme/app', { go: 'Press <b>Start</b>' }, ['de'])
  bob = await openJarOf(testApp, 'bob')
  const { items } = await ada.call<{ items: readonly { id: string; src: string }[] }>('get_work', {
    project: 'acme/app',
    locale: 'de',
  })
  const item = { ...items[0], text: 'Drücke Start', override: { check: 'markup', why: WHY } }
  const { id, src, text, override } = item
  await ada.call('submit_translations', { project: 'acme/app', locale: 'de', items: [{ id, src, text, override }] })
})

describe('an error that an agent overrode', () => {
  it('is on the page of the string with the reason, as text', async () => {
    const { text } = await bob.get(await scene.page('go', { locale: 'de' }))
    expect(visible(text)).toMatch(/ada\s+overrode it/)
    expect(text).toContain('<bdi>No bold on &lt;i>this&lt;/i> button.</bdi>')
    expect(text).not.toContain('<i>this</i>')
  })

  it('is on the page of a review with the reason', async () => {
    const { text } = await bob.sendForm('/p/acme/app/review', {
      subject: 'person',
      value: '@ada',
      goal: '5',
      title: 'Look',
      locale: 'de',
    })
    expect(visible(text)).toContain('No bold on &lt;i>this&lt;/i> button.')
    expect(text).not.toContain('<i>this</i>')
  })
})
