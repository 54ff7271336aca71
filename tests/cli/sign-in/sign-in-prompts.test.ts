import { expect, it } from 'vitest'
import { createSignInPrompts } from '../../../src/cli/stdio/proxy-backend.ts'
import { composeMachine } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config.ts'
import { openLog } from '../../../src/log.ts'
import { desk, dragoman, useDesk } from './desk.ts'

useDesk()

it('the sign-in of a stdio server is one for calls at the same time, and names the same page until it ends', async () => {
  const config = readConfig(desk.env)
  const machine = await composeMachine({ config, log: openLog('silent'), now: () => new Date(), args: [] })
  const prompts = createSignInPrompts({ machine, server: dragoman.url, isTrusted: true, waitMs: 10 })
  const pages = await Promise.all([prompts.check(), prompts.check()])
  const again = await prompts.check()
  const urls = [...pages, again].map(error => /http\S+authorize\S+(?=\.)/.exec(error?.fix ?? '')?.[0])
  expect(new Set(urls).size).toBe(1)
  await desk.user.deliver(urls[0] ?? '')
  while ((await prompts.check()) !== undefined) continue
  expect((await desk.credentials()).servers[dragoman.url]?.sign_in).toMatchObject({ user: 'ada' })
  prompts.stop()
})
