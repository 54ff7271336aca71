import { expect, it } from 'vitest'
import { sweep } from '../../../src/tools/retention/sweep.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openReviewScene } from './scene.ts'

const scene = eachTest(() => openReviewScene({ a: 'Apple', b: 'Pear' }))

it('list_changes says in which review a batch and its translations were read', async () => {
  const { batch } = await scene.submitAll()
  const { id } = await scene.create({ batch })
  const items = await scene.items(id)
  const n = items.find(({ key }) => key === 'a')?.n
  await scene.decide(id, { verdicts: [{ n, verdict: 'major', reason: 'meaning' }] })
  const { batch: ending } = await scene.decide(id, { end: 'return' })
  const { of, revisions } = (await scene.changes({ batch })) as {
    of: object
    revisions: readonly { key: string; review?: object }[]
  }
  expect(of).toMatchObject({ reviews: [{ id, state: 'returned' }] })
  expect(revisions.find(({ key }) => key === 'a')?.review).toEqual({ id, verdict: 'major' })
  expect(revisions.find(({ key }) => key === 'b')).not.toHaveProperty('review')
  expect((await scene.changes({ batch: ending }))['of']).toMatchObject({ ends_review: id })
})

it.each([undefined, 'feature'])(
  'get_review names the present file and key of a string that a push moved (%s)',
  async branch => {
    const on = branch === undefined ? {} : { branch }
    await scene.push({ a: 'Apple', b: 'Pear' }, on)
    const { batch } = await scene.submitAll(scene.ada, {}, on)
    const { id } = await scene.create({ batch, ...on })
    const files = [
      { path: 'locales/en.json', content: '{ "b": "Pear" }' },
      { path: 'locales/fruit.json', content: '{ "a": "Apple" }' },
    ]
    await scene.push({}, { files, ...on })
    const places = async () => (await scene.items(id)).map(({ key, file }) => `${file} ${key}`).sort()
    expect(await places()).toEqual(['locales/en.json b', 'locales/fruit.json a'])
    if (branch !== undefined) return
    await scene.push({}, { files: [files[0], { path: 'locales/fruit.json', content: '{ "fruit": "Apple" }' }] })
    expect(await places()).toEqual(['locales/en.json b', 'locales/fruit.json fruit'])
  },
)

it('removing a project removes its reviews', async () => {
  const { batch } = await scene.submitAll()
  const { id } = await scene.create({ batch })
  await scene.decide(id, { verdicts: [{ n: 1, verdict: 'good' }] })
  const counts = async () => (await scene.world.services.store.status()).counts
  expect(await counts()).toMatchObject({ reviews: 1, review_parts: 1, review_verdicts: 1 })
  await scene.ada.call('delete_project', { project: 'acme/app', confirm: 'acme/app' })
  scene.world.pass(31 * 86_400_000)
  await sweep(scene.world.services)
  expect(await counts()).toMatchObject({ reviews: 0, review_parts: 0, review_verdicts: 0 })
})
