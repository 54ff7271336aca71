import { describe, expect, it } from 'vitest'
import { ALL_SCOPES } from '../../src/auth/policy/scopes.ts'
import { formatDay } from '../../src/web/format/day.ts'
import { dayAfter } from '../../src/web/tokens/draft.ts'
import { verifies } from '../requirements.ts'
import { type Seen, signIn } from './jar.ts'
import { useAda } from './scene.ts'

const MINUTE = 60_000
const NEW = '/account/tokens/new'
const FILLED = {
  name: 'nightly',
  description: 'one\r\ntwo',
  scope: ['project:read', 'voice:read'],
  expires: '30',
  date: '',
}
const scene = useAda()

const day = (days: number): string => dayAfter(days, scene.testApp.services.now())
const review = async (more: object = {}, jar = scene.ada): Promise<Seen> => {
  await jar.get(NEW)
  return jar.post(NEW, { ...FILLED, ...more, step: 'review' })
}
const tokens = async (person = scene.handle) => {
  const user = await scene.testApp.services.store.read.users.by('handle', person)
  return scene.testApp.services.store.read.tokens.list('active', user?.id ?? '')
}
const valueIn = ({ text }: Seen): string => /<textarea id="token"[^>]*>(svca_[0-9a-f]{48})</.exec(text)?.[1] ?? ''
const ticks = ({ text }: Seen): string[] =>
  [...text.matchAll(/<input type="(?:checkbox|radio)" name="[a-z]+" value="([^"]+)" checked/g)].map(
    ([, value = '']) => value,
  )
/** Every field of the form that the last page would send, as a browser repeats it on a reload. */
const body = ({ text }: Seen): Record<string, string[]> => {
  const fields: Record<string, string[]> = {}
  for (const [, name = '', value = ''] of text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    fields[name] = [...(fields[name] ?? []), value]
  }
  return fields
}

describe('making a token on the pages', () => {
  it('goes from the form over a review to the value, which is shown once', async () => {
    verifies('5.7.dashboard', '5.7.creation', '5.7.value-once', '5.7.prefix', '2.2.value-once')
    expect((await scene.ada.get('/account/tokens')).text).toContain(`href="${NEW}"`)
    const asked = await review()
    expect(asked.status).toBe(200)
    expect(asked.text).toContain(`${formatDay(day(30))}, at the end of the day in UTC`)
    expect(asked.text).toContain('See your projects and public projects: ')
    expect(await tokens()).toEqual([])
    const made = await scene.ada.post(NEW, { step: 'create' })
    const value = valueIn(made)
    expect(made).toMatchObject({ status: 200, path: NEW })
    expect(made.headers['cache-control']).toBe('no-store')
    expect(made.text).toContain('You will not see it again')
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

  it('gives the value with what to paste where', async () => {
    await review()
    const made = await scene.ada.post(NEW, { step: 'create' })
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

  it('makes one token of one form, however often it is sent', async () => {
    const asked = await review()
    const again = { ...body(asked), step: 'create' }
    const clicks = await Promise.all(Array.from({ length: 8 }, () => scene.ada.post(NEW, again)))
    scene.testApp.world.pass(5 * MINUTE)
    const seen = [...clicks, await scene.ada.post(NEW, again)]
    const shown = seen.filter(one => valueIn(one) !== '')
    expect(shown).toHaveLength(1)
    for (const other of seen.filter(one => !shown.includes(one))) {
      expect(other.status).toBe(200)
      expect(other.text).toContain('This token is made already')
      expect(other.text).not.toMatch(/svca_[0-9a-f]{5}/)
    }
    expect(await tokens()).toHaveLength(1)
  })

  it('revokes the token whose value was thrown away, and makes another like it', async () => {
    const asked = await review()
    const again = { ...body(asked), step: 'create' }
    await scene.ada.post(NEW, again)
    const [lost] = await tokens()
    const told = await scene.ada.post(NEW, again)
    expect(told.text).toContain(`${lost?.prefix}…`)
    expect(told.text).toMatch(/value="create"[^>]*>Revoke it and make another/)
    const made = await scene.ada.post(NEW, { step: 'create' })
    expect(valueIn(made)).not.toBe('')
    const { name, description, scopes, expires_at } = lost ?? {}
    expect(await tokens()).toMatchObject([{ name, description, scopes, expires_at }])
    expect((await tokens())[0]?.id).not.toBe(lost?.id)
    expect((await scene.testApp.services.store.read.tokens.get(lost?.id ?? ''))?.revoked_at).not.toBeNull()
    const late = await scene.ada.post(NEW, again)
    expect(late.text).toContain('revoke that token among yours')
    expect(late.text).not.toContain('Revoke it and make another')
  })

  it('revokes no token of somebody else in the place of a lost one', async () => {
    const others = await (await scene.testApp.world.person('eve')).call<{ id: string }>('create_token', {
      name: 'theirs',
      scopes: ['project:read'],
    })
    await review()
    expect(valueIn(await scene.ada.post(NEW, { step: 'create', lost: others.id }))).not.toBe('')
    expect((await scene.testApp.services.store.read.tokens.get(others.id))?.revoked_at).toBeNull()
  })

  it('asks anew when a review is older than what is remembered of it, and when it has no mark', async () => {
    const asked = await review()
    const { once, ...others } = body(asked)
    const unmarked = { ...others, step: 'create' }
    for (const mark of [undefined, '', 'x', '-', 'zzzzzzzzzz-x']) {
      const seen = await scene.ada.post(NEW, mark === undefined ? unmarked : { ...unmarked, once: mark })
      expect(seen.text, mark).toContain('Create this token?')
    }
    scene.testApp.world.pass(12 * 60 * MINUTE)
    const late = await scene.ada.post(NEW, { ...unmarked, once: once ?? [] })
    expect(late.text).toContain('Create this token?')
    expect(await tokens()).toEqual([])
    await scene.ada.post(NEW, { step: 'create' })
    expect(await tokens()).toHaveLength(1)
  })

  it('makes what was reviewed, also when midnight has passed since', async () => {
    scene.testApp.world.pass(Date.parse(`${day(1)}T00:00:00Z`) - MINUTE - scene.testApp.services.now().getTime())
    const until = day(7)
    expect((await review({ expires: '7' })).text).toContain(`${formatDay(until)}, at the end of the day in UTC`)
    scene.testApp.world.pass(2 * MINUTE)
    expect(day(7)).not.toBe(until)
    await scene.ada.post(NEW, { step: 'create' })
    expect((await tokens())[0]?.expires_at).toBe(`${until}T23:59:59.999Z`)
  })

  it('goes back from the review with everything as it was', async () => {
    await review({ expires: 'date', date: '2027-12-24' })
    const form = await scene.ada.post(NEW, { step: 'edit' })
    expect(form.status).toBe(200)
    expect(ticks(form)).toEqual(['project:read', 'voice:read', 'date'])
    expect(form.text).toMatch(/id="name"[^>]*/)
    for (const kept of ['value="nightly"', 'one\ntwo</textarea>', 'value="2027-12-24"'])
      expect(form.text).toContain(kept)
    expect(await tokens()).toEqual([])
  })
})

describe('the form of a new token', () => {
  it('begins with the preset that its address names, and no other scope', async () => {
    expect(ticks(await scene.ada.get(NEW))).toEqual(['30'])
    for (const [preset, scopes] of [
      ['read-only', ['project:read', 'voice:read']],
      ['pipeline', ['project:read', 'project:write']],
      ['members', ['members:read', 'members:write']],
    ] as const) {
      const page = await scene.ada.get(`${NEW}?preset=${preset}`)
      expect(ticks(page)).toEqual([...scopes, '30'])
      expect(page.text).toMatch(new RegExp(`name="preset" value="${preset}"[^>]* aria-pressed="true"`))
    }
    for (const query of ['preset=nothing', 'preset=constructor', 'scope=project:delete', 'kept=x.y']) {
      expect(ticks(await scene.ada.get(`${NEW}?${query}`)), query).toEqual(['30'])
    }
  })

  it('takes the scopes of a preset whose button is pressed, and keeps what is filled in', async () => {
    await scene.ada.get(`${NEW}?preset=members`)
    const seen = await scene.ada.post(NEW, { ...FILLED, expires: '90', preset: 'pipeline' })
    expect(seen.status).toBe(200)
    expect(ticks(seen)).toEqual(['project:read', 'project:write', '90'])
    expect(seen.text).toMatch(/value="pipeline"[^>]* aria-pressed="true"/)
    for (const kept of ['value="nightly"', 'one\ntwo</textarea>']) expect(seen.text).toContain(kept)
    const unnamed = await scene.ada.post(NEW, { ...FILLED, name: '', preset: 'read-only' })
    expect(unnamed.status).toBe(200)
    expect(unnamed.text).toMatch(/<button[^>]*value="read-only" formNoValidate/i)
  })

  it('does not pass over a day that is filled in', async () => {
    const { status, text } = await review({ date: day(3) })
    expect(status).toBe(400)
    expect(text).toContain('id="date-fault">Choose “Custom date” above, or leave this blank.')
  })

  it('counts characters as the tools do', async () => {
    expect((await review({ name: '🦜'.repeat(100) })).text).toContain('Create this token?')
    const { text } = await review({ name: '🦜'.repeat(101), description: '🦜'.repeat(1001) })
    expect(text).toContain('<a href="#name">Name: Use at most 100 characters; these are 101.</a>')
    expect(text).toContain('<a href="#description">Description: Use at most 1000 characters; these are 1001.</a>')
  })

  it('offers all 19 scopes by what they do, and warns of a token that never expires', async () => {
    const { text } = await scene.ada.get(NEW)
    for (const scope of ALL_SCOPES) expect(text).toContain(`name="scope" value="${scope}"`)
    for (const group of ['Read', 'Write', 'Manage', 'Delete']) expect(text).toContain(`<legend>${group}</legend>`)
    expect(text).toContain('Anyone who finds a copy can use it until it is revoked.')
    const asked = await review({ expires: 'never' })
    expect(asked.text).toContain('It never expires')
    await scene.ada.post(NEW, { step: 'create' })
    expect((await tokens())[0]?.expires_at).toBeNull()
  })

  it('takes a blank custom date for no expiration, which it says beside the field and on the review', async () => {
    verifies('2.2.expiration-blank')
    const { text } = await scene.ada.get(NEW)
    expect(text).toContain('Custom date (optional)')
    expect(text).toContain('id="date-hint">Leave blank for a token that never expires.')
    await scene.testApp.world.organization(`blank-${scene.turn}`, { [scene.handle]: 'admin' })
    for (const account of [scene.handle, `blank-${scene.turn}`]) {
      const asked = await review({ expires: 'date', date: '', description: '', account })
      expect([asked.status, asked.text.includes('It never expires')]).toEqual([200, true])
      await scene.ada.post(NEW, { step: 'create' })
    }
    expect((await tokens()).map(({ expires_at }) => expires_at)).toEqual([null, null])
  })

  it('takes a form without a choice by its date alone', async () => {
    expect((await review({ expires: [] })).text).toContain('It never expires')
    expect((await review({ expires: [], date: day(3) })).text).toContain(formatDay(day(3)))
  })

  it('says when each choice of an expiration ends', async () => {
    const { text } = await scene.ada.get(NEW)
    for (const days of [7, 30, 60, 90]) expect(text).toContain(`${days} days (${formatDay(day(days))})`)
    expect(formatDay('2026-12-22')).toBe('Dec 22, 2026')
  })

  it('says what is wrong beside each field, and keeps everything', async () => {
    const wrong = { name: 'a\u202eb<', description: 'd'.repeat(1001), scope: [], expires: 'date', date: '2027-02-28' }
    const { status, text } = await review({ ...wrong, account: 'nobody' })
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
      expect((await review({ expires: 'date', date })).text, date).toContain(`Choose ${day(0)} or a later date.`)
    }
    expect(await tokens()).toEqual([])
  })

  it('says at once that the account of its address is none of theirs, and chooses no other', async () => {
    const { status, text } = await scene.ada.get(`${NEW}?account=nobody`)
    expect(status).toBe(400)
    expect(text).toContain('<title>Error: New account token')
    expect(text).toMatch(/id="account-fault">Choose one of your accounts/)
    expect(text).toMatch(/<select[^>]*><option value(="")?>Choose an account/)
    expect(text).not.toMatch(/<option[^>]* selected/)
    expect((await review({ account: '' })).text).toContain('Choose one of your accounts.')
    expect(await tokens()).toEqual([])
  })

  it('makes a token on an organization of the person, and on no other', async () => {
    await scene.testApp.world.organization(`acme-${scene.turn}`, { bea: 'admin', [scene.handle]: 'member' })
    await scene.testApp.world.organization(`other-${scene.turn}`, { bea: 'admin' })
    const { text } = await scene.ada.get(`${NEW}?account=acme-${scene.turn}`)
    expect([...text.matchAll(/<option[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual([
      `${scene.handle} (you)`,
      `acme-${scene.turn} (organization)`,
    ])
    expect(text).toContain(`<option value="acme-${scene.turn}" selected>`)
    expect((await review({ account: `other-${scene.turn}` })).text).toContain('Choose one of your accounts.')
    expect((await review({ account: `acme-${scene.turn}` })).text).toContain('and reaches it alone')
    await scene.ada.post(NEW, { step: 'create' })
    const account = await scene.testApp.services.store.read.accounts.by('handle', `acme-${scene.turn}`)
    expect((await tokens()).map(({ account_id }) => account_id)).toEqual([account?.id])
  })

  it('says so when what was reviewed cannot be made any more, and the next try counts', async () => {
    await review({ expires: 'date', date: '2027-12-31' })
    const refused = await scene.ada.post(NEW, { step: 'create', until: '2020-01-01' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('The token was not created')
    expect(refused.text).toContain('which is in the past')
    expect(refused.text).toContain('<title>Error: New account token')
    expect(await tokens()).toEqual([])
    await scene.ada.post(NEW, { ...FILLED, step: 'review' })
    expect(valueIn(await scene.ada.post(NEW, { step: 'create' }))).not.toBe('')
  })
})

describe('a review whose token was refused', () => {
  it('makes none, says so as often as it is sent, and makes one when nothing is against it any more', async () => {
    const again = { ...body(await review()), step: 'create' }
    for (const _ of ['once', 'twice']) {
      const refused = await scene.ada.post(NEW, { ...again, until: '2020-01-01' })
      expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('The token was not created') })
    }
    const seen = await Promise.all(Array.from({ length: 8 }, () => scene.ada.post(NEW, again)))
    expect(seen.filter(one => valueIn(one) !== '')).toHaveLength(1)
    expect(await tokens()).toHaveLength(1)
  })
})

describe('scopes that manage or delete', () => {
  const DANGEROUS = ['project:read', 'project:delete']

  it('need a sign-in of the last ten minutes, and everything is kept on the way there and back', async () => {
    expect((await scene.ada.get(NEW)).text).not.toContain('Sign in again')
    scene.testApp.world.pass(10 * MINUTE)
    expect((await scene.ada.get(NEW)).text).toContain('need a sign-in of the last ten minutes')
    const sent = await review({ scope: DANGEROUS, expires: 'date', date: '2027-12-24' })
    expect(sent.status).toBe(400)
    expect(ticks(sent)).toEqual([...DANGEROUS, 'date'])
    const [, again = ''] = /href="(\/login\?again=1[^"]+)"/.exec(sent.text) ?? []
    await scene.ada.get(again.replaceAll('&amp;', '&'))
    const back = await signIn(scene.testApp, scene.ada, scene.handle)
    expect(back.path.split('?')[0]).toBe(NEW)
    expect(ticks(back)).toEqual([...DANGEROUS, 'date'])
    for (const kept of ['value="nightly"', 'one\ntwo</textarea>', 'value="2027-12-24"'])
      expect(back.text).toContain(kept)
    await scene.ada.post(NEW, { ...FILLED, scope: DANGEROUS, step: 'review' })
    expect(valueIn(await scene.ada.post(NEW, { step: 'create' }))).not.toBe('')
    expect(await tokens()).toMatchObject([{ scopes: DANGEROUS }])
  })

  it('are refused when the sign-in grows old between review and making', async () => {
    await review({ scope: DANGEROUS })
    scene.testApp.world.pass(10 * MINUTE)
    const seen = await scene.ada.post(NEW, { step: 'create' })
    expect(seen.status).toBe(400)
    expect(seen.text).toContain('The token was not created')
    expect(await tokens()).toEqual([])
  })

  it('take the longest name along to the sign-in, or leave out what no address holds', async () => {
    scene.testApp.world.pass(10 * MINUTE)
    const sent = await review({ scope: [...ALL_SCOPES], name: '語'.repeat(100), description: 'x'.repeat(1000) })
    const [, again = ''] = /href="(\/login\?again=1[^"]+)"/.exec(sent.text) ?? []
    await scene.ada.get(again.replaceAll('&amp;', '&'))
    const back = await signIn(scene.testApp, scene.ada, scene.handle)
    expect(back.path.split('?')[0]).toBe(NEW)
    expect(ticks(back)).toHaveLength(ALL_SCOPES.length + 1)
  })
})
