import { describe, expect, it } from 'vitest'
import { keepClient } from '../authorize-steps.ts'
import { boxes, MINUTE, useConsent } from '../consent-scene.ts'

const { testApp, jar, ask, codeOf, codes, grantOf, events } = useConsent('ada')

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

describe('scopes beyond everyday work', () => {
  /** The vertical position of each of these on the page. */
  const places = (text: string, parts: readonly string[]) => parts.map(part => text.indexOf(part))

  it('come after the others, in a group of their own, and are not selected', async () => {
    const client = await keepClient(testApp.services)
    const page = await ask(client, { scope: 'project:read project:write members:write project:delete' })
    const order = places(page.text, [
      '<h2>Permissions</h2>',
      'value="project:read"',
      'value="project:write"',
      'The app also asks for these sensitive permissions.',
      'value="members:write"',
      'value="project:delete"',
    ])
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    expect(order).not.toContain(-1)
    expect(boxes(page)).toEqual({
      ticked: ['project:read', 'project:write'],
      open: ['members:write', 'project:delete'],
    })
    // They stay there when the page is shown again with another selection.
    const again = await jar.post(page.path, { scope: ['members:write'] })
    const [extra = -1, usual = -1] = places(again.text, ['value="members:write"', 'value="project:read"'])
    expect([usual > 0, usual < extra]).toEqual([true, true])
  })

  it('are allowed with all the others by one button, whatever is selected', async () => {
    const client = await keepClient(testApp.services)
    const page = await ask(client, { scope: 'project:read members:write' })
    const answered = await jar.post(page.path, { answer: 'allow_all', accounts: 'all', scope: ['user:write'] })
    expect(await codeOf(answered)).toMatchObject({ scopes: ['members:write', 'project:read'] })
    expect(await grantOf('ada', client)).toMatchObject({ scopes: ['members:write', 'project:read'], denied: [] })
    expect((await events('ada'))[0]).toMatchObject({
      action: 'grant_allowed',
      detail: { scopes: 'members:write project:read' },
    })
  })

  it('need a sign-in of the last ten minutes for that button, too', async () => {
    const client = await keepClient(testApp.services)
    testApp.world.pass(10 * MINUTE - 1)
    const young = await ask(client, { scope: 'project:read project:delete' })
    testApp.world.pass(1)
    const sent = await jar.post(young.path, { answer: 'allow_all', accounts: 'all' }, { follow: false })
    expect(sent.location).toContain('/login?again=1')
    expect(await codes()).toBe(0)
  })

  it('are asked for again when nothing is selected, without an error', async () => {
    const client = await keepClient(testApp.services)
    const page = await ask(client, { scope: 'members:write' })
    expect(page.text).toContain('The app asks for these sensitive permissions.')
    for (const scope of [[], ['project:delete']]) {
      const again = await jar.post(page.path, { answer: 'allow', accounts: 'all', scope })
      expect([again.status, again.location]).toEqual([200, undefined])
      expect(again.text).toMatch(/autofocus[^>]*>.*?Choose what to allow/s)
      expect(again.text).not.toMatch(/<title>Error|role="alert"/)
      expect(boxes(again)).toEqual({ ticked: [], open: ['members:write'] })
    }
    const answered = await jar.post(page.path, { answer: 'allow_all', accounts: 'all' })
    expect(await codeOf(answered)).toMatchObject({ scopes: ['members:write'] })
  })
})
