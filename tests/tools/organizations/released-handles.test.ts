import { expect, it } from 'vitest'
import { type AccountList, listAccounts } from '../../../src/operator/accounts/list.ts'
import { runOperatorCommand } from '../../../src/operator/commands.ts'
import type { AuditView } from '../../../src/tools/audit/view.ts'
import { eachTest } from '../../harness/each-test.ts'
import { atMachine } from '../../operator/at-machine.ts'
import { openAcme } from './acme.ts'

const acme = eachTest(openAcme)

const DAY = 24 * 60 * 60 * 1000

it('a deleted organization with a reused handle is unavailable, before and after the sweep', async () => {
  const { world, ada, eve } = acme
  const { services } = world
  await acme.token(ada, ['project:read'])
  await ada.call('delete_organization', { organization: 'acme', confirm: 'acme' })
  world.pass(30 * DAY)
  await eve.call('create_organization', { organization: 'acme' })
  expect(await services.store.read.accounts.get(acme.id)).toMatchObject({ handle: `deleted:${acme.id}` })
  const { events } = await ada.call<{ events: AuditView[] }>('list_audit_events')
  expect(events[0]).toMatchObject({ action: 'delete_organization', target: 'acme' })
  expect(events[0]).not.toHaveProperty('account')
  const { accounts } = await atMachine<AccountList>(services, listAccounts, {})
  expect(accounts.map(({ account, owner }) => `${account} of ${owner}`)).toEqual([
    'acme of eve',
    'ada of ada',
    'bob of bob',
    'cy of cy',
    'eve of eve',
  ])
  const holder = { kind: 'command', pid: 1, startedAt: services.now() } as const
  expect(await ada.call('list_tokens')).toEqual({ tokens: [] })
  expect(await runOperatorCommand('token list', { user: 'ada' }, { services, holder, requestId: 'req' })).toEqual({
    tokens: [],
  })
})
