import { expect, it } from 'vitest'
import type { Scope } from '../../../src/auth/policy/scopes.ts'
import { eachWorld, refused } from '../world.ts'

const world = eachWorld()

it.each(['acme', 'acme/app'])('only the owner restores the glossary of %s, with the scope and access', async target => {
  await world.organization('acme', { ada: 'admin', ben: 'admin', cleo: 'member' })
  const owner = await world.user('ada')
  await owner.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
  const restore = async (handle: string, scopes?: readonly Scope[]) =>
    (await world.user(handle, scopes)).call('restore_glossary', { target, version: 0 })
  expect(await restore('ada', ['glossary:admin'])).toMatchObject({ target })
  for (const handle of ['ben', 'cleo']) expect(await refused(restore(handle))).toMatchObject({ code: 'forbidden' })
  expect(await refused(restore('eve'))).toMatchObject({ code: 'not_found' })
  expect(await refused(restore('ada', ['glossary:write']))).toMatchObject({ code: 'insufficient_scope' })
  await world.setAccount('acme', { has_access: false })
  expect(await refused(restore('ada'))).toMatchObject({ code: 'no_access' })
})
