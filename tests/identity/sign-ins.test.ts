import { afterEach, beforeEach, expect, it } from 'vitest'
import { MOST_WAITING } from '../../src/auth/oauth/waiting.ts'
import { type House, openHouse } from '../http/house.ts'
import { openJar, signIn } from '../web/jar.ts'
import { type FakeGithub, openFakeGithub } from './fake-github.ts'
import { comeBack, onward, start, through } from './journey.ts'

let github: FakeGithub
let house: House
beforeEach(async () => {
  github = await openFakeGithub()
  house = await openHouse({ auth: { providers: [github.config], newAccounts: 'open' }, trustProxy: 1 })
})
afterEach(async () => {
  await house.close()
  await github.close()
})

const jarOf = () => openJar(house.services.baseUrl)
const waiting = () => house.services.store.read.sign_ins.list('all', '')

/** A browser that can be sent to the provider from any address, again and again. */
async function openSender(jar = jarOf()) {
  const { text } = await jar.get('/login?again=1')
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(text) ?? []
  return async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    expect(await jar.post('/login/github', { csrf }, { headers, follow: false })).toMatchObject({ status: 200 })
  }
}

it('lets one customer of a network begin so many sign-ins at once, of which the oldest goes, and nobody else’s', async () => {
  const mine = jarOf()
  const location = onward(await start(mine, 'github'))
  const address = await through(location, house.services.baseUrl)
  const send = await openSender()
  for (let n = 0; n <= MOST_WAITING.network; n += 1) {
    house.world.pass(1)
    await send(`2001:db8:7:${n.toString(16)}::1`)
  }
  expect(await waiting()).toHaveLength(MOST_WAITING.network + 1)
  expect((await waiting()).filter(({ network }) => network === '2001:db8:7::/48')).toHaveLength(MOST_WAITING.network)
  expect(await comeBack(mine, address)).toMatchObject({ status: 302 })
})

it('does not count those of people who are signed in', async () => {
  const jar = jarOf()
  await signIn(house, jar, 'ada')
  await (await openSender(jar))('192.0.2.1')
  expect(await waiting()).toMatchObject([{ next: '' }])
  expect((await waiting())[0]).not.toHaveProperty('network')
})

it('keeps no long path that a stranger gives; the browser itself remembers the page that it was on', async () => {
  const [short, long] = [`/account?x=${'a'.repeat(400)}`, `/account?x=${'a'.repeat(600)}`]
  for (const next of [short, long]) {
    const jar = jarOf()
    await jar.get(`/login?${new URLSearchParams({ next })}`)
    const location = onward(await jar.post('/login/github', {}, { follow: false }))
    expect(await waiting()).toMatchObject([{ next: next === short ? short : '' }])
    expect(await comeBack(jar, await through(location, house.services.baseUrl))).toMatchObject({ location: next })
  }
  const given = onward(await start(jarOf(), 'github', { next: long }))
  expect(given).not.toContain('aaaa')
  expect(await waiting()).toMatchObject([{ next: '' }])
})
