import { beforeEach, describe, expect, it } from 'vitest'
import { ALL_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import { getGuidance } from '../../../src/tools/guidance/packet-guidance.ts'
import { eachLoop, found } from '../loop.ts'

const loop = eachLoop(['de', 'fr'])

async function guidance(
  texts: readonly string[],
  locales: readonly string[],
  scopes?: readonly Scope[],
  handle = 'ada',
) {
  const { principal } = await loop.world.user(handle, scopes)
  const { store, compute } = loop.world.services
  const { read } = store
  const computed = compute.forCall({ queue: handle })
  const project = await loop.record()
  const account = found(await read.accounts.get(project.account_id))
  const sources = texts.map(source => ({ source, syntax: 'plain' }))
  return getGuidance({ project, account, locales, texts: sources, call: { principal, read, computed } })
}

describe('the guidance of a packet', () => {
  it('has the voice in two lines, once if the locales share it', async () => {
    await loop.ada.call('save_voice', { target: 'ada', voice: { tone: 'formal', guidelines: 'Short.' } })
    expect(await guidance([], ['de', 'fr'])).toEqual({ voice: 'Tone formal.\nShort.' })
    const voice = { overrides: { de: { tone: 'casual' } } }
    await loop.ada.call('save_voice', { target: 'ada/app', voice })
    expect(await guidance([], ['de', 'fr'])).toEqual({
      voice: { de: 'Tone casual.\nShort.', fr: 'Tone formal.\nShort.' },
    })
    expect(await guidance([], ['de'])).toEqual({ voice: 'Tone casual.\nShort.' })
  })

  it('has only terms that occur, in few bytes', async () => {
    await loop.ada.call('save_glossary', {
      target: 'ada',
      upsert: [
        {
          term: 'account',
          translations: { de: { translation: 'Konto', forbidden: ['Account'], note: 'Wie im Web.' } },
        },
        { term: 'Acme', kind: 'do_not_translate', case_sensitive: true },
        { term: 'never' },
      ],
    })
    expect(await guidance(['Your account', 'Acme {never}'], ['de'])).toEqual({
      terms: [
        { term: 'account', translation: 'Konto', forbidden: ['Account'], note: 'Wie im Web.' },
        { term: 'Acme', kind: 'do_not_translate', case_sensitive: true },
      ],
    })
    expect(await guidance(['Your account'], ['de', 'fr'])).toEqual({
      terms: [
        {
          term: 'account',
          translations: { de: { translation: 'Konto', forbidden: ['Account'], note: 'Wie im Web.' } },
        },
      ],
    })
  })

  it('lists at most fifty terms and counts the rest', async () => {
    const upsert = Array.from({ length: 60 }, (_, index) => ({ term: `word${index}`, definition: 'a word' }))
    await loop.ada.call('save_glossary', { target: 'ada', upsert })
    const { terms, more_terms } = await guidance([upsert.map(({ term }) => term).join(' ')], ['de'])
    expect(terms).toHaveLength(50)
    expect(more_terms).toBe(10)
  })

  it('lists no term of which it only has the name', async () => {
    const upsert = [{ term: 'plan', translations: { de: { translation: 'Tarif' } } }, { term: 'file' }]
    await loop.ada.call('save_glossary', { target: 'ada', upsert })
    expect(await guidance(['Your plan, your file'], ['de'])).toEqual({
      terms: [{ term: 'plan', translation: 'Tarif' }],
    })
    expect(await guidance(['Your plan, your file'], ['pl'])).toEqual({})
  })
})

describe('unreadable guidance', () => {
  beforeEach(async () => {
    await loop.ada.call('save_voice', { target: 'ada', voice: { tone: 'formal' } })
    await loop.ada.call('save_glossary', { target: 'ada', upsert: [{ term: 'account', definition: 'a user’s' }] })
  })

  it('is omitted when the credential lacks its scope', async () => {
    const without = (...scopes: Scope[]) => ALL_SCOPES.filter(scope => !scopes.includes(scope))
    expect(await guidance(['account'], ['de'], without('voice:read'))).toEqual({
      terms: [{ term: 'account', definition: 'a user’s' }],
      withheld: ['voice: it needs the scope voice:read'],
    })
    expect(await guidance(['account'], ['de'], without('glossary:read', 'voice:read'))).toEqual({
      withheld: ['voice: it needs the scope voice:read', 'terms: it needs the scope glossary:read'],
    })
  })

  it('is omitted when the role does not allow it: readers of a public account see no glossary', async () => {
    await loop.world.setAccount('ada', { public: true })
    expect(await guidance(['account'], ['de'], ALL_SCOPES, 'eve')).toEqual({
      voice: 'Tone formal.',
      withheld: ['terms: your role does not allow glossary:read'],
    })
  })
})

it('check_text quotes no term to callers without glossary access, and says so', async () => {
  const upsert = [{ term: 'account', translations: { de: { translation: 'Konto', forbidden: ['Account'] } } }]
  await loop.ada.call('save_glossary', { target: 'ada', upsert })
  await loop.world.setAccount('ada', { public: true })
  const check = { project: 'ada/app', locale: 'de', source: 'Your account', text: 'Ihr Account' }
  expect(await loop.ada.call('check_text', check)).toMatchObject({
    results: [{ ok: false, findings: [{ id: 'forbidden_term' }] }],
  })
  const eve = await loop.world.user('eve')
  expect(await eve.call('check_text', check)).toEqual({
    results: [{ ok: true }],
    withheld: ['terms: your role does not allow glossary:read'],
  })
})

it('the effect of a guidance change is omitted for callers who may not read projects', async () => {
  await loop.push({ a: 'Your account' })
  await loop.translate({ a: 'Ihr Account' })
  const upsert = [{ term: 'account', translations: { de: { forbidden: ['Account'] } } }]
  const order = { target: 'ada', upsert, dry_run: true }
  expect(await loop.ada.call('save_glossary', order)).toMatchObject({ breaks: { count: 1 }, revise: { entries: 1 } })
  const blind = await loop.world.user('ada', ['glossary:write', 'voice:write'])
  const withheld = ['revise: it needs the scope project:read']
  const answer = await blind.call('save_glossary', order)
  expect(answer).toMatchObject({ added: 1, withheld })
  expect(answer).not.toHaveProperty('breaks')
  expect(answer).not.toHaveProperty('revise')
  const voice = await blind.call('save_voice', { target: 'ada', voice: { tone: 'formal' } })
  expect(voice).toMatchObject({ version: 1, withheld })
  expect(voice).not.toHaveProperty('revise')
})
