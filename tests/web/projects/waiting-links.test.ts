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
})
