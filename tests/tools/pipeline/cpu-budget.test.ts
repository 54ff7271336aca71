import { describe, expect, it } from 'vitest'
import type { Principal } from '../../../src/auth/policy/principal.ts'
import { createCpuBudget } from '../../../src/http/limits/cpu-budget.ts'
import { CallCpu } from '../../../src/tools/pipeline/cpu-budget.ts'
import { findTool } from '../../../src/tools/registry.ts'
import { allTests } from '../../harness/each-test.ts'
import { openWorld, refused } from '../world.ts'

describe('the CPU budget of a credential', () => {
  let time = Date.parse('2027-03-01T12:00:00Z')
  const now = () => new Date(time)
  const of = (id: string, user = id) =>
    ({ user: { id: user } as Principal['user'], credential: { kind: 'token', id, prefix: '' } }) as const

  it('rejects further calls until enough of a minute has passed', async () => {
    const budget = createCpuBudget(now, 20)
    const call = new CallCpu(budget, of('t1'))
    call.add(19_999)
    new CallCpu(budget, of('t1')).check()
    time += 10_000
    call.add(1)
    const error = await refused(Promise.resolve().then(() => new CallCpu(budget, of('t1')).check()))
    expect(error).toMatchObject({
      code: 'rate_limited',
      message: 'This token used 20 seconds of CPU time in the last minute.',
      retryAfter: 50,
    })
    new CallCpu(budget, of('t2')).check()
    time += 50_000
    new CallCpu(budget, of('t1')).check()
  })

  it('is three times as much for all credentials of a user together', async () => {
    const budget = createCpuBudget(now, 20)
    for (const id of ['u1', 'u2', 'u3']) new CallCpu(budget, of(id, 'ada')).add(19_999)
    new CallCpu(budget, of('u4', 'ada')).check()
    new CallCpu(budget, of('u4', 'ada')).add(3)
    const error = await refused(Promise.resolve().then(() => new CallCpu(budget, of('u5', 'ada')).check()))
    expect(error).toMatchObject({
      code: 'rate_limited',
      message: 'All your tokens, apps and sessions together used 60 seconds of CPU time in the last minute.',
      retryAfter: 60,
    })
    new CallCpu(budget, of('u6', 'bob')).check()
  })

  it('lets a single call finish that exceeds the budget', () => {
    const budget = createCpuBudget(now, 20)
    const call = new CallCpu(budget, of('t3'))
    call.add(30_000)
    call.check()
    expect(() => new CallCpu(budget, of('t3')).check()).toThrow('20 seconds')
    call.add(30_001)
    expect(() => call.check()).toThrow('This call used 60 seconds of CPU time, the most allowed.')
  })

  it('counts what a call did before its project was known to be public', () => {
    const budget = createCpuBudget(now, 20)
    const call = new CallCpu(budget, of('t4'))
    call.add(5_000)
    call.countForPublicReaders('acme/app')
    call.add(1_000)
    expect(budget.getUsage('strangers:acme/app', 20).usedMs).toBe(6_000)
  })

  it('does not limit the machine’s own operator', () => {
    const call = new CallCpu(createCpuBudget(now, 20), { ...of('ada'), credential: { kind: 'stdio' } })
    call.add(1_000_000)
    call.countForPublicReaders('acme/app')
    call.check()
  })
})

describe('outsiders on a public project', () => {
  const world = allTests(() => openWorld())

  it('share one budget there, and keep their own elsewhere', async () => {
    const ada = await world.user('ada')
    await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
    await world.setAccount('ada', { public: true })
    const services = { ...world.services, cpuBudget: createCpuBudget(world.services.now, 20) }
    const call = async (handle: string, tool: string, args: object) => {
      const { principal } = await world.human(handle)
      const given: Principal = principal
      return findTool(tool).invoke(args, { services, principal: given, surface: 'rest', requestId: 'r' })
    }
    const status = { project: 'ada/app' }
    await call('bob', 'get_status', status)
    services.cpuBudget.add('strangers:ada/app', 20_000)
    for (const stranger of ['bob', 'cleo']) {
      expect(await refused(call(stranger, 'get_status', status))).toMatchObject({
        code: 'rate_limited',
        message: 'All users who are not members of ada/app together used 20 seconds of CPU time in the last minute.',
      })
    }
    await call('bob', 'list_projects', {})
    await call('ada', 'get_status', status)
  })
})
