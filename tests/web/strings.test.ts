import { describe, expect, it } from 'vitest'
import { openJarOf } from './jar.ts'
import { useStrings } from './string-scene.ts'

const { testApp, ada, byHand, bob, scene } = useStrings({ trial: 'Your trial ends on {date}.', hi: 'Hi' }, ['de', 'ar'])

const open = async (name: string, query?: Readonly<Record<string, string>>, jar = bob) =>
  jar.get(await scene.page(name, query))
const visible = (html: string): string => html.replace(/<[^>]*>/g, '')

describe('the page of a string', () => {
  it('shows the source, the translation with its author, and no form but those for it', async () => {
    await scene.submit(ada, 'trial', 'Dein Test endet am {date}.')
    const { status, text } = await open('trial')
    expect(status).toBe(200)
    expect(text).toContain('lang="en" dir="ltr">Your trial ends on <bdi class="se-ph" dir="ltr">{date}</bdi>.</p>')
    expect(text).toMatch(/<textarea id="text"[^>]* lang="de" dir="ltr">Dein Test endet am \{date\}\.<\/textarea>/)
    expect(visible(text)).toMatch(/Translated.*ada · agent · test\/1 · just now/s)
    for (const name of ['Request changes', 'Reject', 'Save', 'Lock', 'Add comment']) {
      expect(text).toContain(`>${name}</button>`)
    }
    expect(text).toMatch(/value="approve" form="edit">Approve</)
    for (const name of ['Accept', 'Confirm translation', 'Unlock']) expect(text).not.toContain(`>${name}</button>`)
  })

  it('lists the locales with their states without a locale in its address', async () => {
    await scene.submit(ada, 'trial', 'Dein Test endet am {date}.')
    await scene.review(byHand, 'trial', { action: 'approve' })
    const { text } = await open('trial', {})
    expect(visible(text)).toMatch(/Deutsch de.*Approved.*العربية ar.*Untranslated/)
    expect(text).toContain('?locale=ar">')
    expect(text).not.toContain('id="text"')
  })

  it('writes right-to-left languages from right to left, and their code as it is', async () => {
    await scene.submit(ada, 'hi', 'مرحبا', 'ar')
    expect((await open('hi', { locale: 'ar' })).text).toContain('<p class="string" lang="ar" dir="rtl">مرحبا</p>')
  })

  it('takes a locale in any spelling', async () => {
    expect((await open('hi', { locale: 'DE' })).text).toContain('<option value="de" selected')
  })

  it.each([
    ['an unknown locale', { locale: 'fr' }],
    ['no locale', { locale: '???' }],
    ['an unknown branch', { locale: 'de', branch: 'gone' }],
  ])('is missing for %s, and leads to the locales of the string', async (_what, query) => {
    const { status, text } = await open('hi', query)
    expect(status).toBe(404)
    expect(text).toContain(`href="${await scene.page('hi', {})}">All locales of this string</a>`)
  })

  it('is missing for an unknown string or project', async () => {
    for (const path of [
      `/p/${scene.project}/strings/e999`,
      '/p/acme/none/strings/e1',
      '/p/x/y/strings/e1',
      '/p/%20/y/strings/e1',
    ]) {
      expect([path, (await bob.get(path)).status]).toEqual([path, 404])
    }
  })

  it('is missing in the same words for users outside the account', async () => {
    const cleo = await openJarOf(testApp, 'cleo')
    const missing = await cleo.get('/p/acme/none/strings/e1')
    const hidden = await open('hi', undefined, cleo)
    const words = ({ text }: { readonly text: string }) =>
      /<h1>.*?<\/p><p>[^<]*/s.exec(text)?.[0].replaceAll(/acme\/[\w-]+/g, 'acme/x')
    expect([missing.status, hidden.status]).toEqual([404, 404])
    expect(words(hidden)).toEqual(words(missing))
  })

  it('is readable for strangers in a public account, without authors, comments and forms', async () => {
    await scene.submit(byHand, 'hi', 'Hallo')
    await ada.call('annotate_entry', { project: scene.project, key: 'hi', locale: 'de', comment: 'Between us' })
    const cleo = await openJarOf(testApp, 'cleo')
    await testApp.world.setAccount('acme', { public: true })
    const { status, text } = await open('hi', undefined, cleo)
    await testApp.world.setAccount('acme', { public: false })
    expect(status).toBe(200)
    expect(text).toContain('>Hallo</p>')
    expect(text).toContain('You can view this project')
    expect(text).not.toMatch(/name="action"|class="who"|Between us|Request changes</)
  })

  it('only shows, where the user may not write', async () => {
    await scene.submit(ada, 'hi', 'Hallo')
    await testApp.world.setAccount('acme', { has_access: false })
    const { text } = await open('hi')
    await testApp.world.setAccount('acme', { has_access: true })
    expect(text).toContain('You can view this project')
    expect(text.match(/name="action"/g)).toBeNull()
  })

  it('escapes hostile texts of every kind', async () => {
    const evil = '</textarea><script>alert(1)</script>"\'<b onload=x>'
    await scene.push({ trial: evil, hi: 'Hi' })
    await scene.submit(ada, 'trial', `${evil}!`)
    await scene.review(byHand, 'trial', { action: 'request_changes', comment: evil })
    await ada.call('annotate_entry', { project: scene.project, key: 'trial', locale: 'de', comment: `c ${evil}` })
    await scene.submit(ada, 'trial', `${evil}?`)
    await scene.submit(byHand, 'trial', `${evil}.`)
    await scene.submit(ada, 'trial', evil)
    const { status, text } = await open('trial')
    expect(status).toBe(200)
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<b onload')
    expect(text.match(/&lt;script>alert|&lt;\/textarea>/g)?.length).toBeGreaterThan(8)
  })

  it('keeps a first line break of a translation in its text area', async () => {
    await scene.push({ trial: '\nTwo\nlines', hi: 'Hi' })
    await scene.submit(ada, 'trial', '\nZwei\nZeilen')
    expect((await open('trial')).text).toContain('>\n\nZwei\nZeilen</textarea>')
  })

  it('says why the source or the note of a translation is outdated', async () => {
    await scene.submit(ada, 'hi', 'Hallo')
    await scene.push({ trial: 'Your trial ends on {date}.', hi: 'Hi there' })
    const { text } = await open('hi')
    expect(text).toContain('The source string changed')
    expect(visible(text)).toContain('Previous source stringHi')
    expect(text).toContain('>Confirm translation</button>')
  })

  it('shows a string on the branch of its address, and leads to that branch only', async () => {
    await scene.push({ trial: 'Your trial is over.', extra: 'Extra' }, { branch: 'next' })
    const onBranch = await open('trial', { locale: 'de', branch: 'next' })
    expect(visible(onBranch.text)).toContain('Branch next')
    expect(onBranch.text).toContain('Your trial is over.')
    expect(onBranch.text).toMatch(/href="[^"]*\?locale=ar&amp;branch=next"/)
    const onMain = await open('extra')
    expect(visible(onMain.text)).toContain('Branch main does not have this string.')
    expect(onMain.text).not.toContain('name="action"')
  })

  it('pages the history, ten revisions at a time', async () => {
    for (let at = 1; at <= 13; at += 1) await scene.submit(ada, 'hi', `Hallo ${at}`)
    const first = await open('hi')
    expect(first.text.match(/<p class="hint">Revision \d+/g)).toHaveLength(10)
    const next = /href="([^"]*cursor=[^"]*)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await bob.get(next)
    expect(second.text.match(/(?<=<p class="hint">)Revision \d+/g)).toEqual(['Revision 3', 'Revision 2', 'Revision 1'])
    expect(second.text).toContain('locale=de')
    const lost = await bob.get(`${await scene.page('hi')}&cursor=x`)
    expect([lost.status, visible(lost.text)]).toEqual([400, expect.stringContaining('Show the first page')])
  })

  it('is named with the branch of a refused submission', async () => {
    await scene.push({ trial: 'Trial', hi: 'Hi' }, { branch: 'next' })
    await scene.submit(byHand, 'hi', 'Hallo')
    const { project } = scene
    const { entries } = await ada.call<{ entries: readonly { id: string; src: string }[] }>('get_entries', {
      project,
      keys: ['hi'],
      branch: 'next',
    })
    const [{ id, src } = { id: '', src: '' }] = entries
    const items = [{ id, src, text: 'Moin' }]
    const { refused } = await ada.call<{ refused: readonly { fix: string }[] }>('submit_translations', {
      project,
      branch: 'next',
      locale: 'de',
      items,
    })
    expect(refused[0]?.fix).toContain(`${await scene.page('hi')}&branch=next.`)
  })

  it('is what refusals, conflicts and full entries name', async () => {
    await scene.submit(byHand, 'hi', 'Hallo')
    const { refused } = (await scene.submit(ada, 'hi', 'Moin')) as { refused: readonly { fix: string }[] }
    const link = `${testApp.world.services.baseUrl}${await scene.page('hi')}`
    expect(refused[0]?.fix).toContain(link)
    const reviewed = await scene.review(ada, 'hi', { action: 'approve' })
    expect(reviewed['refused']).toMatchObject([{ code: 'needs_person', page: link }])
    const read = await ada.call('get_entries', { project: scene.project, keys: ['hi'] })
    expect(String(read['page']).replace('{id}', 'e2').replace('{locale}', 'de')).toBe(link)
    expect((await open('hi')).text).toContain('Moin')
  })
})
