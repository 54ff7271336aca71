import { describe, expect, it } from 'vitest'
import { po } from '../../../../src/l10n/formats/po/format.ts'
import { findIdEvidence } from '../../../../src/l10n/formats/po/ids.ts'
import { poMonolingual } from '../../../../src/l10n/formats/po/monolingual.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { acceptFormat } from '../contract/laws.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = fixturesOf('po-monolingual')
const LINGUI = fixture('lingui-en.po')
const LINGUI_PL = fixture('lingui-pl.po')
const BOT = fixture('bot-en.po')
const HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'

const entry = (id: string, text: string): string => `msgid "${id}"\nmsgstr "${text}"\n\n`
const catalog = (texts: Record<string, string>): string =>
  HEADER +
  Object.entries(texts)
    .map(([id, text]) => entry(id, text))
    .join('')
const sources = (text: string): Record<string, Message> =>
  Object.fromEntries(poMonolingual.read(text, undefined, 'en').entries.map(({ key, value }) => [key, value]))

describe.each(['lingui', 'next-intl', 'bot'])('catalogs like those of %s', name => {
  const source = fixture(`${name}-en.po`)
  acceptFormat(poMonolingual, source, [{ name: `${name}-pl.po`, locale: 'pl', text: fixture(`${name}-pl.po`) }], {
    empty: HEADER,
    siblings: [fixture('bot-pl.po')],
    hard: 'a "b" \\ \t & < > 😀 \u200Fx {n}',
    isRemovable: () => false,
  })
})

describe('reading a catalog with IDs', () => {
  it('takes the msgstr as the source, the msgid as the key, and the msgid of an entry that is no ID', () => {
    expect(poMonolingual.read(LINGUI, undefined, 'en')).toEqual({
      entries: [
        {
          key: 'basket.parcels',
          value: '{count, plural, one {# parcel} other {# parcels}}',
          references: ['src/basket/Basket.tsx:41'],
        },
        {
          key: 'basket.send',
          value: 'Send <0>now</0>',
          description: 'The button below the basket',
          references: ['src/basket/Basket.tsx:58'],
        },
        {
          key: 'Good morning, {0}',
          value: 'Good morning, {0}',
          description: 'placeholder {0}: user.name',
          references: ['src/Greeting.tsx:9'],
        },
        { key: 'time of day␄Evening', value: 'Evening', context: 'time of day', references: ['src/Greeting.tsx:12'] },
      ],
      options: { syntax: 'icu', eol: '\n', final_newline: true, ids: 'mark' },
    })
  })

  it('reads plural forms by the header of the source file', () => {
    expect(sources(BOT)).toEqual({
      'start.welcome': 'Hello %(name)s,\nwhen do you want to meet?',
      'meeting.guests': { one: '%(count)d guest', other: '%(count)d guests' },
      ERROR_TOO_LATE: 'This meeting is over.',
      cancel: 'Cancel the meeting',
    })
    expect(poMonolingual.read(BOT, undefined, 'en').options).toMatchObject({ syntax: 'printf', ids: 'texts' })
  })

  it('takes the msgid of an entry without a text only if it is a text', () => {
    const text = LINGUI.replace('msgstr "Evening"', 'msgstr ""').replace('msgstr "Send <0>now</0>"', 'msgstr ""')
    expect(Object.keys(sources(text))).toEqual(['basket.parcels', 'Good morning, {0}', 'time of day␄Evening'])
    expect(Object.keys(sources(catalog({ 'a.title': 'The title', 'Sign out': '', logout: '', 'b.text': '' })))).toEqual(
      ['a.title', 'Sign out'],
    )
  })

  it('takes only the marked msgid of Lingui as a text where IDs are the rule', () => {
    const marked = '#. js-lingui-generated-id\n#. js-lingui-id: 5VpL9Z\n#. A note\nmsgid "Good night"\nmsgstr ""\n\n'
    const text = HEADER + marked + entry('home.title', 'Home') + entry('Sign out', '')
    expect(poMonolingual.read(text, undefined, 'en')).toMatchObject({
      entries: [
        { key: 'Good night', value: 'Good night', description: 'A note' },
        { key: 'home.title', value: 'Home' },
      ],
      options: { syntax: 'icu' },
    })
  })

  it('reads the messages of Lingui without IDs as ICU', () => {
    const text = `#. js-lingui-id: 5VpL9Z\n${entry('Hello {name}', 'Hello {name}')}`
    expect(detectFormat('locale/en.po', text)).toBe(po)
    expect(po.read(text)).toMatchObject({ entries: [{ key: 'Hello {name}' }], options: { syntax: 'icu' } })
    expect(po.read(text).entries[0]).not.toHaveProperty('description')
  })

  it('refuses a catalog without any text, and says which one has them', () => {
    const empty = catalog({ 'a.title': '', 'b.title': '' })
    expect(() => poMonolingual.read(empty, undefined, 'en')).toThrow(
      expect.objectContaining({
        message: 'Invalid PO file at 4:1: the msgid are IDs, and no msgstr has a text.',
        fix: 'Push the catalog of the source locale, or push with format: po if the msgid are the texts.',
      }),
    )
    expect(poMonolingual.read(HEADER, undefined, 'en').entries).toEqual([])
  })
})

describe('detecting IDs', () => {
  const cases: [name: string, text: string, evidence: ReturnType<typeof findIdEvidence>][] = [
    ['the header of Crowdin', HEADER.replace('UTF-8', 'UTF-8\\n"\n"X-Crowdin-SourceKey: msgstr'), 'mark'],
    ['Lingui, where IDs are the rule', `${HEADER}#. js-lingui-generated-id\n${entry('Open', 'Open')}`, 'mark'],
    ['the source key msgid', HEADER.replace('UTF-8', 'UTF-8\\n"\n"X-Crowdin-SourceKey: msgid'), 'none'],
    ['names joined by dots', catalog({ 'a.title': 'The title', 'a.text': 'Some text' }), 'texts'],
    ['names in camel case', catalog({ signIn: 'Sign in', signOut: 'Sign out', title: 'My own shop' }), 'texts'],
    [
      'IDs and texts',
      catalog({ 'a.b': 'One', 'a.c': 'Two', 'a.d': 'Three', 'Sign in': '', 'Go on': '', X: '' }),
      'unsure',
    ],
    ['IDs without texts', catalog({ 'a.title': '', 'a.text': '' }), 'unsure'],
    ['texts that are filled with themselves', catalog({ Open: 'Open', 'Sign in': 'Sign in' }), 'none'],
    ['texts with corrections', catalog({ Colour: 'Color', 'Log in': 'Sign in', email: 'E-mail', ok: 'OK' }), 'unsure'],
    ['texts with an identifier', catalog({ iPhone: 'iPhone', 'and/or': 'and/or', 'e-mail': 'Email' }), 'unsure'],
    ['no entries', HEADER, 'none'],
  ]
  it.each(cases)('of %s', (_, text, evidence) => {
    expect(findIdEvidence(text)).toBe(evidence)
    const format = evidence === 'mark' || evidence === 'texts' ? poMonolingual : po
    expect(detectFormat('locale/en/app.po', text)).toBe(format)
  })

  it('reads wrapped strings, and looks at the beginning of a long file only', () => {
    const wrapped = `${HEADER}msgid ""\n"a.long.name"\nmsgstr ""\n"A text\\n"\n"with lines"\n`
    expect(findIdEvidence(wrapped)).toBe('texts')
    const long = catalog({ 'Some text': '' }) + entry('x', 'y').repeat(200_000)
    expect(findIdEvidence(long)).toBe('unsure')
  })
})

describe('writing a catalog with IDs', () => {
  it('does not wrap a text in catalogs whose programs never wrap one', () => {
    const long = 'Paczka '.repeat(20).trim()
    for (const base of [
      LINGUI_PL,
      LINGUI_PL.replace('"X-Generator: @lingui/cli\\n"\n', ''),
      fixture('next-intl-pl.po'),
      fixture('bot-pl.po'),
    ]) {
      const [{ key } = { key: '' }] = poMonolingual.readTarget(base, 'pl')
      const written = poMonolingual.write({ source: base, base, locale: 'pl', values: new Map([[key, long]]) })
      expect(written.includes(`msgstr "${long}"`)).toBe(base !== fixture('bot-pl.po'))
    }
  })

  it('keeps a stale text in use, a text marked fuzzy fuzzy, and a renamed ID without a previous source', () => {
    const base = LINGUI_PL.replace('#. placeholder', '#, fuzzy\n#. placeholder')
    expect(poMonolingual.readTarget(base, 'pl')).toContainEqual({
      key: 'Good morning, {0}',
      value: 'Dzień dobry, {0}',
      state: 'needs_review',
    })
    const values = new Map([['basket.send', 'Wyślij']])
    const written = poMonolingual.write({
      source: LINGUI.replace('msgid "basket.parcels"', 'msgid "basket.boxes"'),
      base,
      locale: 'pl',
      values,
      stale: new Set(['basket.send']),
      former: [['basket.boxes', ['basket.parcels']]],
    })
    expect(written).toBe(
      base
        .replace('basket.parcels', 'basket.boxes')
        .replace('"basket.send"\nmsgstr ""', '"basket.send"\nmsgstr "Wyślij"'),
    )
  })

  it('moves an ID that left the source to the obsolete entries, and does not bring back its text', () => {
    const gone = poMonolingual.write({
      source: HEADER,
      base: LINGUI_PL,
      locale: 'pl',
      values: new Map(),
      removed: new Set(['basket.parcels']),
    })
    expect(gone).toContain('#~ msgid "basket.parcels"\n#~ msgstr "{count, plural, one {# paczka}')
    const again = poMonolingual.write({ source: LINGUI, base: gone, locale: 'pl', values: new Map() })
    expect(again).toBe(gone)
    const written = poMonolingual.write({
      source: LINGUI,
      base: gone,
      locale: 'pl',
      values: new Map([['basket.parcels', 'Paczki: {count}']]),
    })
    expect(written).toContain('msgid "basket.parcels"\nmsgstr "Paczki: {count}"')
    expect(written).not.toContain('paczka')
  })
})
