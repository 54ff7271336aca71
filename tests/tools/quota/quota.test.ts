import { afterEach, describe, expect, it } from 'vitest'
import type { AccountLimits } from '../../../src/config.ts'
import type { Store } from '../../../src/store/store.ts'
import { pushSource } from '../../../src/tools/files/push/push-source.ts'
import { stageFile } from '../../../src/tools/files/transfer/stage-file.ts'
import { sweep } from '../../../src/tools/retention/sweep.ts'
import { digest } from '../../auth/policy/digest.ts'
import { openWorld, refused, type World } from '../world.ts'
import { createProject, push, sourceFile } from './filling.ts'
import { usageOf as readUsageOf } from './recount.ts'

type Caller = Awaited<ReturnType<World['user']>>

const DAY = 24 * 60 * 60 * 1000

let world: World
let ada: Caller
afterEach(() => world.close())

async function begin(limits: Partial<AccountLimits>, projects: readonly string[] = ['ada/app']): Promise<void> {
  world = await openWorld({ limits })
  ada = await world.user('ada')
  await world.organization('acme', { ada: 'admin', bob: 'member' })
  for (const project of projects) await createProject(ada, project)
}

const usageOf = (handle: string) => readUsageOf(handle, world.services.store.read)
const remove = (project: string) => ada.call('delete_project', { project, confirm: project })

/** A call that must be rejected without a change. */
async function refusedWhole(call: () => Promise<unknown>) {
  const before = await digest(world.services.store)
  const error = await refused(call())
  expect(error.code, error.message).toBe('quota_exceeded')
  expect(await digest(world.services.store)).toEqual(before)
  return error
}

/** Waits until this many callers have arrived. */
class Turnstile {
  readonly passed: Promise<void>
  #open: () => void = () => undefined
  #left: number

  constructor(count: number) {
    this.#left = count
    this.passed = new Promise(resolve => (this.#open = resolve))
  }

  pass(): void {
    this.#left -= 1
    if (this.#left === 0) this.#open()
  }
}

describe('the projects of an account', () => {
  it('are limited by number', async () => {
    await begin({ projects: 2 }, ['ada/one', 'ada/two'])
    const { message, fix } = await refusedWhole(() => createProject(ada, 'ada/three'))
    expect(message).toBe('ada: 2 of 2 projects used. This call would add 1. Nothing was written.')
    expect(fix).toBe('Delete a project you no longer need. Or ask an operator to raise the limit of ada.')
  })

  it('are counted for each account alone, also for an organization', async () => {
    await begin({ projects: 1 }, ['ada/one', 'acme/one'])
    const bob = await world.user('bob')
    await refusedWhole(() => createProject(bob, 'acme/two'))
    await createProject(bob, 'bob/one')
  })

  it('make room when one is deleted, which is restored only if there is room', async () => {
    await begin({ projects: 1 }, ['ada/one'])
    await remove('ada/one')
    await createProject(ada, 'ada/two')
    await refusedWhole(() => ada.call('restore_project', { project: 'ada/one' }))
    await remove('ada/two')
    await ada.call('restore_project', { project: 'ada/one' })
    expect(await usageOf('ada')).toMatchObject({ used: { projects: 1 }, restorable: { projects: 1 } })
  })

  it('are at most twice as many including restorable ones', async () => {
    await begin({ projects: 1 }, ['ada/one'])
    await remove('ada/one')
    await createProject(ada, 'ada/two')
    await remove('ada/two')
    const { message, fix } = await refusedWhole(() => createProject(ada, 'ada/three'))
    expect(message).toContain('ada: 2 of 2 projects used, with what can be restored.')
    expect(fix).toContain('30 days after deletion')
  })
})

describe('the source strings of an account', () => {
  it('are limited over all projects', async () => {
    await begin({ strings: 10 }, ['ada/app', 'ada/web'])
    await push(ada, 'ada/app', sourceFile(6))
    const { message } = await refusedWhole(() => push(ada, 'ada/web', sourceFile(5)))
    expect(message).toBe('ada: 6 of 10 source strings used. This call would add 5. Nothing was written.')
    await push(ada, 'ada/web', sourceFile(4))
    expect((await usageOf('ada')).used.strings).toBe(10)
    await refusedWhole(() => push(ada, 'ada/app', sourceFile(7)))
  })

  it('are limited in a dry run too', async () => {
    await begin({ strings: 10 })
    await refusedWhole(() => push(ada, 'ada/app', sourceFile(11), { dry_run: true }))
    expect(await push(ada, 'ada/app', sourceFile(10), { dry_run: true })).toMatchObject({ added: 10 })
  })

  it('are counted once for each branch that lists them', async () => {
    await begin({ strings: 10 })
    await push(ada, 'ada/app', sourceFile(5))
    await push(ada, 'ada/app', sourceFile(5), { branch: 'one' })
    await refusedWhole(() => push(ada, 'ada/app', sourceFile(1), { branch: 'two' }))
    await ada.call('delete_branch', { project: 'ada/app', branch: 'one' })
    await push(ada, 'ada/app', sourceFile(5), { branch: 'two' })
    expect(await usageOf('ada')).toMatchObject({ used: { strings: 10 }, restorable: { strings: 0 } })
  })

  it('are those of the new file and not of the replaced one', async () => {
    await begin({ strings: 10 })
    await push(ada, 'ada/app', sourceFile(10))
    await push(ada, 'ada/app', sourceFile(10, 1), { confirm_removed: 1 })
    await push(ada, 'ada/app', sourceFile(4, 7), { confirm_removed: 6 })
    expect((await usageOf('ada')).used.strings).toBe(4)
    await push(ada, 'ada/app', sourceFile(6, 20), { path: 'more.json' })
    await ada.call('push_source', { project: 'ada/app', removed: ['more.json'], confirm_removed: 6 })
    expect((await usageOf('ada')).used.strings).toBe(4)
  })

  it('may shrink and change beyond the limit, but not grow', async () => {
    await begin({ strings: 10 })
    await push(ada, 'ada/app', sourceFile(10))
    await world.setAccount('ada', { limits: { strings: 5 } })
    await push(ada, 'ada/app', sourceFile(10).replace('Text 1', 'Other'))
    await push(ada, 'ada/app', sourceFile(8), { confirm_removed: 2 })
    const { message } = await refusedWhole(() => push(ada, 'ada/app', sourceFile(9)))
    expect(message).toContain('8 of 5 source strings used')
  })

  it('include those that a push to a branch keeps on its list', async () => {
    await begin({ strings: 10 })
    await push(ada, 'ada/app', sourceFile(4))
    await push(ada, 'ada/app', sourceFile(4), { branch: 'one' })
    await push(ada, 'ada/app', sourceFile(2, 10), { branch: 'one' })
    expect((await usageOf('ada')).used.strings).toBe(10)
    await refusedWhole(() => push(ada, 'ada/app', sourceFile(1, 20), { branch: 'one' }))
  })

  it('of a deleted project make room at once, and count as restorable until the sweep', async () => {
    await begin({ strings: 10 }, ['ada/one', 'ada/two', 'ada/three'])
    await push(ada, 'ada/one', sourceFile(10))
    await remove('ada/one')
    await push(ada, 'ada/two', sourceFile(10))
    await refusedWhole(() => ada.call('restore_project', { project: 'ada/one' }))
    await remove('ada/two')
    await refusedWhole(() => push(ada, 'ada/three', sourceFile(1)))
    world.pass(31 * DAY)
    await sweep(world.services)
    await push(ada, 'ada/three', sourceFile(10))
    expect(await usageOf('ada')).toMatchObject({ used: { strings: 10 }, restorable: { strings: 0 } })
  })
})

describe('concurrent pushes to projects of one account', () => {
  /** Pushes six strings to each project; none completes until all have written and `meanwhile` is done. */
  async function pushTogether(projects: readonly string[], meanwhile = async () => {}) {
    const written = new Turnstile(projects.length)
    const mayComplete = new Turnstile(1)
    const { store } = world.services
    const transaction: Store['transaction'] = (work, options) =>
      store.transaction(async tx => {
        const answer = await work(tx)
        written.pass()
        await mayComplete.passed
        return answer
      }, options)
    const services = { ...world.services, store: { read: store.read, transaction } as Store }
    const call = { services, principal: ada.principal, surface: 'rest', requestId: 'req-test' } as const
    const files = [{ path: 'en.json', content: sourceFile(6), target: '{locale}.json' }]
    const pushes = Promise.allSettled(projects.map(async project => pushSource.invoke({ project, files }, call)))
    await written.passed
    await meanwhile()
    mayComplete.pass()
    return pushes
  }

  it('are rejected when the other one left no room', async () => {
    await begin({ strings: 10 }, ['ada/one', 'ada/two'])
    const outcomes = await pushTogether(['ada/one', 'ada/two'])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(outcome => outcome.status === 'rejected')?.reason).toMatchObject({
      code: 'quota_exceeded',
      message: 'ada: 6 of 10 source strings used. This call would add 6. Nothing was written.',
    })
    expect((await usageOf('ada')).used.strings).toBe(6)
  })

  it('are both accepted when there is room for both', async () => {
    await begin({ strings: 12 }, ['ada/one', 'ada/two'])
    await pushTogether(['ada/one', 'ada/two'])
    expect((await usageOf('ada')).used.strings).toBe(12)
  })

  it('are checked with the limit at their completion', async () => {
    await begin({ strings: 12 }, ['ada/one'])
    const [outcome] = await pushTogether(['ada/one'], () => world.setAccount('ada', { limits: { strings: 5 } }))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'quota_exceeded' } })
    expect((await usageOf('ada')).used.strings).toBe(0)
  })
})

describe('the bytes of the files of an account', () => {
  it('are those of source and target files', async () => {
    const source = sourceFile(3)
    const target = source.replaceAll('Text', 'Täxt')
    // The overhead of a text or a file is 500 bytes: 3 texts of 6 characters, the name en.json, and two files.
    const others = 3 * 506 + 507 + 2 * 500
    const size = Buffer.byteLength(source) + Buffer.byteLength(target) + others
    await begin({ bytes: size })
    await push(ada, 'ada/app', source)
    const files = (content: string) => [{ path: 'de/en.json', content }]
    const importFile = (content: string, more = {}) =>
      ada.call('push_translations', { project: 'ada/app', files: files(content), ...more })
    const { message } = await refusedWhole(() => importFile(`${target}\n`))
    expect(message).toContain('of files and translations used. This call would add')
    const wide = target.replace('{', `{${' '.repeat(900)}`).replace('}', `${' '.repeat(900)}}`)
    await refusedWhole(() => importFile(wide, { dry_run: true }))
    await importFile(target)
    expect((await usageOf('ada')).used.bytes).toBe(size)
    await importFile(target.replaceAll('Täxt', 'Text'))
    expect((await usageOf('ada')).used.bytes).toBe(2 * Buffer.byteLength(source) + others)
    await refusedWhole(() => push(ada, 'ada/app', source.replace('{', '{\n\n\n\n')))
  })

  it('of waiting uploads count in the push that imports them', async () => {
    await begin({ bytes: 200 })
    const content = sourceFile(20)
    const place = { project: 'ada/app', branch: 'main', purpose: 'source', path: 'en.json', content }
    const call = { services: world.services, principal: ada.principal, surface: 'rest', requestId: 'req-test' } as const
    await stageFile.invoke(place, call)
    expect((await usageOf('ada')).used.bytes).toBe(0)
    const files = [{ path: 'en.json', target: '{locale}.json' }]
    const error = await refused(ada.call('push_source', { project: 'ada/app', files, done: true }))
    expect(error.code).toBe('quota_exceeded')
  })
})

const TWO_HUNDRED = Array.from({ length: 200 }, (_, at) => `de-x-l${at}`)

it('the target locales of a project are at most 200', async () => {
  await begin({}, [])
  await ada.call('create_project', {
    project: 'ada/app',
    source_locale: 'en',
    target_locales: TWO_HUNDRED,
    allow_private_locale: true,
  })
  const add = (locale: string) => ada.call('update_project', { project: 'ada/app', add_locales: [locale] })
  const { message } = await refusedWhole(() => add('fr'))
  expect(message).toBe('The project has 200 of 200 target locales. It would have 201. Nothing was written.')
  await ada.call('update_project', { project: 'ada/app', remove_locales: ['de-x-l7'] })
  await add('fr')
})
