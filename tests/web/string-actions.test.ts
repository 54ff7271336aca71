import { beforeEach, describe, expect, it } from 'vitest'
import { type Seen } from './jar.ts'
import { useStrings } from './string-scene.ts'

const STRINGS = {
  trial: 'Your trial ends on {date}.',
  hi: 'Hi',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
}

const { testApp, ada, byHand, bob, scene } = useStrings(STRINGS)

const open = async (name: string) => bob.get(await scene.page(name))
/** The value of a hidden field of the form that this button sends. */
const hidden = ({ text }: Seen, field: string, button: string): string => {
  const form = text.match(/<form\b.*?<\/form>/gs)?.find(one => one.includes(`value="${button}"`)) ?? ''
  return new RegExp(`name="${field}" value="([^"]*)"`).exec(form)?.[1] ?? ''
}
/** Presses a button of the page as a browser does: with the hidden fields of its own form. */
const press = async (button: string, fields: Readonly<Record<string, string>> = {}): Promise<Seen> => {
  const page = bob.last()
  const outside = new RegExp(`<button[^>]*value="${button}" form="(\\w+)"`).exec(page.text)?.[1]
  const mark = outside === undefined ? `value="${button}"` : `id="${outside}"`
  const form = page.text.match(/<form\b.*?<\/form>/gs)?.find(one => one.includes(mark))
  if (form === undefined) throw new Error(`the page has no button ${button}`)
  const own = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value],
  )
  const texts = [...form.matchAll(/<textarea id="[^"]*" name="([^"]+)"[^>]*>([^<]*)</g)].map(
    ([, name = '', value = '']) => [name, value.replace(/^\n/, '')],
  )
  const action = /action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return bob.post(action, { ...Object.fromEntries([...own, ...texts]), action: button, ...fields })
}
const typed = ({ text }: Seen, id = 'text'): string =>
  new RegExp(`<textarea id="${id}"[^>]*>([^<]*)<`).exec(text)?.[1] ?? ''
const actions = async (): Promise<readonly string[]> => {
  const { events } = await byHand.call<{ events: readonly { action: string; by: string; surface: string }[] }>(
    'list_organization_audit_events',
    { organization: 'acme', limit: 3 },
  )
  return events.map(({ action, by, surface }) => `${by} ${action} ${surface}`)
}

describe('saving a translation', () => {
  it('writes it as the text of a user, and comes back to the page', async () => {
    await open('hi')
    const seen = await press('save', { text: 'Hallo' })
    expect(seen).toMatchObject({ status: 200, path: `${await scene.page('hi')}&done=save` })
    expect(seen.text).toContain('Translation saved')
    expect(await scene.shown('hi')).toBe('translated Hallo')
    expect((await actions())[0]).toBe('bob submit_translations web')
    expect((await open('hi')).text).toContain('<bdi class="who">bob</bdi>')
  })

  it('keeps the typed text of a refused one beside the error', async () => {
    await open('trial')
    const seen = await press('save', { text: 'Ihr Test\r\nendet.' })
    expect(seen.status).toBe(400)
    expect(seen.text).toMatch(/<li class="se-fin error".*?\{date\}/s)
    expect(typed(seen)).toBe('Ihr Test\nendet.')
    expect(await scene.shown('trial')).toBe('untranslated')
    const mended = await press('save', { text: 'Endet am {date}.' })
    expect([mended.status, await scene.shown('trial')]).toEqual([200, 'translated Endet am {date}.'])
  })

  it('shows what changed in between, overwrites nothing, and then does what the user says', async () => {
    await scene.submit(ada, 'hi', 'Hallo')
    await open('hi')
    await scene.submit(byHand, 'hi', 'Servus')
    const seen = await press('save', { text: 'Moin' })
    expect(seen.status).toBe(409)
    expect(seen.text).toContain('<bdi>ada</bdi> saved a newer translation.</strong> Yours is not saved.')
    expect(seen.text).toMatch(
      /Saved<\/b><p class="string"[^>]*><del>Servus<.*Yours<\/b><p class="string"[^>]*><ins>Moin</s,
    )
    expect(typed(seen)).toBe('Moin')
    expect(await scene.shown('hi')).toBe('translated Servus')
    await press('save', { text: typed(seen) })
    expect(await scene.shown('hi')).toBe('translated Moin')
  })

  it('writes nothing over a first translation that the user did not see', async () => {
    await open('hi')
    await scene.submit(ada, 'hi', 'Hallo')
    const seen = await press('save', { text: 'Moin' })
    expect([seen.status, typed(seen), await scene.shown('hi')]).toEqual([409, 'Moin', 'translated Hallo'])
  })

  it('shows a changed source string before it takes a translation of the old one', async () => {
    await open('hi')
    await scene.push({ ...STRINGS, hi: 'Hi there' })
    const seen = await press('save', { text: 'Hallo' })
    expect([seen.status, typed(seen), await scene.shown('hi')]).toEqual([409, 'Hallo', 'untranslated'])
    expect(seen.text).toContain('The source string changed after you opened this page.')
    expect(seen.text).toContain('>Hi there</p>')
    await press('save', { text: 'Hallo zusammen' })
    expect(await scene.shown('hi')).toBe('translated Hallo zusammen')
  })

  it('writes plural forms, and keeps all of them when one is wrong', async () => {
    await open('files')
    const wrong = await press('save', { 'form-one': '{{count}} Datei', 'form-other': 'Dateien' })
    expect([wrong.status, typed(wrong, 'form-one'), typed(wrong, 'form-other')]).toEqual([
      400,
      '{{count}} Datei',
      'Dateien',
    ])
    await press('save', { 'form-one': '{{count}} Datei', 'form-other': '{{count}} Dateien' })
    expect(await scene.shown('files')).toBe('translated {"one":"{{count}} Datei","other":"{{count}} Dateien"}')
  })

  it('takes texts far longer than other forms, and refuses larger ones than a text can be', async () => {
    const long = '界'.repeat(60_000)
    await open('hi')
    const seen = await press('save', { text: long })
    expect([seen.status, (await scene.shown('hi')).length]).toEqual([200, 'translated '.length + 60_000])
    await open('trial')
    expect((await press('save', { text: 'x'.repeat(1_100_000) })).status).toBe(413)
  })

  it('keeps the line breaks of a source string with CRLF', async () => {
    await scene.push({ ...STRINGS, trial: 'Two\r\nlines' })
    await open('trial')
    await press('save', { text: 'Zwei\r\nZeilen' })
    expect(await scene.shown('trial')).toBe('translated Zwei\r\nZeilen')
  })

  it('shows the text to a user whose session has ended, and saves nothing', async () => {
    await open('hi')
    await testApp.services.store.transaction(async tx => {
      const user = await tx.users.by('handle', 'bob')
      for (const { id, user_id } of await tx.sessions.list('all', ''))
        if (user_id === user?.id) await tx.sessions.remove(id)
    })
    const seen = await press('save', { text: '<b>Hallo' })
    expect(seen.status).toBe(401)
    expect(seen.text).toContain('&lt;b>Hallo</textarea>')
    expect(seen.text).toContain(`/login?next=${encodeURIComponent(await scene.page('hi')).replaceAll('&', '&amp;')}`)
    expect(await scene.shown('hi')).toBe('untranslated')
  })

  it('shows the text to a user who signed in again since the form was loaded, and saves nothing', async () => {
    await open('hi')
    const seen = await press('save', { text: '<b>Hallo', csrf: 'x'.repeat(43) })
    expect(seen.status).toBe(400)
    expect(seen.text).toContain('This form expired')
    expect(seen.text).toContain('&lt;b>Hallo</textarea>')
    expect(seen.text).toContain('form_expired')
    expect(seen.text).toContain(`href="${(await scene.page('hi')).replaceAll('&', '&amp;')}"`)
    expect(await scene.shown('hi')).toBe('untranslated')
  })
})

describe('a review', () => {
  beforeEach(async () => {
    await scene.submit(ada, 'hi', 'Hallo')
    await open('hi')
  })

  it('approves', async () => {
    const seen = await press('approve')
    expect(seen.text).toContain('Translation approved')
    expect(await scene.shown('hi')).toBe('approved Hallo')
    expect(seen.text).not.toContain('value="approve"')
  })

  it('requests changes with a reason, which agents get as work; the page then shows both texts', async () => {
    const seen = await press('request_changes', { reason: 'style', comment: 'Less formal.' })
    expect(seen.text).toContain('Waits for a new translation')
    const work = await ada.call<{ items: readonly object[] }>('get_work', { project: scene.project, locale: 'de' })
    expect(JSON.stringify(work.items[0])).toContain('Style: Less formal.')
    await scene.submit(ada, 'hi', 'Hallo du')
    const both = await open('hi')
    expect(both.text).toContain('Answered: waits for review')
    expect(both.text).toMatch(
      /Refused<\/h3><p class="string"[^>]*>Hallo<.*?New<\/h3><p class="string"[^>]*>Hallo<ins> du<\/ins>/s,
    )
    expect(both.text).not.toContain('Refused earlier')
    const again = await press('request_changes', { reason: 'style', comment: 'Still too formal.' })
    expect(again.text).toMatch(/Still too formal\..*Hallo du.*Refused earlier.*Hallo<.*Less formal\./s)
    await press('approve')
    expect((await open('hi')).text).not.toContain('Requested changes</h2>')
  })

  it('asks what to change, and keeps the selected reason', async () => {
    const seen = await press('request_changes', { reason: 'style', comment: ' ' })
    expect(seen.status).toBe(400)
    expect(seen.text).toContain('id="comment-fault">Say what to change.')
    expect(seen.text).toContain('<option value="style" selected>')
    const bad = await press('request_changes', { comment: 'a\u202eb' })
    expect([bad.status, typed(bad, 'comment')]).toEqual([400, 'a\u202eb'])
  })

  it('rejects: the previous translation comes back', async () => {
    await scene.submit(ada, 'hi', 'Moin')
    await open('hi')
    const seen = await press('reject', { comment: 'Too northern.' })
    expect(seen.text).toContain('Rejected translation</h2>')
    expect(await scene.shown('hi')).toContain('Hallo')
  })

  it.each(['approve', 'reject'])('does not %s a translation that the user did not see', async action => {
    await scene.submit(ada, 'hi', 'Moin')
    const seen = await press(action, { comment: 'My words' })
    expect(seen.status).toBe(409)
    expect(seen.text).toContain('Read the current translation, then decide again.')
    expect(typed(seen, 'comment')).toBe('My words')
    expect(await scene.shown('hi')).toBe('translated Moin')
  })

  it('offers no approval of what another user must approve', async () => {
    await ada.call('update_project_policy', { project: scene.project, four_eyes: true })
    await scene.submit(await testApp.world.user('bob'), 'hi', 'Moin')
    const { text } = await open('hi')
    expect(text).toContain('another user must approve it')
    expect(text).not.toContain('value="approve"')
    expect(text).toContain('value="request_changes"')
  })

  it('confirms a stale translation', async () => {
    await scene.push({ ...STRINGS, hi: 'Hi there' })
    await open('hi')
    expect((await press('confirm')).text).toContain('Translation confirmed')
    expect((await open('hi')).text).not.toContain('The source string changed')
  })

  it('locks and unlocks: a locked translation has no edit form', async () => {
    const locked = await press('lock')
    expect((await scene.record('hi')).locked).toBe(true)
    expect(locked.text).not.toContain('value="save"')
    expect(locked.text).not.toContain('value="reject"')
    await press('unlock')
    expect((await scene.record('hi')).locked).toBe(false)
  })
})

describe('suggestions and conflicts', () => {
  beforeEach(async () => {
    await scene.submit(byHand, 'hi', 'Hallo')
    await scene.submit(ada, 'hi', 'Moin')
  })

  it('can be accepted', async () => {
    await open('hi')
    expect((await press('accept')).text).toContain('Suggestion accepted')
    expect(await scene.shown('hi')).toBe('translated Moin')
  })

  it('can be rejected', async () => {
    await open('hi')
    expect((await press('decline')).text).not.toContain('Suggestions</h2>')
    expect(await scene.shown('hi')).toBe('translated Hallo')
  })

  it('are not accepted over a translation that the user did not see', async () => {
    await open('hi')
    await scene.submit(byHand, 'hi', 'Servus')
    expect([(await press('accept')).status, await scene.shown('hi')]).toEqual([409, 'translated Servus'])
  })

  it('say so when another user was faster', async () => {
    await open('hi')
    const suggestion = hidden(bob.last(), 'suggestion', 'decline')
    await scene.review(byHand, 'hi', { action: 'reject', suggestion })
    const seen = await press('decline')
    expect([seen.status, seen.text]).toEqual([409, expect.stringContaining('This suggestion no longer exists.')])
  })

  it.each([
    ['accept', 'translated Datei'],
    ['decline', 'translated Projekt'],
  ])('a conflict with a file ends with %s', async (button, result) => {
    await scene.importFile(ada, { hi: 'Hallo' })
    await scene.submit(byHand, 'hi', 'Projekt')
    await scene.importFile(ada, { hi: 'Datei' })
    const { text } = await open('hi')
    const card =
      /<section class="panel se-card" aria-label="Conflict with the file">.*?<\/section>/s.exec(text)?.[0] ?? ''
    expect(card).toMatch(/In the project.*Projekt.*In the file.*Datei/s)
    const suggestion = /name="suggestion" value="([^"]+)"/.exec(card)?.[1] ?? ''
    await press(button, { suggestion })
    expect(await scene.shown('hi')).toBe(result)
    expect((await open('hi')).text).not.toContain('Conflict with the file')
  })
})

it('a conflict with a file about another source string is a suggestion once the source string changed', async () => {
  await scene.importFile(ada, { hi: 'Hallo' })
  await scene.submit(byHand, 'hi', 'Projekt')
  await scene.importFile(ada, { hi: 'Datei' })
  expect((await open('hi')).text).toContain('Use the file’s')
  await scene.push({ ...STRINGS, hi: 'Hello there' })
  const after = await open('hi')
  expect(after.text).not.toContain('Conflict with the file')
  expect(after.text).toContain('For an earlier or another source string.')
})

describe('findings and comments', () => {
  it('ignores a finding with a reason, shows who did, and stops ignoring it', async () => {
    await ada.call('update_project_policy', { project: scene.project, levels: { markup: 'warning' } })
    await scene.push({ ...STRINGS, hi: '<b>Hi</b>' })
    await scene.submit(ada, 'hi', 'Hallo')
    const page = await open('hi')
    const finding = hidden(page, 'finding', 'ignore')
    expect(finding).not.toBe('')
    const empty = await press('ignore', { reason: ' ' })
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('Say why the finding does not apply.')])
    const done = await press('ignore', { reason: 'A name <of> a brand' })
    expect(done.text).toContain('<bdi>bob</bdi> ignored it')
    expect(done.text).toContain('A name &lt;of> a brand')
    expect((await press('unignore')).text).not.toContain('ignored it')
  })

  it('takes comments on a translation and on the source string', async () => {
    await open('hi')
    expect((await press('comment', { words: ' ' })).text).toContain('id="words-fault">Write a comment.')
    const long = await press('comment', { words: 'x'.repeat(1001) })
    expect([long.status, typed(long, 'words')]).toEqual([400, 'x'.repeat(1001)])
    expect((await press('comment', { words: 'Two\r\nlines' })).text).toContain('>Two\nlines</p>')
    await bob.get(await scene.page('hi', {}))
    await press('comment', { words: 'About the source' })
    const { entries } = await ada.call<{ entries: readonly { comments: readonly object[] }[] }>('get_entries', {
      project: scene.project,
      keys: ['hi'],
      locale: 'de',
    })
    expect(entries[0]?.comments).toMatchObject([{ text: 'About the source' }])
    expect((await actions()).slice(0, 2)).toEqual(['bob annotate_entry web', 'bob annotate_entry web'])
  })

  it('does nothing for an unknown action, or without the right to write', async () => {
    await open('hi')
    expect((await press('save', { action: 'drop' })).status).toBe(400)
    await open('hi')
    await testApp.world.setAccount('acme', { has_access: false })
    const seen = await press('save', { text: 'Hallo' })
    await testApp.world.setAccount('acme', { has_access: true })
    expect([seen.status, await scene.shown('hi')]).toEqual([403, 'untranslated'])
  })
})
