import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { readSource } from '../../../src/l10n/files/read-files.ts'
import type { FileFamilies } from '../../../src/l10n/message/families.ts'

const LARAVEL: FileFamilies = { families: ['laravel'], sure: 'certain', quotes: false }

const find = (source: string, target: string, locale: string, families = LARAVEL) =>
  checkText({ source, target, syntax: 'plain', sourceLocale: 'en', locale, families }).findings.filter(({ id }) =>
    ['plural_forms', 'extra_plural_forms', 'placeholders'].includes(id),
  )

/** The findings about plural forms and placeholders, as `level: message`. */
const check = (source: string, target: string, locale: string): string[] =>
  find(source, target, locale).map(({ level, message }) => `${level}: ${message}`)

const COUNTED = ':count apple|:count apples'
const RANGED = '{0} None|[1,19] Some|[20,*] Many'

describe('forms that the plural rule chooses', () => {
  it.each([
    [':count яблоко|:count яблока|:count яблок', 'ru', []],
    [':count яблоко|:count яблок', 'ru', ['error: ru needs 3 plural forms between pipes; the translation has 2.']],
    ['Яблок: :count', 'ru', ['error: ru needs 3 plural forms between pipes; the translation has 1.']],
    [':count Äpfel', 'de', ['error: de needs 2 plural forms between pipes; the translation has 1.']],
    ['りんご:count個', 'ja', []],
    ['りんご:count個|りんごたち:count個', 'ja', ['warning: Laravel uses 1 plural form in ja; the translation has 2.']],
    [':count تفاحة|:count تفاحات', 'ar', ['error: ar needs 6 plural forms between pipes; the translation has 2.']],
    [':count olma', 'uz', []],
    ['Jabłka: :count|Jabłka: :count', 'pl', []],
  ])('are as many as the language has: %s (%s)', (target, locale, found) => {
    expect(check(COUNTED, target, locale)).toEqual(found)
  })

  it('are named in their order', () => {
    expect(find(COUNTED, ':count jabłko|:count jabłek', 'pl')[0]?.fix).toBe(
      'Write 3 plural forms in this order: "one" (1), "few" (2, 3, 4, 22), "many" (0, 5, 6, 7).',
    )
    expect(find(COUNTED, ':count afal|:count afal arall', 'cy')[0]?.fix).toBe('Write 4 plural forms.')
  })

  it('are a warning where the text could be something else', () => {
    expect(check('apple|apples', 'яблоко|яблок', 'ru')).toEqual([
      'warning: ru needs 3 plural forms between pipes; the translation has 2.',
    ])
  })

  it.each(['Page | Site', 'low|medium|high', '| a | b |', 'One form :count'])('are not in %j', source => {
    expect(check(source, source, 'ru')).toEqual([])
  })

  it('are looked for in files of Laravel and Symfony only', () => {
    expect(find(COUNTED, ':count x', 'ru', { ...LARAVEL, families: [] })).toEqual([])
    expect(find(RANGED, '{0} x', 'ru', { ...LARAVEL, families: ['printf'] })).toEqual([])
    expect(find(RANGED, '{0} x', 'ru', { ...LARAVEL, families: ['symfony'] })).not.toEqual([])
  })
})

const LOST_ZERO = 'warning: The translation leaves out the text for 0.'

describe('forms with ranges', () => {
  it.each([
    [RANGED, '{0} Нет|[1,19] Немного|[20,*] Много', 'ru', []],
    [RANGED, '{0} Нет|{1} Один|[2,19] Немного|[20,*] Много', 'ru', []],
    [RANGED, '{0} Нет|[1,19] Немного', 'ru', ['error: No form is for 20, 21, 22, 23.']],
    [RANGED, 'Нет|Немного|Много', 'ru', ['error: No form is for 0, 1, 2, 3.']],
    [RANGED, '{0} Нет| [1,19] Немного|[20,*] Много', 'ru', ['error: Laravel prints "[1,19]".']],
    ['{1} :count apple|[2,*] :count apples', '{1} :count яблоко|[2,4] :count яблока|[5,*] :count яблок', 'ru', []],
    ['{1} :count apple|[2,*] :count apples', ':count яблоко|:count яблока|:count яблок', 'ru', []],
    ['{1} :count apple|[2,*] :count apples', 'りんご:count個', 'ja', []],
    ['{0} none|{1} one|[2,*] :count apples', ':count яблоко|:count яблока|:count яблок', 'ru', [LOST_ZERO]],
    ['{0} none|{1} one|[2,*] :count apples', '{1} jabłko|[2,4] :count jabłka|[5,*] :count jabłek', 'pl', [LOST_ZERO]],
    ['{0} none|{1} one|[2,*] many', '{1} eins|[2,*] viele', 'de', ['error: No form is for 0.']],
    ['{0} none|{1} one|[2,*] many', '{0} none|{1} one|{2} two[3,*] many', 'de', ['error: No form is for 3, 4, 5, 6.']],
    [COUNTED, '{1} :count яблоко|[2,4] :count яблока', 'ru', ['error: No form is for 5, 6, 7, 8.']],
    // Programs that choose by rules of their own read ranges behind a space.
    ['{0} None | [1,*] Some', '{0} Нет | [1,*] Есть', 'ru', []],
  ])('keep their numbers: %j as %j', (source, target, locale, found) => {
    expect(check(source, target, locale)).toEqual(found)
  })

  it('name the ranges of the source, and the space before one', () => {
    expect(find(RANGED, '{0} Нет|[1,19] Немного', 'ru')[0]?.fix).toBe(
      'Begin each form with its numbers, as in the source: "{0}", "[1,19]", "[20,*]".',
    )
    expect(find(RANGED, '{0} Нет|\n[1,19] Немного|[20,*] Много', 'ru')[0]).toMatchObject({
      at: 9,
      fix: 'Remove the space before "[1,19]".',
    })
  })
})

describe('files of Laravel', () => {
  const read = (path: string, content: string) => {
    const steps = readSource({ path, content, locale: 'en' })
    for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value.options
  }

  it.each([
    ['lang/en/messages.php', "<?php return ['apples' => 'apple|apples'];"],
    ['lang/en/messages.php', "<?php return ['some' => '{0} None|[1,19] Some|[20,*] Many'];"],
    ['lang/en.json', '{"{0} None|[1,19] Some|[20,*] Many": "{0} None|[1,19] Some|[20,*] Many"}'],
    ['lang/en.json', '{"a": "{0} None|{1} One"}'],
    ['lang/en.json', '{"a": ":count apple|:count apples", "b": "Hi :name"}'],
  ])('are known by their plural forms: %s', (path, content) => {
    expect(read(path, content)).toMatchObject({ syntax: 'plain', families: 'laravel' })
  })

  it.each([
    ['locales/en.json', '{"a": "{0} apple | {0} apples", "b": "On|Off"}'],
    ['locales/en.json', '{"a": "[ ] Later|[x] Now", "b": "[1] Note|[2] Note"}'],
  ])('are not %s with %s', (path, content) => {
    expect(String(read(path, content)['families'])).not.toContain('laravel')
  })
})

it.each([
  ['Join :team', 'Liity tiimiin :Team:iin', []],
  ['Edit :item: :title', '编辑 :item：:title', []],
  ['Edit :item: :title', 'Edit :title', ['error: ":item" is missing.']],
  ['Join :team', 'Siirry :teamiin', ['warning: ":teamiin" has "iin" behind ":team".']],
  ['Join :team as :teamrole', 'Siirry :teamiin, :teamrole', ['warning: ":teamiin" has "iin" behind ":team".']],
  ['Join :team', 'Siirry :tiimi', ['error: ":team" is missing.', 'error: ":tiimi" is not in the source.']],
])('placeholders with an ending in %j are known in %j', (source, target, found) => {
  expect(check(source, target, 'fi')).toEqual(found)
})
