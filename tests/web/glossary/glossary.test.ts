import { beforeEach, describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { useOwnAcme } from '../scene.ts'
import { openStrings } from '../string-scene.ts'
import { visible } from '../visible.ts'

const scene = useOwnAcme()
const ada = scene.agent
let path: string

const TERMS = [
  { term: 'invoice', definition: 'A bill', translations: { de: { translation: 'Rechnung', forbidden: ['Faktura'] } } },
  { term: 'Dragoman', kind: 'do_not_translate', case_sensitive: true },
]

type Row = Readonly<Record<string, unknown>>
const terms = async (): Promise<readonly Row[]> => {
  return (await ada.call('get_glossary', { target: strings.project })).terms as readonly Row[]
}

const strings = eachTest(() =>
  openStrings(scene.testApp, ada, `${scene.acme}/app`, { due: 'Invoice is due', plan: 'Plan' }, ['de', 'pl']),
)
beforeEach(async () => {
  await ada.call('save_glossary', { target: strings.project, upsert: TERMS, note: 'First terms' })
  await ada.call('save_glossary', { target: scene.acme, upsert: [{ term: 'plan', definition: 'What one pays' }] })
  path = `/p/${scene.acme}/app/glossary`
})

describe('the glossary', () => {
  it('lists the terms of the project and its account, with their rules', async () => {
    const { status, text } = await scene.ada.get(path)
    expect(status).toBe(200)
    const words = visible(text)
    expect(words).toContain('Dragoman Do not translate Case-sensitive')
    expect(words).toMatch(/invoice A bill de Rechnung Not: Faktura/)
    expect(words).toContain(`plan From ${scene.acme} What one pays`)
    expect(words).toContain('Version 1 Current')
  })

  it('is searched, and limited to a locale', async () => {
    const found = visible((await scene.ada.get(`${path}?q=rechn`)).text)
    expect(found).toContain('A bill')
    expect(found).not.toContain('Do not translate')
    expect(visible((await scene.ada.get(`${path}?locale=pl`)).text)).not.toContain('Rechnung')
    expect(visible((await scene.ada.get(`${path}?q=zzz`)).text)).toContain('No terms match')
  })

  it('has the terms of the account alone on another tab', async () => {
    const words = visible((await scene.ada.get(`${path}?of=account`)).text)
    expect(words).toContain('What one pays')
    expect(words).not.toContain('A bill')
  })

  it('is read by members, changed by administrators, and hidden from strangers', async () => {
    const bea = await scene.signedIn('bea')
    const { status, text } = await bea.get(path)
    expect(status).toBe(200)
    expect(visible(text)).toContain('You can view this glossary')
    expect(text).not.toContain('glossary/new')
    for (const page of ['new', 'import']) expect((await bea.get(`${path}/${page}`)).status, page).toBe(403)
    const term = await bea.get(`${path}/term?term=invoice`)
    expect(term.text).toContain('<fieldset disabled')
    expect(term.text).not.toContain('value="check"')
    const refused = await bea.post(`${path}/term?term=invoice`, { term: 'invoice', action: 'delete' })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('class="project-tabs"')
    const cleo = await scene.signedIn('cleo')
    for (const page of ['', '/new', '/export', '/versions/1']) expect((await cleo.get(path + page)).status).toBe(404)
    await scene.testApp.world.setAccount(scene.acme, { public: true })
    const refusal = await cleo.get(path)
    expect(refusal.status).toBe(403)
    expect(visible(refusal.text)).toContain(`The glossary of ${scene.acme}/app is for members only.`)
    for (const page of [refusal.text, (await cleo.get(`/p/${scene.acme}/app`)).text]) {
      expect(page).toContain('class="project-tabs"')
      expect(page).not.toContain(`href="${path}"`)
    }
    expect((await cleo.get(`${path}/export`)).status).toBe(403)
    expect(await terms()).toHaveLength(3)
  })
})

describe('the form of a term', () => {
  it('adds a term that concerns no string at once', async () => {
    const done = await scene.ada.sendForm(`${path}/new`, {
      term: 'coupon',
      kind: 'normal',
      definition: 'Lowers a price',
      source_variants: 'coupons\r\nvoucher',
      locale: ['de', 'pl'],
      'translation-de': 'Gutschein',
      'forbidden-de': 'Coupon\r\nBon',
      'translation-pl': '',
      action: 'check',
    })
    expect(done.path).toBe(`${path}?done=save`)
    expect(visible(done.text)).toContain('Term saved')
    expect((await terms()).find(({ term }) => term === 'coupon')).toEqual({
      term: 'coupon',
      definition: 'Lowers a price',
      source_variants: ['coupons', 'voucher'],
      translations: { de: { translation: 'Gutschein', forbidden: ['Coupon', 'Bon'] } },
    })
  })

  it('first says what a term affects, then saves it', async () => {
    await strings.submit(ada, 'due', 'Die Rechnung ist fällig')
    await scene.ada.get(`${path}/new`)
    const fields = { term: 'due', kind: 'normal', locale: ['de'], 'translation-de': 'offen' }
    const asked = await scene.ada.post(`${path}/new`, { ...fields, action: 'check' })
    expect(asked.status).toBe(200)
    expect(visible(asked.text)).toContain('This affects 1 string')
    expect(visible(asked.text)).toContain('1 translation gets a finding')
    expect(asked.text).toContain('value="offen"')
    expect(await terms()).toHaveLength(3)
    await scene.ada.post(`${path}/new`, { ...fields, action: 'save' })
    expect(await terms()).toHaveLength(4)
  })

  it('rejects a form with a value that is no locale', async () => {
    await scene.ada.get(`${path}/new`)
    const fields = { term: 'due', kind: 'normal', locale: ['de', 'de\u0007'], 'translation-de': 'offen' }
    const answer = await scene.ada.post(`${path}/new`, { ...fields, action: 'check' })
    expect(answer.status).toBe(400)
    expect(visible(answer.text)).toContain('locale.1 is')
  })

  it('changes a term, and clears what was emptied', async () => {
    await scene.ada.get(`${path}/term?term=invoice`)
    const fields = { kind: 'normal', definition: '', locale: ['de'], 'translation-de': 'Rechnung', 'forbidden-de': '' }
    await scene.ada.post(`${path}/term?term=invoice`, { ...fields, action: 'save' })
    expect((await terms()).find(({ term }) => term === 'invoice')).toEqual({
      term: 'invoice',
      translations: { de: { translation: 'Rechnung' } },
    })
  })

  it('deletes a term after saying what that affects', async () => {
    const asked = await scene.ada.sendForm(`${path}/term?term=invoice`, { action: 'check_delete' })
    expect(visible(asked.text)).toContain('This affects 1 string')
    expect(await terms()).toHaveLength(3)
    const done = await scene.ada.post(`${path}/term?term=invoice`, { action: 'delete' })
    expect(visible(done.text)).toContain('Term deleted')
    expect(await terms()).toHaveLength(2)
    expect((await scene.ada.get(`${path}/term?term=invoice`)).status).toBe(404)
  })

  it('keeps what was typed with the error under its field', async () => {
    await scene.ada.get(`${path}/new`)
    for (const [term, message] of [
      ['', 'Enter a term.'],
      ['INVOICE', 'already has this term'],
      ['x'.repeat(201), '200'],
    ] as const) {
      const { status, text } = await scene.ada.post(`${path}/new`, { term, definition: 'Kept text', action: 'check' })
      expect(status, term).toBeGreaterThanOrEqual(400)
      expect(visible(text)).toContain(message)
      expect(text).toContain('id="term-fault"')
      expect(text).toContain('Kept text')
    }
  })

  it('shows a newer version of the term beside what was typed before it replaces that', async () => {
    const page = `${path}/term?term=invoice`
    await scene.ada.get(page)
    await ada.call('save_glossary', { target: strings.project, upsert: [{ term: 'invoice', definition: 'Theirs' }] })
    const asked = await scene.ada.post(page, { definition: 'Mine', action: 'save' })
    expect(asked.status).toBe(409)
    const words = visible(asked.text)
    expect(words).toContain('A newer version was saved meanwhile By ada')
    expect(asked.text).toContain('<del>Theirs</del>')
    expect(asked.text).toContain('<ins>Mine</ins>')
    expect(words).not.toMatch(/get_glossary|base_version/)
    await scene.ada.post(page, { definition: 'Mine', action: 'save' })
    expect((await terms()).find(({ term }) => term === 'invoice')).toMatchObject({ definition: 'Mine' })
  })

  it('saves a term when meanwhile only others were saved', async () => {
    const page = `${path}/term?term=invoice`
    await scene.ada.get(page)
    await ada.call('save_glossary', { target: strings.project, upsert: [{ term: 'coupon' }] })
    await scene.ada.post(page, { definition: 'Mine', action: 'save' })
    expect((await terms()).find(({ term }) => term === 'invoice')).toMatchObject({ definition: 'Mine' })
  })
})

describe('versions of the glossary', () => {
  it('show what changed, and are restored after a preview', async () => {
    await ada.call('save_glossary', {
      target: strings.project,
      upsert: [{ term: 'invoice', definition: 'A long bill' }],
      remove: ['Dragoman'],
    })
    const second = await scene.ada.get(`${path}/versions/2`)
    expect(second.text).toContain('<ins>')
    expect(visible(second.text)).toMatch(/Definition − Removed: A bill \+ Added: A long bill/)
    expect(visible(second.text)).toContain('Dragoman Deleted')
    const asked = await scene.ada.sendForm(`${path}/versions/1`, { action: 'preview' })
    expect(visible(asked.text)).toContain('It adds 1, changes 1 and deletes 0 terms.')
    const done = await scene.ada.post(`${path}/versions/1`, { action: 'restore' })
    expect(visible(done.text)).toContain('Version restored')
    expect((await terms()).map(({ term }) => term)).toEqual(['Dragoman', 'invoice', 'plan'])
    expect((await scene.ada.get(`${path}/versions/99`)).status).toBe(404)
  })

  it('are restored by the owner alone', async () => {
    const bea = await scene.signedIn('bea')
    expect((await bea.get(`${path}/versions/1`)).text).not.toContain('Restore this version')
  })
})
