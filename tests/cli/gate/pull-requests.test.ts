import { expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { allTests } from '../../harness/each-test.ts'
import { describeWith } from '../../require.ts'
import { withoutTime } from '../without-time.ts'
import { createRepository, type Files } from './repository.ts'

const json = (strings: object): string => `${JSON.stringify(strings, null, 2)}\n`

const EN = {
  save: 'Save all files',
  welcome: 'Welcome, {name}!',
  files: '{count, plural, one {# file} other {# files}}',
  cart: { total: 'Total price of your cart' },
}
const DE = {
  save: 'Alle Dateien sichern',
  welcome: 'Willkommen, {name}!',
  files: '{count, plural, one {# Datei} other {# Dateien}}',
  cart: { total: 'Gesamtpreis des Warenkorbs' },
}
const PL = {
  save: 'Zapisz wszystkie pliki',
  welcome: 'Witaj, {name}!',
  files: '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}',
  cart: { total: 'Łączna cena koszyka' },
}
const BASE: Files = {
  'dragoman.json': json({
    project: 'acme/app',
    source_locale: 'en',
    target_locales: ['de', 'pl'],
    files: [{ source: 'locales/en.json' }],
  }),
  'locales/en.json': json(EN),
  'locales/de.json': json(DE),
  'locales/pl.json': json(PL),
}
const NEW = { exported: 'Your files were exported', retry: 'Try again' }

describeWith('git', 'dragoman check --diff on a pull request', () => {
  const repository = allTests(() => createRepository(BASE))

  /** The output of the check on a branch with one commit. */
  async function check(files: Files, args: readonly string[] = []): Promise<Outcome> {
    repository.git('switch', '--quiet', '--force-create', 'topic', 'main')
    await repository.commit(files)
    return withoutTime(await run(['check', '--diff', 'main', ...args], {}, '', { cwd: repository.folder }))
  }

  it('passes added source strings: they are queued', async () => {
    expect(await check({ 'locales/en.json': json({ ...EN, ...NEW }) })).toEqual({
      code: 0,
      stdout: '',
      stderr:
        '2 strings added in locales/en.json: queued for de, pl.\nNo problems in the strings that this branch changes.\n',
    })
  })

  it('fails copied source strings', async () => {
    const copied = { ...NEW, settings: 'Settings', brand: 'GitHub', ok: 'OK' }
    const outcome = await check({
      'locales/en.json': json({ ...EN, ...copied }),
      'locales/de.json': json({ ...DE, ...copied }),
      'locales/pl.json': json({
        ...PL,
        ...copied,
        exported: 'Pliki zostały wyeksportowane',
        retry: undefined,
        settings: 'Ustawienia',
      }),
    })
    expect(outcome.code).toBe(1)
    expect(outcome.stdout.split('\n')).toEqual([
      'locales/de.json:8:16\terror\tcopied_source\texported\t"Your files were exported" equals the English source.\tLeave it out: Dragoman queues it.',
      'locales/de.json:9:13\terror\tcopied_source\tretry\t"Try again" equals the English source.\tLeave it out: Dragoman queues it.',
      'locales/de.json:10:16\terror\tcopied_source\tsettings\t"Settings" equals the English source.\tLeave it out: Dragoman queues it.',
      '',
    ])
    expect(outcome.stderr).toBe(
      '1 string added in locales/en.json: queued for pl.\n3 errors in the strings that this branch changes\n',
    )
  })

  it('fails a translation with a broken placeholder', async () => {
    const outcome = await check({
      'locales/en.json': json({ ...EN, bye: 'Goodbye, {name}!' }),
      'locales/de.json': json({ ...DE, bye: 'Auf Wiedersehen, {nmae}!' }),
    })
    expect(outcome.code).toBe(1)
    expect(outcome.stdout).toContain('locales/de.json:8:11\terror\tplaceholders\tbye\t"{name}" is missing.')
    expect(outcome.stderr).toContain('2 errors in the strings that this branch changes\n')
  })

  it('fails a translation without a plural form of its language', async () => {
    const days = (forms: string): string => `{n, plural, ${forms}}`
    const outcome = await check({
      'locales/en.json': json({ ...EN, days: days('one {# day} other {# days}') }),
      'locales/pl.json': json({ ...PL, days: days('one {# dzień} other {# dnia}') }),
    })
    expect(outcome.code).toBe(1)
    expect(outcome.stdout).toMatch(/^locales\/pl\.json:8:12\terror\tplural_forms\tdays\t.*"few"/)
    expect(outcome.stderr).toBe(
      '1 string added in locales/en.json: queued for de.\n1 error in the strings that this branch changes\n',
    )
  })

  it('passes a rewritten source string: its translations are queued as stale', async () => {
    expect(await check({ 'locales/en.json': json({ ...EN, save: 'Save all open files' }) })).toEqual({
      code: 0,
      stdout: '',
      stderr:
        '1 string changed in locales/en.json: queued as stale for de, pl.\nNo problems in the strings that this branch changes.\n',
    })
  })

  it('passes a change without strings, and good translations', async () => {
    expect(await check({ 'README.md': 'Hello\n' })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No problems in the strings that this branch changes.\n',
    })
    const clean = await check({
      'locales/en.json': json({ ...EN, ...NEW }),
      'locales/de.json': json({ ...DE, exported: 'Deine Dateien wurden exportiert', retry: 'Nochmal versuchen' }),
      'locales/pl.json': json({ ...PL, exported: 'Twoje pliki zostały wyeksportowane', retry: 'Spróbuj ponownie' }),
    })
    expect(clean).toEqual({ code: 0, stdout: '', stderr: 'No problems in the strings that this branch changes.\n' })
  })

  it('passes renamed keys, with or without their translations', async () => {
    const renamed = <T extends typeof EN>({ cart, ...rest }: T) => ({ ...rest, cart: { sum: cart.total } })
    const line = (notes: string): string =>
      `1 string renamed in locales/en.json ("cart.total" → "cart.sum"): translations keep their text.\n${notes}No problems in the strings that this branch changes.\n`
    expect(
      await check({
        'locales/en.json': json(renamed(EN)),
        'locales/de.json': json(renamed(DE)),
        'locales/pl.json': json(renamed(PL)),
      }),
    ).toEqual({ code: 0, stdout: '', stderr: line('') })
    expect(await check({ 'locales/en.json': json(renamed(EN)) })).toEqual({ code: 0, stdout: '', stderr: line('') })
  })

  it('checks an edited target file, and says how to send it', async () => {
    expect(await check({ 'locales/de.json': json({ ...DE, save: 'Alle Dateien speichern' }) })).toEqual({
      code: 0,
      stdout: '',
      stderr:
        '1 translation changed in locales/de.json: unless a pull wrote it, run dragoman push --translations.\nNo problems in the strings that this branch changes.\n',
    })
    const broken = await check({ 'locales/de.json': json({ ...DE, welcome: 'Willkommen!' }) })
    expect(broken.code).toBe(1)
    expect(broken.stdout).toMatch(/^locales\/de\.json:3:15\terror\tplaceholders\twelcome\t"\{name\}" is missing\./)
  })

  it('warns of a change of dragoman.json after which less is checked', async () => {
    const settings = {
      project: 'acme/app',
      source_locale: 'en',
      target_locales: ['pl'],
      files: [{ source: 'locales/en.json' }],
    }
    const { code, stdout } = await check({
      'dragoman.json': json({ ...settings, levels: { copied_source: 'off' } }),
      'locales/de.json': json({ ...DE, welcome: 'Willkommen!' }),
    })
    expect(code).toBe(0)
    expect(stdout).toContain('warning\tsettings\t\tThis branch removes the locale "de": less is checked.')
    expect(stdout).toContain('warning\tsettings\t\tThis branch sets copied_source to off: less is checked.')
  })
})
