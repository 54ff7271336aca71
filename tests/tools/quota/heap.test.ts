import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openLog } from '../../../src/log.ts'
import { stageFile } from '../../../src/tools/files/transfer/stage-file.ts'
import { HeapGuard } from '../../../src/tools/quota/heap-guard.ts'
import { type HeapSource, processHeap } from '../../../src/tools/quota/process-heap.ts'
import { TOOLS } from '../../../src/tools/registry.ts'
import { digest } from '../../auth/policy/digest.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openWorld, refused } from '../world.ts'
import { createProject, push, sourceFile } from './filling.ts'

/** A heap of 100 bytes that a test fills. */
function openHeap() {
  const listeners = new Set<() => void>()
  const heap = {
    limit: 100,
    now: 0,
    used: () => heap.now,
    onCollected: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A full collection that leaves this much. */
    collect: (left: number) => {
      heap.now = left
      for (const listener of listeners) listener()
    },
    listeners,
  }
  return heap satisfies HeapSource
}

function openGuard(maxPercent = 75) {
  const heap = openHeap()
  const out = new PassThrough()
  const guard = new HeapGuard(heap, { maxPercent, log: openLog('info', out), doctor: 'dragoman doctor' })
  const logged = (): readonly string[] =>
    String(out.read() ?? '')
      .split('\n')
      .filter(Boolean)
      .map(line => {
        const { level, msg } = JSON.parse(line) as { level: string; msg: string }
        return `${level}: ${msg.split(/[:.]/)[0]}`
      })
  const admits = (): boolean => {
    try {
      guard.assertRoom()
      return true
    } catch {
      return false
    }
  }
  return { heap, guard, logged, admits }
}

describe('the heap guard', () => {
  it('allows new records up to the threshold', () => {
    const { heap, admits } = openGuard()
    for (const [alive, isAdmitted] of [
      [74, true],
      [75, false],
      [99, false],
      [10, true],
    ] as const) {
      heap.collect(alive)
      expect(admits(), `${alive} %`).toBe(isAdmitted)
    }
  })

  it('does not count garbage as records while a collection is still possible', () => {
    const { heap, admits } = openGuard()
    heap.collect(50)
    heap.now = 87
    expect(admits()).toBe(true)
    heap.now = 88
    expect(admits()).toBe(false)
  })

  it('uses the current heap size when it is below that after the last collection', () => {
    const { heap, admits, guard } = openGuard()
    heap.collect(80)
    heap.now = 70
    expect(admits()).toBe(true)
    expect(guard.status()).toEqual({ used_bytes: 70, limit_bytes: 100, percent: 70, max_percent: 75, level: 'high' })
  })

  it('lets a started call finish a little above the threshold', () => {
    const { heap, guard } = openGuard()
    heap.collect(87)
    guard.assertRoomToContinue()
    heap.collect(88)
    expect(() => guard.assertRoomToContinue()).toThrow('88 bytes of 100 bytes used (88 %)')
  })

  it('is reported once for each level, and again only after a clear drop', () => {
    const { heap, logged } = openGuard()
    for (const alive of [59, 60, 63, 58, 61, 75, 74, 76, 71, 69, 54, 61]) heap.collect(alive)
    expect(logged()).toEqual([
      'warn: memory is getting short',
      'error: memory is short, and writes that add records are refused',
      'info: writes that add records are accepted again',
      'info: memory is no longer short',
      'warn: memory is getting short',
    ])
  })

  it('warns below an unusually low threshold', () => {
    const { heap, logged } = openGuard(40)
    for (const alive of [34, 35, 40]) heap.collect(alive)
    expect(logged()).toHaveLength(2)
  })

  it('runs until it is closed', () => {
    const { heap, guard } = openGuard()
    guard.close()
    expect(heap.listeners.size).toBe(0)
  })

  it('reads the heap of this process', async () => {
    expect(processHeap.used()).toBeGreaterThan(1_000_000)
    expect(processHeap.used()).toBeLessThan(processHeap.limit)
    expect(processHeap.limit % (1024 * 1024)).toBe(0)
  })
})

describe('with little memory left', () => {
  const heap = openHeap()
  const world = eachTest(() => {
    heap.collect(0)
    return openWorld({ heap })
  })

  it('a call that adds records is rejected and writes nothing, and everything else works', async () => {
    const ada = await world.user('ada')
    await world.organization('acme', { ada: 'admin', bob: 'member' })
    await createProject(ada, 'acme/app')
    await push(ada, 'acme/app', sourceFile(3), { branch: 'one' })
    const { id } = await ada.call<{ id: string }>('create_token', { name: 'ci', scopes: ['project:read'] })
    heap.collect(80)
    const before = await digest(world.services.store)
    const calls = {
      create_project: { project: 'acme/web', source_locale: 'en', target_locales: ['de'] },
      push_source: { project: 'acme/app', files: [{ path: 'en.json', content: sourceFile(4) }] },
      create_token: { name: 'x', scopes: ['project:read'] },
      save_voice: { target: 'acme', voice: { tone: 'formal' } },
      create_organization: { organization: 'bakery' },
    }
    for (const [tool, args] of Object.entries(calls)) {
      const error = await refused(ada.call(tool, args))
      expect(error, tool).toMatchObject({ code: 'quota_exceeded', fix: expect.stringContaining('Ask an operator') })
      expect(error.message).toContain('The server is short of memory: 80 bytes of 100 bytes used (80 %).')
    }
    expect(await digest(world.services.store)).toEqual(before)
    await ada.call('get_context')
    await ada.call('get_entries', { project: 'acme/app', branch: 'one' })
    await ada.call('revoke_token', { id })
    await ada.call('update_user', { name: 'Ada' })
    await world.human('cleo')
    await ada.call('delete_branch', { project: 'acme/app', branch: 'one' })
    await ada.call('delete_project', { project: 'acme/app', confirm: 'acme/app' })
    await ada.call('restore_project', { project: 'acme/app' })
    await ada.call('delete_organization', { organization: 'acme', confirm: 'acme' })
    heap.collect(70)
    await createProject(ada, 'ada/app')
  })

  it('the answer of an idempotency key is returned', async () => {
    const ada = await world.user('ada')
    const project = { project: 'ada/app', source_locale: 'en', target_locales: ['de'], idempotency_key: 'one' }
    const first = await ada.call('create_project', project)
    heap.collect(90)
    expect(await ada.call('create_project', project)).toEqual(first)
  })

  it('a call that fills the heap itself is aborted, and nothing of it is written', async () => {
    const ada = await world.user('ada')
    await createProject(ada, 'ada/app')
    const before = await digest(world.services.store)
    const used = heap.used
    let asked = 0
    heap.used = () => Math.min(95, asked++ * 10)
    const error = await refused(push(ada, 'ada/app', sourceFile(3000)))
    heap.used = used
    expect(error.code).toBe('quota_exceeded')
    expect(asked).toBeGreaterThan(5)
    expect(await digest(world.services.store)).toEqual(before)
    expect(await push(ada, 'ada/app', sourceFile(3000))).toMatchObject({ added: 3000 })
  })
})

it('every writing tool declares whether it adds records', () => {
  const writing = [...TOOLS, stageFile].filter(({ hints }) => !hints.readOnly)
  const growing =
    'create_token create_project update_project push_source push_translations submit_translations ' +
    'review_translations annotate_entry start_run create_review decide_review save_voice restore_voice ' +
    'save_glossary restore_glossary import_memory save_webhook ping_webhook create_organization invite_member ' +
    'stage_file'
  expect(writing.filter(({ grows }) => grows).map(({ name }) => name)).toEqual(growing.split(' '))
  expect(TOOLS.filter(({ hints, grows }) => hints.readOnly && grows)).toEqual([])
  const ending = writing.filter(({ name }) => /^(delete|revoke|remove|leave|revert)_/.test(name))
  expect(ending.filter(({ grows }) => grows)).toEqual([])
})
