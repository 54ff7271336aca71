import { describe, expect, it } from 'vitest'
import type { Segment } from '../../src/engines/template/segments.ts'
import { translateItems } from '../../src/engines/template/translate-items.ts'
import type { EngineItem, EngineTerm } from '../../src/l10n/engines/engine.ts'
import type { Message, Syntax } from '../../src/l10n/message/message.ts'
import { readCorpus } from '../l10n/corpus.ts'
import { describeWith } from '../require.ts'
import { readStrings, SAMPLES, SOURCE_FILES, type SourceString } from './sources.ts'

interface Options {
  readonly locale?: string
  readonly syntax?: Syntax
  readonly terms?: readonly EngineTerm[]
  readonly plurals?: readonly string[]
}

/** What an engine that changes segments so makes of a message, and the texts that it was asked, with `1` for a kept part. */
async function translate(
  source: Message,
  change: (segment: Segment) => Segment | undefined,
  { locale = 'en', syntax = 'plain', terms = [], plurals }: Options = {},
): Promise<{ readonly value: Message | undefined; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const required = plurals && { required: plurals, optional: [] }
  const item: EngineItem = { id: '1', key: 'k', file: 'f', source, syntax, plurals: required }
  const answers = await translateItems({ items: [item], locale, terms }, async segments => {
    asked.push(...segments.map(segment => segment.map(part => (part.kind === 'words' ? part.text : '1')).join('|')))
    return segments.map(change)
  })
  return { value: answers[0]?.value, asked }
}

const same = (segment: Segment): Segment => segment

/** With other words, and the same kept parts. */
const say =
  (...texts: readonly string[]) =>
  (segment: Segment): Segment => {
    const kept = segment.filter(part => part.kind === 'kept')
    return texts.flatMap((text, at) => [{ kind: 'words' as const, text }, ...kept.slice(at, at + 1)])
  }

describe('the segments of a message', () => {
  it('are paragraphs and branches, without the white space around them', async () => {
    const { asked } = await translate(' One {a}.\n\n- Two\n{n}', same)
    expect(asked).toEqual(['One |1|.', '1|Two|1|1'])
    const icu = '{n, plural, one {# day} other {# days in {m, select, x {here} other {there}}}} left'
    expect((await translate(icu, same, { syntax: 'icu' })).asked).toEqual([
      '1| day',
      'here',
      'there',
      '1| days in |1',
      '1| left',
    ])
  })

  it('are the variants of Fluent, with those that the target needs', async () => {
    const fluent = '{ $n ->\n    [one] { $n } day\n   *[other] { $n } days in { $m ->\n       *[x] here\n    }\n} left'
    const { value, asked } = await translate(fluent, same, { syntax: 'fluent', locale: 'ar' })
    expect(asked).toEqual(['1| day', 'here', '1| days in |1', '1| left'])
    const other = '{ $n } days in { $m ->\n       *[x] here\n    }'
    const added = ['two', 'few', 'many'].map(name => `\n   [${name}] ${other}`).join('')
    expect(value).toBe(`{ $n ->\n    [one] { $n } day${added}\n   *[other] ${other}\n} left`)
  })

  it.each([
    ['de', '{{PLURAL:$2|one day|$2 days}} of {{GENDER:$1|his|her}} [[Main page|page]]'],
    ['ja', '{{PLURAL:$2|$2 days}} of {{GENDER:$1|his|her}} [[Main page|page]]'],
    ['pl', '{{PLURAL:$2|one day|$2 days|$2 days|$2 days}} of {{GENDER:$1|his|her}} [[Main page|page]]'],
    ['ar', `{{PLURAL:$2|$2 days|one day${'|$2 days'.repeat(4)}}} of {{GENDER:$1|his|her}} [[Main page|page]]`],
  ])('are the forms of MediaWiki, with those of %s by position', async (locale, expected) => {
    const source = '{{PLURAL:$2|one day|$2 days}} of {{GENDER:$1|his|her}} [[Main page|page]]'
    const { value, asked } = await translate(source, same, { syntax: 'banana', locale })
    expect(value).toBe(expected)
    expect(asked).toContain('1| days')
    const exact = '{{PLURAL:$1|0=none|one|$1 many}}'
    expect((await translate(exact, same, { syntax: 'banana', locale: 'de' })).value).toBe(exact)
  })

  it('are the forms of vue-i18n, and the elements of HTML that end a sentence', async () => {
    expect((await translate('no car | {n} cars', same, { syntax: 'vue-i18n' })).asked).toEqual(['no car', '1| cars'])
    expect((await translate('<ul> <li>One <b>two</b></li></ul>', same)).asked).toEqual(['One |1|two|1'])
  })

  it('are equal only once, and are not asked for without letters', async () => {
    expect((await translate({ one: 'a day', other: 'a day', few: '5 / {n}' }, same)).asked).toEqual(['a day'])
  })

  it('have terms that are not translated as kept parts, as whole words', async () => {
    const terms = [{ term: 'Git', kind: 'do_not_translate' as const }, { term: 'hub' }]
    expect((await translate('Git on Github, hub', same, { terms })).asked).toEqual(['1| on Github, hub'])
  })
})

describe('the translation of a message', () => {
  it('has the plural forms of the target, from the same form or from other', async () => {
    const source = { one: 'a file', other: '%d files' }
    const { value } = await translate(source, same, { syntax: 'printf', plurals: ['one', 'few', 'many', 'other'] })
    expect(value).toEqual({ one: 'a file', few: '%d files', many: '%d files', other: '%d files' })
    expect((await translate(source, same, { syntax: 'printf', plurals: ['other'] })).value).toEqual({
      other: '%d files',
    })
  })

  it('has the ICU branches of the target', async () => {
    const source = '{n, plural, =0 {none} one {# file} other {# files}}'
    expect((await translate(source, same, { syntax: 'icu', locale: 'pl' })).value).toBe(
      '{n, plural, =0 {none} one {# file} few {# files} many {# files} other {# files}}',
    )
    expect((await translate(source, same, { syntax: 'icu', locale: 'ja' })).value).toBe(
      '{n, plural, =0 {none} other {# files}}',
    )
    expect((await translate('{n, plural, =1 {it} other {#}}', same, { syntax: 'icu', locale: 'de' })).value).toBe(
      '{n, plural, =1 {it} other {#}}',
    )
    expect((await translate('{n, plural, =1 {it} other {#}}', same, { syntax: 'icu', locale: 'fr' })).value).toBe(
      '{n, plural, =1 {it} one {#} other {#}}',
    )
    const ordinal = '{n, selectordinal, one {#st} other {#th}} of {g, select, f {her} other {their}}'
    expect((await translate(ordinal, same, { syntax: 'icu', locale: 'it' })).value).toBe(
      '{n, selectordinal, many {#th} other {#th}} of {g, select, f {her} other {their}}',
    )
  })

  it('has white space, spaces at placeholders and capital letters as in the source', async () => {
    expect((await translate('  Open  it \n', say('ouvre  le'))).value).toBe('  Ouvre  le \n')
    expect((await translate('Open {a} now (“{b}”)', say('ouvre', 'ici  (“ ', ' ”)'))).value).toBe(
      'Ouvre {a} ici (“{b}”)',
    )
    expect((await translate('OPEN IT {a}', say('ouvre ça ', ''))).value).toBe('OUVRE ÇA {a}')
  })

  it('has no straight apostrophe in ICU messages, which could quote', async () => {
    expect((await translate("It''s {a}", say("l'", ''), { syntax: 'icu' })).value).toBe('L’{a}')
    expect((await translate('It {a}', say("l'", ''))).value).toBe("L'{a}")
  })

  it('is missing if a segment is missing, or lost or doubled a kept part, or has no words', async () => {
    expect(
      (await translate('One.\n\nTwo', segment => (segment.length === 1 ? undefined : segment))).value,
    ).toBeUndefined()
    expect((await translate('One {a}', segment => segment.slice(0, 1))).value).toBeUndefined()
    expect((await translate('One {a}', segment => [...segment, ...segment.slice(1)])).value).toBeUndefined()
    expect((await translate('One {a}', segment => segment.slice(1))).value).toBeUndefined()
  })
})

/** Strings that an engine which changes nothing would change. */
async function findChanged(strings: readonly SourceString[]): Promise<readonly unknown[]> {
  const items = strings.map(({ key, value, syntax, families }, at) => ({
    id: `${at}`,
    key,
    file: 'f',
    source: value,
    syntax,
    families: families?.families,
  }))
  const answers = await translateItems({ items, locale: 'en' }, async segments => segments)
  const values = new Map(answers.map(({ id, value }) => [id, value]))
  const plain = (value: Message | undefined): string => JSON.stringify(value).replaceAll(/''?|’/g, '’')
  // English gets the branch that it needs.
  const lacksOne = (value: Message): boolean => /plural,(?!.*\bone\s*\{)(?!.*=1\s*\{)/.test(JSON.stringify(value))
  return items
    .filter(({ source }) => !lacksOne(source))
    .filter(({ id, source }) => plain(values.get(id)) !== plain(source))
    .map(({ id, source }) => [source, values.get(id)])
}

it('an engine that changes nothing changes no message', async () => {
  expect(await findChanged(SAMPLES)).toEqual([])
})

describeWith('corpus', 'published source files', () => {
  it.each(SOURCE_FILES)('stay as they are with an engine that changes nothing: %s', async path => {
    expect(await findChanged(readStrings(path, readCorpus(path)))).toEqual([])
  })
})
