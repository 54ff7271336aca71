import { describe, expect, it } from 'vitest'
import { SCOPE_DESCRIPTIONS } from '../../../src/auth/policy/scope-groups.ts'
import { ALL_SCOPES } from '../../../src/auth/policy/scopes.ts'
import { formatDay } from '../../../src/web/format/day.ts'
import { getLevelScopes } from '../../../src/web/tokens/access-grid.tsx'
import { dayAfter } from '../../../src/web/tokens/new/draft.ts'
import { verifies } from '../../requirements.ts'
import { type Seen, signIn } from '../jar.ts'
import { useAda } from '../scene.ts'

const MINUTE = 60_000
const NEW = '/account/tokens/new'
const FILLED = {
  name: 'nightly',
  description: 'one\r\ntwo',
  scope: ['project:read', 'voice:read'],
  expires: '30',
  date: '',
}
const DANGEROUS = ['project:read', 'project:delete']
const scene = useAda()

const day = (days: number): string => dayAfter(days, scene.testApp.services.now())
const submit = async (more: object = {}): Promise<Seen> => {
  return scene.ada.sendForm(NEW, { ...FILLED, ...more, step: 'create' })
}
/** The form of a token that must be reviewed. */
const review = (more: object = {}): Promise<Seen> => submit({ scope: DANGEROUS, ...more })
const confirm = (): Promise<Seen> => scene.ada.post(NEW, { step: 'confirm' })
const tokens = async (person = scene.handle) => {
  const user = await scene.testApp.services.store.read.users.by('handle', person)
  return scene.testApp.services.store.read.tokens.list('active', user?.id ?? '')
}
const valueIn = ({ text }: Seen): string => /<textarea id="token"[^>]*>(svca_[0-9a-f]{48})</.exec(text)?.[1] ?? ''
const ticks = ({ text }: Seen): string[] =>
  [...text.matchAll(/<input type="(?:checkbox|radio)" name="([a-z-]+)" value="([^"]+)" checked/g)].flatMap(
    ([, name = '', value = '']): readonly string[] =>
      name.startsWith('access-') ? getLevelScopes(name.slice('access-'.length), value) : [value],
  )

describe('creating a token on the pages', () => {
  it('creates a token from its form and shows the value once', async () => {
    verifies('5.7.dashboard', '5.7.creation', '5.7.value-once', '5.7.prefix', '2.2.value-once')
    expect((await scene.ada.get('/account/tokens')).text).toContain(`href="${NEW}"`)
    const made = await submit()
    const value = valueIn(made)
    expect(made).toMatchObject({ status: 200, path: NEW })
    expect(made.headers['cache-control']).toBe('no-store')
    expect(made.text).toContain("Copy the token now. It won't be shown again.")
    expect(made.text).toContain(`in 30 days (${formatDay(day(30))})`)
    expect(await tokens()).toMatchObject([
      {
        name: 'nightly',
        description: 'one\ntwo',
        scopes: ['project:read', 'voice:read'],
        expires_at: `${day(30)}T23:59:59.999Z`,
        created_by: { kind: 'session' },
      },
    ])
    const used = await fetch(`${scene.testApp.url}/api/projects`, { headers: { authorization: `Bearer ${value}` } })
    expect(used.status).toBe(200)
    for (const path of ['/account/tokens', `/account/tokens/${(await tokens())[0]?.id}`, NEW]) {
      expect((await scene.ada.get(path)).text).not.toContain(value)
    }
    const [event] = (await scene.testApp.services.store.read.audit.page('all', '', { limit: 1 })).items
    expect(event).toMatchObject({ action: 'create_token', surface: 'web' })
    expect(JSON.stringify(event)).not.toContain(value)
  })

  it('reviews a token that can manage or delete before it is created', async () => {
    const asked = await review()
    expect(asked.status).toBe(200)
    expect(asked.text).toContain('Create this token?')
    expect(asked.text).toContain(`${formatDay(day(30))}, at the end of the day in UTC`)
    expect(asked.text).toContain('See your projects and public projects: ')
    expect(asked.text).toContain('A bug in your script could permanently delete data.')
    expect(await tokens()).toEqual([])
    expect(valueIn(await confirm())).not.toBe('')
    expect(await tokens()).toMatchObject([{ name: 'nightly', scopes: DANGEROUS }])
  })

  it('shows the value with instructions for each client', async () => {
    const made = await submit()
    const [value, text] = [valueIn(made), made.text.replaceAll('&quot;', '"')]
    const url = `${scene.testApp.services.baseUrl}/mcp`
    for (const line of [
      `Authorization: Bearer ${value}`,
      `claude mcp add --transport http dragoman ${url} --header "Authorization: Bearer ${value}"`,
      `codex mcp add dragoman --url ${url} --bearer-token-env-var DRAGOMAN_TOKEN`,
      `"url": "${url}"`,
      '"Authorization": "Bearer ${input:dragoman-token}"',
    ]) {
      expect(text).toContain(line)
    }
    expect(text).toMatch(/<textarea id="token"[^>]* readonly/)
    expect(text).toMatch(/<button [^>]*data-copy="true" hidden aria-live="polite"/)
    expect(text).toMatch(/href="\/account\/tokens"[^>]*>Done/)
    expect(text).not.toMatch(/<[^>]* (style|on[a-z]+)=/)
  })

  it('offers to regenerate or revoke a token whose value was not seen', async () => {
    await scene.ada.get(NEW)
    const again = { ...FILLED, ...scene.ada.hidden(NEW), step: 'create' }
    await scene.ada.post(NEW, again)
    const [lost] = await tokens()
    const told = await scene.ada.post(NEW, again)
    expect(told.text).toContain('If you did not copy its value, regenerate it.')
    expect(told.text).toContain(`${lost?.prefix}…`)
    expect(told.text).toContain(`href="/account/tokens/${lost?.id}/regenerate"`)
    await scene.ada.post(`/account/tokens/${lost?.id}/revoke`)
    expect(await tokens()).toEqual([])
    const late = await scene.ada.post(NEW, again)
    expect(late.text).toContain('Find it in your tokens.')
    expect(late.text).not.toContain('/regenerate')
  })

  it('reviews again when a review has expired or has no key', async () => {
    await review()
    const { once, ...others } = scene.ada.hidden(NEW)
    const unmarked = { ...others, step: 'confirm' }
    for (const mark of [undefined, '', 'x', '-', 'zzzzzzzzzz-x']) {
      const seen = await scene.ada.post(NEW, mark === undefined ? unmarked : { ...unmarked, once: mark })
      expect(seen.text, mark).toContain('Create this token?')
    }
    scene.testApp.world.pass(12 * 60 * MINUTE)
    const late = await scene.ada.post(NEW, { ...unmarked, once: once ?? [] })
    expect(late).toMatchObject({ status: 400, text: expect.stringContaining('need a sign-in within the last 10') })
    expect(await tokens()).toEqual([])
    await signIn(scene.testApp, scene.ada, scene.handle)
    await review()
    await confirm()
    expect(await tokens()).toHaveLength(1)
  })

  it('says that a form has expired, keeps its values, and creates the token when it is sent again', async () => {
    await scene.ada.get(NEW)
    const old = scene.ada.hidden(NEW)
    scene.testApp.world.pass(12 * 60 * MINUTE)
    const late = await scene.ada.post(NEW, { ...FILLED, ...old, step: 'create' })
    expect(late.status).toBe(400)
    expect(late.text).toContain('This form expired.')
    expect(late.text).toContain('Code: <code>form_expired</code>')
    expect(late.text).toContain('value="nightly"')
    expect(await tokens()).toEqual([])
    expect(valueIn(await scene.ada.post(NEW, { ...FILLED, step: 'create' }))).not.toBe('')
  })

  it('creates the reviewed token, also after midnight', async () => {
    scene.testApp.world.pass(Date.parse(`${day(1)}T00:00:00Z`) - MINUTE - scene.testApp.services.now().getTime())
    await signIn(scene.testApp, scene.ada, scene.handle)
    const until = day(7)
    expect((await review({ expires: '7' })).text).toContain(`${formatDay(until)}, at the end of the day in UTC`)
    scene.testApp.world.pass(2 * MINUTE)
    expect(day(7)).not.toBe(until)
    await confirm()
    expect((await tokens())[0]?.expires_at).toBe(`${until}T23:59:59.999Z`)
  })

  it('returns from the review with all input', async () => {
    await review({ expires: 'date', date: '2027-12-24' })
    const form = await scene.ada.post(NEW, { step: 'edit' })
    expect(form.status).toBe(200)
    expect(ticks(form).toSorted()).toEqual(['date', 'project:delete', 'project:read'])
    expect(form.text).toMatch(/id="name"[^>]*/)
    for (const kept of ['value="nightly"', 'one\ntwo</textarea>', 'value="2027-12-24"'])
      expect(form.text).toContain(kept)
    expect(await tokens()).toEqual([])
  })
})

describe('the form of a new token', () => {
  it('selects the preset or the scopes that its URL names, but no sensitive scope', async () => {
    expect(ticks(await scene.ada.get(NEW))).toEqual(['never'])
    for (const [preset, scopes] of [
      ['read-only', ['project:read', 'voice:read']],
      ['pipeline', ['project:read', 'project:write']],
      ['members', ['members:read', 'members:write']],
    ] as const) {
      const page = await scene.ada.get(`${NEW}?preset=${preset}`)
      expect(ticks(page)).toEqual(['never', ...scopes])
      expect(page.text).toMatch(new RegExp(`name="preset" value="${preset}"[^>]* aria-pressed="true"`))
    }
    const asked = await scene.ada.get(`${NEW}?scopes=project:read+glossary:write+project:delete+organization:admin+x`)
    expect(ticks(asked)).toEqual(['never', 'project:read', 'glossary:read', 'glossary:write'])
    for (const query of ['preset=nothing', 'preset=constructor', 'scope=project:delete', 'kept=x.y']) {
      expect(ticks(await scene.ada.get(`${NEW}?${query}`)), query).toEqual(['never'])
    }
  })

  it('selects the scopes of a pressed preset, and keeps the input', async () => {
    await scene.ada.get(`${NEW}?preset=members`)
    const seen = await scene.ada.post(NEW, { ...FILLED, expires: '90', preset: 'pipeline' })
    expect(seen.status).toBe(200)
    expect(ticks(seen)).toEqual(['90', 'project:read', 'project:write'])
    expect(seen.text).toMatch(/value="pipeline"[^>]* aria-pressed="true"/)
    for (const kept of ['value="nightly"', 'one\ntwo</textarea>']) expect(seen.text).toContain(kept)
    const unnamed = await scene.ada.post(NEW, { ...FILLED, name: '', preset: 'read-only' })
    expect(unnamed.status).toBe(200)
    expect(unnamed.text).toMatch(/<button[^>]*value="read-only" formNoValidate/i)
  })

  it('ignores a hidden date of another choice', async () => {
    const made = await submit({ expires: '30', date: day(3) })
    expect(made.status).toBe(200)
    expect(made.text).toContain(formatDay(day(30)))
  })

  it('never expires a token whose custom date is blank, and one whose expiration was left as it was', async () => {
    for (const date of ['', '  ']) expect((await submit({ expires: 'date', date })).text).toContain('Never')
    const { text } = await scene.ada.get(NEW)
    expect(/name="expires" value="([^"]+)" checked/.exec(text)?.[1]).toBe('never')
    await submit({ expires: /name="expires" value="([^"]+)" checked/.exec(text)?.[1] })
    expect((await tokens()).map(({ expires_at }) => expires_at)).toEqual([null, null, null])
  })

  it('offers all 19 scopes by their effect, and warns of a token that never expires', async () => {
    const { text } = await scene.ada.get(NEW)
    const levels = [...text.matchAll(/name="access-([a-z]+)" value="(read|write|admin)"/g)]
    const boxes = [...text.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => scope)
    const offered = [...levels.map(([, resource, level]) => `${resource}:${level}`), ...boxes]
    expect(new Set(offered)).toEqual(new Set(ALL_SCOPES))
    expect(offered).toHaveLength(ALL_SCOPES.length)
    expect(boxes).toEqual(['organization:delete', 'project:delete'])
    for (const scope of ALL_SCOPES) expect(text).toContain(SCOPE_DESCRIPTIONS[scope])
    expect(text).toContain('Anyone who finds a copy can use it until it is revoked.')
    expect((await review({ expires: 'never' })).text).toContain('This token never expires')
  })

  it('never expires a token without an expiration, and says so', async () => {
    verifies('2.2.expiration-blank')
    const { text } = await scene.ada.get(NEW)
    expect(text).toContain('Last day the token works, in UTC. If you leave it blank, the token never expires.')
    await scene.testApp.world.organization(`blank-${scene.turn}`, { [scene.handle]: 'admin' })
    for (const account of [scene.handle, `blank-${scene.turn}`]) {
      const asked = await review({ expires: [], date: '', description: '', account })
      expect([asked.status, asked.text.includes('This token never expires')]).toEqual([200, true])
      await confirm()
    }
    expect((await tokens()).map(({ expires_at }) => expires_at)).toEqual([null, null])
  })

  it('uses the date of a form without a choice', async () => {
    expect((await review({ expires: [], date: day(3) })).text).toContain(formatDay(day(3)))
  })

  it('shows what is wrong beside each field, and keeps the input', async () => {
    const wrong = { name: 'a\u202eb<', description: 'd'.repeat(1001), scope: [], expires: 'date', date: '2027-02-28' }
    const { status, text } = await submit({ ...wrong, account: 'nobody' })
    expect(status).toBe(400)
    expect(text).toContain('The token was not created')
    expect(text).toContain('<title>Error: New account token')
    expect(text).toMatch(/id="scope" role="group"[^>]*aria-describedby="scope-fault"/)
    expect(text).toContain('id="scope-fault"')
    for (const field of ['name', 'description', 'account', 'scope', 'date']) expect(text).toContain(`href="#${field}"`)
    for (const id of ['name', 'description', 'account', 'date']) {
      expect(text).toMatch(new RegExp(`id="${id}"[^>]*aria-invalid="true"|aria-describedby="[^"]*${id}-fault"`))
    }
    for (const kept of ['a\u202eb&lt;', 'd'.repeat(1001), 'value="2027-02-28"']) expect(text).toContain(kept)
    const fields = { ...FILLED, ...wrong, step: 'create', once: 'x' }
    expect((await scene.ada.post(NEW, fields)).status).toBe(400)
    for (const date of ['soon', '2027-02-30', '03/04/2028', '10000-01-01', '2030-01-01T12:00:00Z']) {
      expect((await submit({ expires: 'date', date })).text, date).toContain(`Choose ${day(0)} or a later date.`)
    }
    expect(await tokens()).toEqual([])
  })

  it('reports at once that the account of its URL is not the user’s, and selects no other', async () => {
    const { status, text } = await scene.ada.get(`${NEW}?account=nobody`)
    expect(status).toBe(404)
    expect(text).toContain("You can't create tokens for nobody.")
    expect((await submit({ account: '' })).text).toContain('Choose one of your accounts.')
    expect(await tokens()).toEqual([])
  })

  it('creates a token on an organization of the user, and on no other', async () => {
    await scene.testApp.world.organization(`acme-${scene.turn}`, { bea: 'admin', [scene.handle]: 'member' })
    await scene.testApp.world.organization(`other-${scene.turn}`, { bea: 'admin' })
    const { text } = await scene.ada.get(`${NEW}?account=acme-${scene.turn}`)
    expect([...text.matchAll(/<option[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual([
      `${scene.handle} (you)`,
      `acme-${scene.turn} (organization)`,
    ])
    expect(text).toContain(`<option value="acme-${scene.turn}" selected>`)
    expect((await submit({ account: `other-${scene.turn}` })).text).toContain('Choose one of your accounts.')
    expect((await review({ account: `acme-${scene.turn}` })).text).toContain('(only this organization)')
    await confirm()
    const account = await scene.testApp.services.store.read.accounts.by('handle', `acme-${scene.turn}`)
    expect((await tokens()).map(({ account_id }) => account_id)).toEqual([account?.id])
  })
})

it('a review whose token was rejected creates none, reports it each time, and creates one when it is valid again', async () => {
  await review()
  const again = { ...scene.ada.hidden(NEW), step: 'confirm' }
  for (const _ of ['once', 'twice']) {
    const refused = await scene.ada.post(NEW, { ...again, until: '2020-01-01' })
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('The token was not created') })
  }
  const seen = await Promise.all(Array.from({ length: 8 }, () => scene.ada.post(NEW, again)))
  expect(seen.filter(one => valueIn(one) !== '')).toHaveLength(1)
  expect(await tokens()).toHaveLength(1)
})

describe('scopes that manage or delete', () => {
  it('need a sign-in of the last ten minutes, which keeps the input', async () => {
    expect((await scene.ada.get(NEW)).text).not.toContain('Sign in again')
    scene.testApp.world.pass(10 * MINUTE)
    expect((await scene.ada.get(NEW)).text).toContain('need a sign-in within the last 10 minutes')
    const sent = await submit({ scope: DANGEROUS, expires: 'date', date: '2027-12-24' })
    expect(sent.status).toBe(400)
    expect(ticks(sent)).toEqual(['date', ...DANGEROUS])
    const [, again = ''] = /href="(\/login\?again=1[^"]+)"/.exec(sent.text) ?? []
    await scene.ada.get(again.replaceAll('&amp;', '&'))
    const back = await signIn(scene.testApp, scene.ada, scene.handle)
    expect(back.path.split('?')[0]).toBe(NEW)
    expect(ticks(back)).toEqual(['date', ...DANGEROUS])
    for (const kept of ['value="nightly"', 'one\ntwo</textarea>', 'value="2027-12-24"'])
      expect(back.text).toContain(kept)
    await scene.ada.post(NEW, { ...FILLED, scope: DANGEROUS, step: 'create' })
    expect(valueIn(await confirm())).not.toBe('')
    expect(await tokens()).toMatchObject([{ scopes: DANGEROUS }])
  })

  it('are rejected when the sign-in expires between review and creation', async () => {
    await review({ scope: DANGEROUS })
    scene.testApp.world.pass(10 * MINUTE)
    const seen = await confirm()
    expect(seen.status).toBe(400)
    expect(seen.text).toContain('The token was not created')
    expect(await tokens()).toEqual([])
  })

  it('keep the longest name over the sign-in, or omit input that does not fit a URL', async () => {
    scene.testApp.world.pass(10 * MINUTE)
    const sent = await submit({ scope: [...ALL_SCOPES], name: '語'.repeat(100), description: 'x'.repeat(1000) })
    const [, again = ''] = /href="(\/login\?again=1[^"]+)"/.exec(sent.text) ?? []
    await scene.ada.get(again.replaceAll('&amp;', '&'))
    const back = await signIn(scene.testApp, scene.ada, scene.handle)
    expect(back.path.split('?')[0]).toBe(NEW)
    expect(ticks(back)).toHaveLength(ALL_SCOPES.length + 1)
  })
})

describe('the permissions of a new token', () => {
  it.each([
    ['user', 'read', ['user:read']],
    ['user', 'write', ['user:read', 'user:write']],
    ['organization', 'admin', ['organization:read', 'organization:write', 'organization:admin']],
  ])('with the level %s %s are exactly %j', async (resource, level, scopes) => {
    const asked = await submit({ scope: [], [`access-${resource}`]: level })
    if (level === 'admin') expect(asked.text).toContain('Create this token?')
    if (level === 'admin') await confirm()
    expect(await tokens()).toMatchObject([{ scopes }])
  })

  it('merge levels and delete scopes, and ignore a level that a resource does not have', async () => {
    await submit({
      scope: ['project:delete'],
      'access-project': 'read',
      'access-voice': 'write',
      'access-user': 'none',
    })
    await confirm()
    expect(await tokens()).toMatchObject([{ scopes: ['project:read', 'project:delete', 'voice:read', 'voice:write'] }])
    for (const fields of [
      { 'access-account': 'admin' },
      { 'access-members': 'delete' },
      { 'access-nothing': 'read' },
      { 'access-project': 'none' },
    ]) {
      const { status, text } = await submit({ scope: [], ...fields })
      expect([status, text.includes('Choose at least one permission.')], JSON.stringify(fields)).toEqual([400, true])
    }
  })
})
