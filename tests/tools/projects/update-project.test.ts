import { describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'fr'])

const update = (args: object) => loop.call('update_project', args)
const statusOf = async (locale: string) => {
  const { locales } = await loop.call<{ locales: { locale: string }[] }>('get_status')
  return locales.find(one => one.locale === locale)
}
const invalid = async (args: object, message: string | RegExp) => {
  const before = await loop.record()
  const fault = await refused(update(args))
  expect(fault.code, JSON.stringify(args)).toBe('invalid_input')
  expect(fault.message).toMatch(message)
  expect(fault.fix).toBeDefined()
  expect(await loop.record()).toEqual(before)
}

describe('adding a locale', () => {
  it('makes every entry work at once, in file order', async () => {
    await loop.push({ a: 'One two', b: 'Three', c: 'Four five six' })
    expect(await update({ add_locales: ['pt_br'] })).toMatchObject({
      target_locales: ['de', 'fr', 'pt-BR'],
      changed: ['target_locales'],
      added: [{ locale: 'pt-BR', left: 3, words_left: 6, texts: 0 }],
      next: 'Call get_work with locale pt-BR.',
    })
    expect((await loop.work({ locale: 'pt-BR' })).items.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
    expect(await statusOf('pt-BR')).toMatchObject({ untranslated: 3, left: 3, words_left: 6 })
    await loop.translate({ b: 'Três' }, { locale: 'pt-BR' })
    expect(await statusOf('pt-BR')).toMatchObject({ untranslated: 2, translated: 1, left: 2 })
  })

  it('changes nothing in a dry run, with the same answer', async () => {
    await loop.push({ a: 'One two' })
    const before = await loop.record()
    const dry = await update({ add_locales: ['ja'], remove_locales: ['fr'], dry_run: true })
    expect(dry).toMatchObject({
      dry_run: true,
      target_locales: ['de', 'ja'],
      added: [{ locale: 'ja', left: 1, words_left: 2, texts: 0 }],
      hidden: [{ locale: 'fr', texts: 0 }],
    })
    expect(await loop.record()).toEqual(before)
    const { dry_run: _, next: __, ...told } = dry
    expect(await update({ add_locales: ['ja'], remove_locales: ['fr'] })).toMatchObject(told)
  })

  it('excludes entries that only a branch lists from main’s work', async () => {
    await loop.push({ a: 'A' })
    await loop.push({ a: 'A', b: 'B' }, { branch: 'one' })
    expect(await update({ add_locales: ['ja'] })).toMatchObject({ added: [{ left: 1 }] })
    expect((await loop.work({ locale: 'ja' })).items.map(({ key }) => key)).toEqual(['a'])
    expect((await loop.work({ locale: 'ja', branch: 'one' })).items.map(({ key }) => key)).toEqual(['a', 'b'])
  })

  it('that exists changes nothing', async () => {
    const before = await loop.record()
    expect(await update({ add_locales: ['de'] })).toMatchObject({ changed: [], target_locales: ['de', 'fr'] })
    expect(await loop.record()).toBe(before)
  })
})

describe('removing a locale', () => {
  it('hides its translations, and adding it shows them again', async () => {
    await loop.push({ a: 'A', b: 'B', c: 'C' })
    await loop.translate({ a: 'A de', b: 'B de' })
    const before = await statusOf('de')
    const pulled = await loop.pull()
    for (const change of [{ remove_locales: ['DE'] }, { target_locales: ['fr'] }]) {
      const record = await loop.record()
      expect(await refused(update(change))).toMatchObject({
        code: 'conflict',
        field: 'confirm',
        message: 'The call would hide de (2 translations). Nothing was written.',
        fix: expect.stringContaining('repeat the call with confirm: true'),
      })
      expect(await loop.record()).toEqual(record)
    }
    const dry = await update({ remove_locales: ['DE'], dry_run: true })
    expect(dry).toMatchObject({ hidden: [{ locale: 'de', texts: 2 }] })
    const done = await update({ remove_locales: ['DE'], confirm: true })
    expect(done).toMatchObject({ hidden: [{ locale: 'de', texts: 2 }] })
    expect(await statusOf('de')).toBeUndefined()
    for (const tool of ['get_work', 'pull_translations']) {
      expect((await refused(loop.call(tool, { locale: 'de' }))).message).toContain('is not a target locale')
    }
    expect(await update({ add_locales: ['de'] })).toMatchObject({
      target_locales: ['fr', 'de'],
      added: [{ locale: 'de', left: 1, texts: 2 }],
    })
    expect(await statusOf('de')).toEqual(before)
    expect(await loop.pull()).toEqual(pulled)
  })

  it('keeps following pushes: new entries, changed and dropped sources', async () => {
    await loop.push({ a: 'A', b: 'B', c: 'C' })
    await loop.translate({ a: 'A de', b: 'B de', c: 'C de' })
    await update({ target_locales: ['fr'], confirm: true })
    await loop.push({ a: 'A', b: 'B changed', d: 'D' }, { confirm_removed: 1 })
    expect(await update({ target_locales: ['fr', 'de'] })).toMatchObject({ added: [{ left: 2, texts: 2 }] })
    expect((await loop.work()).items.map(({ key }) => key)).toEqual(['b', 'd'])
    expect(await statusOf('de')).toMatchObject({ translated: 2, stale: 1, untranslated: 1 })
  })
})

describe('the source locale', () => {
  it('can be corrected without other changes', async () => {
    await loop.push({ a: 'A' })
    await loop.translate({ a: 'A de' })
    expect(await update({ source_locale: 'en_us' })).toMatchObject({
      source_locale: 'en-US',
      changed: ['source_locale'],
      next: 'Push the en-US source files with push_source.',
    })
    expect(await statusOf('de')).toMatchObject({ translated: 1, left: 0 })
  })

  it('hides the target with its tag, which returns when it is a target again', async () => {
    await loop.push({ a: 'A' })
    await loop.translate({ a: 'A de' })
    expect(await update({ source_locale: 'de', dry_run: true })).toMatchObject({ hidden: [{ locale: 'de', texts: 1 }] })
    expect(await update({ source_locale: 'de', confirm: true })).toMatchObject({ target_locales: ['fr'] })
    await update({ source_locale: 'en', add_locales: ['de'] })
    expect(await statusOf('de')).toMatchObject({ translated: 1 })
  })
})

it.each([
  [{}, /changes nothing/],
  [{ name: null, files: null }, /name and files are null, which changes nothing/],
  [{ dry_run: true, allow_private_locale: true }, /changes nothing/],
  [{ add_locales: ['english', 'klingon'] }, /add_locales\.0 is "english".*add_locales\.1 is "klingon"/],
  [{ add_locales: [] }, /add_locales/],
  [{ add_locales: ['EN'] }, /has en, which is the source/],
  [{ source_locale: 'de', target_locales: ['de'] }, /has de, which is the source/],
  [{ target_locales: ['de'], add_locales: ['ja'] }, /target_locales cannot be combined with/],
  [{ add_locales: ['de'], remove_locales: ['de'] }, /de is in add_locales and in remove_locales/],
  [{ remove_locales: ['ja', 'x'] }, /remove_locales\.1 is "x"/],
  [{ remove_locales: ['de', 'fr'] }, /would have no target locale/],
  [{ fallbacks: { ja: 'de' } }, /fallbacks has ja: de/],
  [{ fallbacks: { de: 'ja' } }, /fallbacks has de: ja/],
  [{ fallbacks: { de: 'fr', fr: 'de' } }, /fallbacks has a cycle from de back to de/],
  [{ main_branch: 'a b' }, /main_branch/],
  [{ files: [{ source: 'a/en.json', target: 'a/x.json' }] }, /no \{locale\}/],
  [{ target_locale: ['de'] }, /did you mean target_locales/],
])('an invalid project is rejected with the field, and nothing changes: %j', (args, message) => invalid(args, message))

it('private locales are accepted with the parameter, here and in a new project', async () => {
  await invalid({ add_locales: ['qaa-Abcd'] }, /add_locales\.0 is "qaa-Abcd": give a BCP 47 tag such as /)
  expect(await update({ add_locales: ['qaa-abcd'], allow_private_locale: true })).toMatchObject({
    target_locales: ['de', 'fr', 'qaa-Abcd'],
  })
  const made = { project: 'ada/private', source_locale: 'en', target_locales: ['klingon'] }
  expect((await refused(loop.ada.call('create_project', made))).code).toBe('invalid_input')
  const answer = await loop.ada.call('create_project', { ...made, allow_private_locale: true })
  expect(answer).toMatchObject({ target_locales: ['klingon'] })
  await invalid({ add_locales: ['not a tag'], allow_private_locale: true }, /"not a tag"/)
})

describe('file rules', () => {
  it('replace the rule with their source, and precede the others when they are new', async () => {
    await loop.push({ a: 'A' })
    await update({ files: [{ source: 'locales/en.json', target: 'l10n/{locale}.json', aliases: { de: 'german' } }] })
    await loop.translate({ a: 'A de' })
    expect((await loop.pull()).path).toBe('l10n/german.json')
    await update({ files: [{ source: 'locales/*.json', target: 'x/{locale}/*.json' }] })
    expect((await loop.record()).files.map(({ source }) => source)).toEqual(['locales/*.json', 'locales/en.json'])
  })

  it('never send a locale to a pushed source file', async () => {
    await loop.push({ a: 'A' })
    await loop.push({ b: 'B' }, {}, 'other/ja.json')
    await update({ files: [{ source: 'locales/en.json', target: 'other/{locale}.json' }] })
    const fault = await refused(update({ add_locales: ['ja'] }))
    expect(fault.message).toContain(
      'The ja translations of locales/en.json would overwrite the source file other/ja.json',
    )
  })
})

it('the fallbacks of a removed locale are removed', async () => {
  await update({ fallbacks: { fr: 'de', de: 'en' } })
  await update({ remove_locales: ['de'] })
  const shown = await loop.call<{ fallbacks?: object }>('get_project')
  expect(shown.fallbacks ?? {}).toEqual({})
})

it('name, fallbacks and main branch can be changed before the first push', async () => {
  expect(await update({ name: 'The app', fallbacks: { fr: 'de', de: 'en' }, main_branch: 'trunk' })).toMatchObject({
    name: 'The app',
    changed: ['name', 'fallbacks', 'main_branch'],
  })
  expect(await loop.call('get_project')).toMatchObject({
    name: 'The app',
    main_branch: 'trunk',
    fallbacks: { fr: 'de', de: 'en' },
  })
  await loop.push({ a: 'A' })
  expect(await update({ main_branch: 'trunk' })).toMatchObject({ changed: [] })
  expect((await refused(update({ main_branch: 'main' }))).code).toBe('conflict')
})
