import { describe, expect, it } from 'vitest'
import { answerDevice, findDeviceRequest } from '../../../../src/auth/oauth/device/answer-device.ts'
import {
  createDeviceRequest,
  hashUserCode,
  mintUserCode,
  type UserCode,
} from '../../../../src/auth/oauth/device/request.ts'
import { allTests } from '../../../harness/each-test.ts'
import { openWorld } from '../../../tools/world.ts'

const world = allTests(() => openWorld())

const clock = () => ({ now: world.services.now(), newId: world.services.newId })
const begin = (mint?: () => UserCode) =>
  world.services.store.transaction(tx =>
    createDeviceRequest(
      tx,
      { clientId: 'c', scopes: ['project:read'], scopeGiven: true, resources: [], network: '192.0.2.1' },
      clock(),
      mint,
    ),
  )
const find = (typed: string) => findDeviceRequest(typed, world.services.store.read, world.services.now())

describe('a user code of a device', () => {
  it('has 8 of 20 consonants, each equally likely', () => {
    expect(mintUserCode(() => 0).text).toBe('BBBB-BBBB')
    expect(mintUserCode(() => 19).text).toBe('ZZZZ-ZZZZ')
    const letters = Array.from({ length: 2_000 }, () => mintUserCode().text.replace('-', '')).join('')
    const counts = new Map<string, number>()
    for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(20)
    for (const count of counts.values()) expect(Math.abs(count - 800)).toBeLessThan(200)
  })

  it('is found in any spelling', async () => {
    const { userCode } = await begin()
    const bare = userCode.replace('-', '')
    for (const typed of [
      userCode,
      bare,
      bare.toLowerCase(),
      ` ${userCode.toLowerCase()}\n`,
      bare.split('').join(' '),
      userCode.replace('-', '–'),
      userCode.replace('-', ' - '),
    ]) {
      expect(await find(typed), typed).toBeDefined()
    }
  })

  it.each(['', 'BCDF', 'AEIO-UAEI', 'BCDF-GHJKL', '1234-5678', 'BCDF_GHJK', 'ſſſſ-ſſſſ'])(
    'cannot be %j',
    async typed => {
      expect(hashUserCode(typed)).toBeUndefined()
      expect(await find(typed)).toBeUndefined()
    },
  )

  it('is never that of another device', async () => {
    const letters = ['BCDF-GHJK', 'BCDF-GHJK', 'BCDF-GHJL']
    const mint = (): UserCode => {
      const text = letters.shift() ?? ''
      const hash = hashUserCode(text)
      if (hash === undefined) throw new Error('no code')
      return { text, hash }
    }
    expect((await begin(mint)).userCode).toBe('BCDF-GHJK')
    expect((await begin(mint)).userCode).toBe('BCDF-GHJL')
  })
})

describe('the decision of a user about a device', () => {
  const answer = (id: string, allowed: boolean) =>
    world.services.store.transaction(tx =>
      answerDevice(
        tx,
        { id },
        allowed ? { allowed, userId: 'ada', grantId: 'g', scopes: [] } : { allowed, userId: 'ada' },
        world.services.now(),
      ),
    )

  it('counts once', async () => {
    const { userCode } = await begin()
    const device = await find(userCode)
    expect(await answer(device?.id ?? '', false)).toBe(true)
    expect(await answer(device?.id ?? '', true)).toBe(false)
    expect(await world.services.store.read.device_codes.get(device?.id ?? '')).toMatchObject({ status: 'denied' })
    expect(await find(userCode)).toBeUndefined()
  })

  it('grants only the selected scopes', async () => {
    const { userCode } = await begin()
    const device = await find(userCode)
    await answer(device?.id ?? '', true)
    expect(await world.services.store.read.device_codes.get(device?.id ?? '')).toMatchObject({
      status: 'allowed',
      scopes: [],
      grant_id: 'g',
      user_id: 'ada',
    })
  })

  it('is rejected after 10 minutes', async () => {
    const { userCode } = await begin()
    const device = await find(userCode)
    world.pass(600_000)
    expect(await find(userCode)).toBeUndefined()
    expect(await answer(device?.id ?? '', true)).toBe(false)
    expect(await answer('nothing', true)).toBe(false)
  })
})
