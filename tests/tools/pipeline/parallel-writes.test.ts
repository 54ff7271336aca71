import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../../src/errors.ts'
import { writeTool } from '../../../src/tools/pipeline/define-tool.ts'
import { accountTarget } from '../../../src/tools/pipeline/resources.ts'
import { allTests } from '../../harness/each-test.ts'
import { openWorld, refused } from '../world.ts'

const world = allTests(() => openWorld())

/** Pauses after its write, in its own lock, until it is resumed. */
function slowTool() {
  let goOn: () => void = () => undefined
  const waiting = new Promise<void>(resolve => {
    goOn = resolve
  })
  const slow = { isLate: false, looks: 0 }
  const tool = writeTool({
    name: 'slow',
    title: 'Slow',
    pastTense: 'Slow',
    description: 'Writes slowly.',
    scope: 'project:write',
    hints: { destructive: false, idempotent: false },
    grows: false,
    toolset: 'core',
    rest: [],
    input: z.object({ account: z.string(), full: z.boolean().default(false) }),
    output: z.object({ name: z.string() }),
    structured: true,
    resource: async ({ account }, call) => ({ ...(await accountTarget(account, call)), lock: 'slow' }),
    handler: async ({ full }, { tx, beforeCommit, resource: { account } }) => {
      await tx.accounts.put({ ...account, name: 'changed' })
      beforeCommit(async () => {
        slow.looks += 1
        if (full) throw new AppError('conflict', 'It is full by now.')
      })
      slow.isLate = true
      await waiting
      return { name: 'changed' }
    },
  })
  return {
    run: async (handle: string, args: object) => {
      const { principal } = await world.user(handle)
      return tool.invoke(args, { services: world.services, principal, surface: 'mcp', requestId: 'r1' })
    },
    standsStill: async () => {
      while (!slow.isLate) await turn()
    },
    goOn: () => goOn(),
    looks: () => slow.looks,
  }
}

const nameOf = async (handle: string) => (await world.services.store.read.accounts.by('handle', handle))?.name

describe('a concurrent write', () => {
  it('is rejected and writes nothing when its permission ended while it ran', async () => {
    await world.organization('acme', { cid: 'admin', dan: 'member' })
    const changes: (() => Promise<unknown>)[] = [
      () => world.setAccount('dan', { has_access: false }),
      async () => (await world.user('cid')).call('remove_member', { organization: 'acme', user: 'dan' }),
    ]
    for (const change of changes) {
      const slow = slowTool()
      const before = await nameOf('acme')
      const refusal = refused(slow.run('dan', { account: 'acme' }))
      await slow.standsStill()
      await change()
      slow.goOn()
      expect((await refusal).code).toMatch(/no_access|not_found|forbidden/)
      expect(await nameOf('acme')).toBe(before)
      await world.setAccount('dan', { has_access: true })
    }
  })

  it('is rejected and writes nothing when its user lost a role beyond the scope', async () => {
    await world.organization('firm', { fay: 'admin', hal: 'admin' })
    const slow = slowTool()
    const refusal = refused(slow.run('hal', { account: 'firm' }))
    await slow.standsStill()
    await (await world.user('fay')).call('update_member', { organization: 'firm', user: 'hal', role: 'member' })
    slow.goOn()
    expect(await refusal).toMatchObject({ code: 'conflict', fix: 'Repeat the call.' })
    expect(await nameOf('firm')).toBe('firm')
  })

  it('is checked again when it completes, and can be rejected then', async () => {
    for (const full of [true, false]) {
      const slow = slowTool()
      const call = slow.run('eve', { account: 'eve', full })
      const settled = Promise.allSettled([call])
      await slow.standsStill()
      expect(slow.looks()).toBe(0)
      slow.goOn()
      const [{ status }] = await settled
      expect(status).toBe(full ? 'rejected' : 'fulfilled')
      expect(slow.looks()).toBe(1)
      expect(await nameOf('eve')).toBe(full ? 'eve' : 'changed')
    }
  })

  it('does not block writes elsewhere', async () => {
    const slow = slowTool()
    const call = slow.run('flo', { account: 'flo' })
    await slow.standsStill()
    const gus = await world.user('gus')
    await gus.call('create_token', { name: 'quick', scopes: ['user:read'] })
    slow.goOn()
    await call
  })
})
