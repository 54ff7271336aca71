import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp } from '../../http/test-app.ts'
import { describeWith } from '../../require.ts'
import { atNight, isNightly } from '../../runs.ts'
import { auditAccessibility, loadAxe, serveAxe } from '../accessibility.ts'
import { openProfile, useBrowser } from '../browser.ts'
import { signInto } from '../signing-in.ts'
import { openStrings, type StringScene } from '../string-scene.ts'

const STRINGS = {
  a: 'Ends on {date}.',
  b: 'Plan {plan}',
  c: 'Hi',
  twin: 'Hi',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
}

describeWith('chromium', 'the editor', chromium => {
  const { deps: app, browser } = useBrowser(chromium)
  let scene: StringScene
  let ada: Awaited<ReturnType<TestApp['world']['user']>>
  let turn = 0
  beforeAll(async () => {
    await app.world.organization('acme', { ada: 'admin', bob: 'member' })
    ada = await app.world.user('ada')
    serveAxe(app.server)
  })
  beforeEach(async () => {
    turn += 1
    scene = await openStrings(app, ada, `acme/app-${turn}`, STRINGS, ['de', 'ar'])
  })

  const open = async (
    name: string | undefined,
    query: Readonly<Record<string, string>> = { locale: 'de' },
    options: Parameters<typeof openProfile>[1] = {},
  ): Promise<Page> => {
    const profile = await openProfile(browser, { reducedMotion: 'reduce', ...options })
    const page = await profile.newPage()
    await signInto(page, app, 'bob')
    const path =
      name === undefined ? `/p/${scene.project}/strings?${new URLSearchParams(query)}` : await scene.page(name, query)
    await page.goto(app.services.baseUrl + path)
    return page
  }
  const heading = (page: Page) => page.locator('h1').innerText()
  const text = (page: Page) => page.locator('#text')

  it('is walked by keys alone: from the list, through fixes, to the next strings', async () => {
    const page = await open(undefined, { locale: 'de', state: 'untranslated' })
    for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key)
    await page.waitForURL(/strings\/e\d+/)
    expect(await heading(page)).toBe('a')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Endet am.')
    await page.locator('.se-fin.error').waitFor()
    await page.keyboard.press('Control+.')
    await expect.poll(() => text(page).inputValue()).toBe('Endet am {date}.')
    await page.locator('.se-fin.error').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/done=save/)
    expect([await heading(page), await scene.shown('a')]).toEqual(['b', 'translated Endet am {date}.'])
    expect(await page.getByRole('status').first().innerText()).toContain('Translation saved')
    await page.keyboard.type('Tarif ')
    await page.keyboard.press('Control+i')
    expect(await text(page).inputValue()).toBe('Tarif {plan}')
    await page.keyboard.press('Control+Enter')
    await page.locator('h1').filter({ hasText: /^c$/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('h')
    await page.keyboard.press('j')
    await expect.poll(() => heading(page)).toBe('twin')
    expect(await scene.shown('b')).toBe('translated Tarif {plan}')
  })

  it('applies a fix to the text as it is, not as it was when the fix was found', async () => {
    const page = await open('a')
    const answers: (() => void)[] = []
    let isHeld = false
    await page.route(/\/check(\?|$)/, async route => {
      if (isHeld) await new Promise<void>(resolve => answers.push(resolve))
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await page.keyboard.type('Endet')
    await page.locator('.se-fin.error').waitFor()
    isHeld = true
    await page.keyboard.type(' am.')
    await page.keyboard.press('Control+.')
    await expect.poll(() => answers.length).toBe(1)
    expect(await text(page).inputValue()).toBe('Endet am.')
    answers[0]?.()
    await expect.poll(() => text(page).inputValue()).toBe('Endet am {date}.')
  })

  it('applies a fix of the page to a text that the browser kept from before', async () => {
    const page = await open('a')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Endet')
    await page.locator('.se-fin.error').waitFor()
    // Without an event, as browsers restore fields.
    await text(page).evaluate(area => {
      ;(area as unknown as { value: string }).value = 'Endet heute.'
    })
    await page.keyboard.press('Control+.')
    await expect.poll(() => text(page).inputValue()).toBe('Endet heute {date}.')
  })

  it('inserts from the memory by a digit, and approves by a letter', async () => {
    await scene.submit(ada, 'twin', 'Hallo')
    await scene.submit(ada, 'c', 'Servus')
    const page = await open('c')
    await page.keyboard.press('1')
    expect(await text(page).inputValue()).toBe('Hallo')
    await page.keyboard.press('Escape')
    await page.keyboard.press('a')
    await page.waitForURL(/done=approve/)
    expect(await scene.shown('c')).toBe('approved Hallo')
  })

  it('says what is wrong while the user types, and keeps silent while a word is composed', async () => {
    const page = await open('a')
    const checks: string[] = []
    page.on('request', request => {
      if (request.url().includes('/check')) checks.push(request.url())
    })
    await text(page).evaluate(area => {
      area.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    })
    await text(page).fill('Endet')
    await page.keyboard.press('Control+Enter')
    expect([checks, await heading(page)]).toEqual([[], 'a'])
    await text(page).evaluate(area => {
      area.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    })
    await page.getByText('Not saved · 1 error').waitFor()
    expect(await text(page).getAttribute('aria-invalid')).toBe('true')
    expect(checks).toHaveLength(1)
  })

  it('moves the focus to the finding when a text with an error is saved', async () => {
    const page = await open('a')
    await text(page).fill('Endet')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').first().waitFor()
    await page.locator('.se-fin.error:focus').waitFor()
    expect(await text(page).inputValue()).toBe('Endet')
  })

  it('shows both texts when another user saved first, and asks before unsaved text is lost', async () => {
    await scene.submit(ada, 'c', 'Hallo')
    const page = await open('c')
    await scene.submit(ada, 'c', 'Servus')
    await text(page).fill('Moin')
    await page.getByRole('button', { name: /^Save and next/ }).click()
    await page.getByText('saved a newer translation').waitFor()
    const asked = page.waitForEvent('dialog')
    const leaving = page.goto(app.services.baseUrl).catch(() => undefined)
    await (await asked).dismiss()
    await leaving
    await page.getByRole('button', { name: 'Save mine' }).click()
    await page.waitForURL(/done=save/)
    expect(await scene.shown('c')).toBe('translated Moin')
  })

  it('has its keys on every keyboard, and no others', async () => {
    const page = await open('b')
    const press = (key: string, code: string, ctrlKey = false) =>
      page.evaluate(
        ([init]) =>
          !(document.activeElement ?? document).dispatchEvent(
            new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
          ),
        [{ key, code, ctrlKey }],
      )
    const kinds = [
      await press('ت', 'KeyN'),
      await press('ظ', 'Slash'),
      await page.evaluate(`document.activeElement.matches('[data-search]')`),
      await press('ن', 'KeyK', true),
      await page.evaluate(`document.activeElement.matches('[data-project-search]')`),
    ]
    expect(kinds).toEqual([false, true, true, true, true])
    await text(page).focus()
    // Dvorak has c where others have i.
    expect([await press('c', 'KeyI', true), await text(page).inputValue()]).toEqual([false, ''])
    expect([await press('ه', 'KeyI', true), await text(page).inputValue()]).toEqual([true, '{plan}'])
    await text(page).fill('')
    await page.keyboard.press('Escape')
    expect(await press('о', 'KeyJ')).toBe(true)
    await page.locator('h1').filter({ hasText: /^c$/ }).waitFor()
  })

  it('shows the text with a number while the user types, in its own direction', async () => {
    const page = await open('files', { locale: 'ar' })
    await page.locator('#form-few').fill('{{count}} ملفات')
    await page.locator('[data-number]').fill('3')
    const parts = page.locator('[data-preview] bdi')
    await parts.nth(1).waitFor()
    expect([await parts.allInnerTexts(), await parts.nth(1).getAttribute('dir')]).toEqual([['few', '3 ملفات'], 'rtl'])
    await page.locator('[data-number]').fill('')
    await page.locator('[data-preview]:empty').waitFor({ state: 'attached' })
  })

  it.each([600, ...atNight([800])])('shows what has the focus, %i px high', async height => {
    await scene.submit(ada, 'files', { one: '{{count}} Datei', other: '{{count}} Dateien' })
    const page = await open('files', { locale: 'de' }, { viewport: { width: 1280, height } })
    const covered: unknown[] = []
    const seen = new Set<string>()
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.locator('h1').click()
      for (let at = 0; at < 80; at += 1) {
        await page.keyboard.press(key)
        const place = await page.evaluate<{ name: string; isShown: boolean; isOut: boolean }>(`(() => {
          const element = document.activeElement
          const box = element.getBoundingClientRect()
          const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.8], [0.1, 0.8], [0.9, 0.2]]
          const isShown = points.some(([x, y]) => {
            const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)
            return top !== null && element.contains(top)
          })
          return { name: element.id || element.value || element.textContent, isShown, isOut: element === document.body }
        })()`)
        if (place.isOut) break
        seen.add(place.name)
        if (!place.isShown) covered.push([key, place.name])
      }
    }
    expect(covered).toEqual([])
    expect([...seen]).toEqual(expect.arrayContaining(['form-one', 'form-other', 'lock', 'comment', 'words']))
  })

  it('shows the string that has the focus below the head of a long list', async () => {
    const strings = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`s${at}`, `String ${at}`]))
    scene = await openStrings(app, ada, `acme/long-${turn}`, strings, ['de', 'ar'])
    const page = await open(undefined, { locale: 'de' }, { viewport: { width: 1280, height: 600 } })
    await page.locator('.se-keys a').last().focus()
    const covered: string[] = []
    for (let at = 0; at < 30; at += 1) {
      await page.keyboard.press('Shift+Tab')
      const [name, room] = await page.evaluate<[string, number]>(`[
        document.activeElement.textContent,
        document.activeElement.getBoundingClientRect().top - document.querySelector('.se-list-head').getBoundingClientRect().bottom,
      ]`)
      if (room < -1) covered.push(`${name}: ${room}`)
    }
    expect(covered).toEqual([])
  })

  it('has no keys of single letters for a user who turned them off', async () => {
    const page = await open('b')
    await page.keyboard.press('?')
    await page.getByRole('button', { name: 'Turn off single letters' }).click()
    await page.waitForLoadState()
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    expect([await heading(page), await page.getByRole('dialog').isVisible()]).toEqual(['b', false])
    await page.getByRole('button', { name: 'All shortcuts' }).click()
    expect(await page.getByRole('button', { name: 'Turn on single letters' }).isVisible()).toBe(true)
  })

  it('works without a script: filters, forms, fixes and save and next', async () => {
    const page = await open(undefined, { locale: 'de' }, { javaScriptEnabled: false })
    await page.getByText('Add filter').click()
    await page.getByRole('link', { name: /^Untranslated \d/ }).click()
    await page.getByRole('link', { name: /^Untranslated a/ }).click()
    await text(page).fill('Endet am.')
    await page.getByRole('button', { name: 'Save and next' }).last().click()
    await page.getByRole('button', { name: /^Apply fix/ }).click()
    expect(await text(page).inputValue()).toBe('Endet am {date}.')
    await page.getByRole('button', { name: 'Save and next' }).last().click()
    expect([await heading(page), await scene.shown('a')]).toEqual(['b', 'translated Endet am {date}.'])
  })

  // Other tests look at its pages in the other ways.
  it.each(
    (
      [
        [390, 'dark'],
        [1280, 'light'],
        [320, 'light'],
      ] as const
    ).slice(0, isNightly ? 3 : 1),
  )('reads well for everybody at %i px (%s)', async (width, colorScheme) => {
    await scene.submit(ada, 'twin', 'Hallo')
    await scene.submit(ada, 'files', { one: '{{count}} Datei', other: '{{count}} Dateien' })
    const failures: unknown[] = []
    for (const locale of ['ar', ...atNight(['en'])]) {
      for (const [name, query] of [
        [undefined, { locale: 'de' }],
        [undefined, { locale: 'de', q: 'nothing' }],
        ['c', { locale: 'de' }],
        ['files', { locale: 'de', order: 'file' }],
        ['files', { locale: 'ar' }],
      ] as const) {
        const page = await open(name, query, { width, colorScheme, locale })
        await loadAxe(page)
        const { violations } = await auditAccessibility(page)
        const overflow = await page.evaluate(
          `document.documentElement.scrollWidth <= innerWidth ? '' : [...document.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.project-tabs')).map(e => e.tagName + '.' + e.className).slice(0, 6).join(' ')`,
        )
        if (violations.length > 0 || overflow !== '') failures.push([locale, name, query, violations, overflow])
        await page.context().close()
      }
    }
    expect(failures).toEqual([])
  })
})
