import { beforeEach, describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { memoryUnit } from '../../store/memory-samples.ts'
import { type MemoryScene, openMemory } from './scene.ts'

const scene = eachTest(openMemory)

beforeEach(async () => {
  await scene.addProject('app')
  await scene.addProject('site')
  await scene.push('app', { secret: 'Open the vault', other: 'Close' })
  await scene.push('site', { a: 'Open the vault', z: 'Close' })
  await scene.translate('app', { secret: 'Tresor \u00f6ffnen', other: 'Schlie\u00dfen' })
})

interface Packet {
  readonly items: readonly { readonly key: string; readonly like?: readonly { readonly text: string }[] }[]
}

const likesOf = async (by: MemoryScene['ada'], slug: string): Promise<readonly string[]> => {
  const { items } = await by.call<Packet>('get_work', { project: `acme/${slug}`, locale: 'de' })
  return items.flatMap(({ like = [] }) => like.map(({ text }) => text))
}

describe('the memory of an account', () => {
  it('is open to every member', async () => {
    expect(await scene.search('site', 'Open the vault', scene.bob)).toMatchObject([{ target: 'Tresor \u00f6ffnen' }])
    expect(await likesOf(scene.bob, 'site')).toEqual(['Tresor \u00f6ffnen', 'Schlie\u00dfen'])
  })

  it('shows strangers of a public account the translations of the project that they search, and nothing else', async () => {
    await scene.world.setAccount('acme', { public: true })
    const { project } = await ofApp()
    const unit = memoryUnit('unit', { account_id: project.account_id, source: 'Open the vault', target: 'importiert' })
    await scene.world.services.store.transaction(tx => tx.memory_units.insert(unit))
    expect(await scene.search('site', 'Open the vault', scene.cleo)).toEqual([])
    expect(await likesOf(scene.cleo, 'site')).toEqual([])
    expect((await scene.search('app', 'Open the vault', scene.cleo)).map(({ target }) => target)).toEqual([
      'Tresor \u00f6ffnen',
    ])
    expect(await scene.search('site', 'Open the vault', scene.bob)).toHaveLength(2)
  })

  it('never reaches another account of the same user', async () => {
    const other = await scene.world.user('ada')
    await other.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
    const query = { project: 'ada/app', locale: 'de', text: 'Open the vault' }
    expect(await other.call('search_memory', query)).toEqual({ locale: 'de', found: [{ matches: [] }] })
  })

  it('has nothing of projects with another source locale', async () => {
    await scene.addProject('german', { source_locale: 'fr', target_locales: ['de'] })
    expect(await scene.search('german', 'Open the vault')).toEqual([])
  })

  it('loses the translations of a deleted project at once, and gets them back with it', async () => {
    await scene.byHand.call('delete_project', { project: 'acme/app', confirm: 'acme/app' })
    expect(await scene.search('site', 'Open the vault')).toEqual([])
    expect(await likesOf(scene.ada, 'site')).toEqual([])
    await scene.byHand.call('restore_project', { project: 'acme/app' })
    expect(await scene.search('site', 'Open the vault')).toHaveLength(1)
  })
})

async function ofApp() {
  const { store } = scene.world.services
  const account = await store.read.accounts.by('handle', 'acme')
  const [project] = await store.read.projects.list('account', account?.id ?? '')
  if (project === undefined) throw new Error('no project')
  return { project }
}
