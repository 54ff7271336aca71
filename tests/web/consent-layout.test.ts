import { describe, expect, it } from 'vitest'
import { keepClient } from './authorize-steps.ts'
import { useConsent } from './consent-scene.ts'

const { testApp, jar, ask } = useConsent('ada')

/** The look, the value and the text of each answer. */
const answers = (text: string) =>
  [...text.matchAll(/<button type="submit" class="([^"]*)" name="answer" value="(\w+)">([^<]*)</g)].map(
    ([, look, value, label]) => [look, value, label],
  )

describe('the layout of the consent page', () => {
  it('leads with the permissions, and names the app once', async () => {
    const client = await keepClient(testApp.services, { name: 'Robot' })
    const { text } = await ask(client, { scope: 'project:read project:write' })
    const main = text.slice(text.indexOf('<main'))
    expect(main.match(/Robot/g)).toHaveLength(1)
    const order = ['<h1>', 'unverified name', '<h2>Permissions</h2>', 'About this app', 'Redirects to', 'name="answer"']
    const places = order.map(part => main.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(answers(text)).toEqual([
      ['button', 'deny', 'Deny'],
      ['button primary', 'allow', 'Allow'],
    ])
  })

  it('makes the approval of the selected permissions the primary answer', async () => {
    const client = await keepClient(testApp.services)
    const { text } = await ask(client, { scope: 'project:read project:delete' })
    expect(answers(text)).toEqual([
      ['button', 'deny', 'Deny'],
      ['button primary', 'allow', 'Allow selected'],
      ['button', 'allow_all', 'Allow everything'],
    ])
  })

  it.each([
    [{ accounts: 'chosen' }, 'Select at least one account'],
    [{ accounts: 'all', account: 'own' }, 'You chose all your accounts'],
  ])('shows what is wrong with the accounts beside them: %j', async (fields, words) => {
    const client = await keepClient(testApp.services)
    const own = (await testApp.services.store.read.accounts.by('handle', 'ada'))?.id ?? ''
    const { path } = await ask(client)
    const account = 'account' in fields ? { account: own } : {}
    const { text } = await jar.post(path, { answer: 'allow', scope: ['project:read'], ...fields, ...account })
    expect(text).toMatch(/role="alert".*?href="#accounts"/s)
    expect(text).toContain('id="accounts" name="accounts"')
    const choice = text.slice(text.indexOf('<fieldset class="checklist accounts" aria-describedby="accounts-fault"'))
    expect(choice.slice(0, choice.indexOf('<input'))).toContain(`<p class="fault" id="accounts-fault">${words}`)
  })
})
