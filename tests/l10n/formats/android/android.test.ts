import { describe, expect, it } from 'vitest'
import { android } from '../../../../src/l10n/formats/android/format.ts'
import type { WriteRequest } from '../../../../src/l10n/formats/format.ts'
import { detectFormat, findFormatIds } from '../../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { namesFaults } from '../faults.ts'

const wrap = (content: string): string => `<resources xmlns:xliff="urn:x">\n${content}\n</resources>\n`
const valueOf = (raw: string): Message | undefined =>
  android.read(wrap(`<string name="a">${raw}</string>`)).entries[0]?.value
const readAll = (text: string): Record<string, Message> =>
  Object.fromEntries(android.read(text).entries.map(({ key, value }) => [key, value]))
const write = (
  request: Omit<WriteRequest, 'locale' | 'values'> & { locale?: string; values?: Record<string, Message> },
): string => android.write({ locale: 'pl', ...request, values: new Map(Object.entries(request.values ?? {})) })

/** As Android Studio lays files out: groups, section comments, all kinds of strings. */
export const SOURCE = `<?xml version="1.0" encoding="utf-8"?>
<!-- Copyright: nobody -->
<resources xmlns:tools="http://schemas.android.com/tools" xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2" tools:ignore="TypographyDashes">

    <!-- Shared -->
    <eat-comment />

    <string name="app_name" translatable="false">Basket</string>
    <string name="title">Your basket</string> <!-- the title bar -->
    <!-- [CHAR LIMIT=40] Shown below the title.
         The name is that of a shop. -->
    <string name="from">From <xliff:g id="shop" example="Amber &amp; Sons">%1$s</xliff:g></string>
    <string name="tablet_title" product="tablet">Basket on a tablet</string>
    <string name="tablet_title" product="default">Basket on a phone</string>

    <!-- Errors of the network -->
    <string name="offline">You\\'re offline.\\n\\nTry "again" later.</string>
    <string name="retry">Try <b>again</b> in <a href="https://example.com/?a=1&amp;b=2">a minute</a></string>

    <string name="spaced">"  two  spaces  "</string>
    <string name="wrapped">
        A text over
        two lines
    </string>
    <string name="html"><![CDATA[<p>One & <b>two</b></p>]]></string>
    <string name="escaped">&lt;b>bold&lt;/b> \\@home \\u00e9 \\?</string>
    <string name="percent" formatted="false">100% sure, 50% off</string>
    <string name="ok">@android:string/ok</string>
    <!-- Number of items -->
    <plurals name="items">
        <!-- exactly one -->
        <item quantity="one">%d item</item>
        <item quantity="other">%d items</item>
    </plurals>
    <string-array name="sizes">
        <item>Small</item>
        <item>@string/medium</item>
        <item>Large</item>
    </string-array>
    <string-array name="codes" translatable="false">
        <item>s</item>
    </string-array>
    <item name="typed" type="string">Typed</item>
    <color name="red">#f00</color>
</resources>
`

describe('Android resources', () => {
  it('have strings, plurals and arrays as entries', () => {
    expect(readAll(SOURCE)).toEqual({
      title: 'Your basket',
      from: 'From <xliff:g id="shop" example="Amber &amp; Sons">%1$s</xliff:g>',
      'tablet_title#tablet': 'Basket on a tablet',
      tablet_title: 'Basket on a phone',
      offline: "You're offline.\n\nTry again later.",
      retry: 'Try <b>again</b> in <a href="https://example.com/?a=1&amp;b=2">a minute</a>',
      spaced: '  two  spaces  ',
      wrapped: 'A text over two lines',
      html: '<p>One & <b>two</b></p>',
      escaped: '<b>bold</b> @home é ?',
      percent: '100% sure, 50% off',
      items: { one: '%d item', other: '%d items' },
      'sizes.0': 'Small',
      'sizes.2': 'Large',
      typed: 'Typed',
    })
    expect(android.read(SOURCE).options).toEqual({ syntax: 'printf', eol: '\n', indent: '    ' })
  })

  it('have comments above them, behind them, and of their group or section as notes', () => {
    const notes = Object.fromEntries(android.read(SOURCE).entries.map(entry => [entry.key, entry.description]))
    expect(notes).toEqual({
      title: 'Shared\nthe title bar',
      from: 'Shared\n[CHAR LIMIT=40] Shown below the title.\nThe name is that of a shop.',
      'tablet_title#tablet': 'Shared',
      tablet_title: 'Shared',
      offline: 'Shared\nErrors of the network',
      retry: 'Shared\nErrors of the network',
      spaced: 'Shared',
      wrapped: 'Shared',
      html: 'Shared',
      escaped: 'Shared',
      percent: 'Shared',
      items: 'Shared\nNumber of items\nexactly one',
      'sizes.0': 'Shared',
      'sizes.2': 'Shared',
      typed: 'Shared',
    })
    const { entries } = android.read(SOURCE)
    // Its tags are longer than the limit.
    expect(entries.find(({ key }) => key === 'from')?.maxLength).toBeUndefined()
    const limited = wrap('<!-- [CHAR_LIMIT=40] -->\n<string name="a">A</string>')
    expect(android.read(limited).entries[0]?.maxLength).toBe(40)
    expect(entries.find(({ key }) => key === 'percent')?.syntax).toBe('plain')
  })

  it('have no notes from a license, a string out of use, or the comment of one string among others', () => {
    const text = wrap(`  <!-- Copyright 2020 Nobody -->

  <string name="a">A</string>
  <!-- <string name="old">Old</string> -->
  <string name="b">B</string>

  <!-- %1$s is a name -->
  <string name="c">C %1$s</string>
  <string name="d">D</string>

  <!-- of e -->
  <string name="e">E</string>
  <!-- of f -->
  <string name="f">F</string>`)
    expect(android.read(text).entries.map(({ key, description }) => [key, description])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', '%1$s is a name'],
      ['d', undefined],
      ['e', 'of e'],
      ['f', 'of f'],
    ])
  })

  it.each([
    [String.raw`a\'b\"c\n\t\\\@\?\#`, 'a\'b"c\n\t\\@?#'],
    [String.raw`\u0041\u00e9\ud83d\ude00`, 'Aé😀'],
    [String.raw`\q\r`, 'qr'],
    [String.raw`end\ `, 'end'],
    ['  a \n   b\t c  ', 'a b c'],
    ['" a  b\n "', ' a  b\n '],
    ['a "  b  " c', 'a   b   c'],
    ['say "hi" to', 'say hi to'],
    ['not  closed "x  y ', 'not closed x  y'],
    ["it's", "it's"],
    ['&quot;  x&quot;', '  x'],
    ['a&#160;&#160;b', 'a\u00A0\u00A0b'],
    ['<a href="x  y">z</a>', '<a href="x  y">z</a>'],
    ['&lt;a href="x">z&lt;/a>', '<a href="x">z</a>'],
    [' <b>x</b>  y ', ' <b>x</b> y '],
    [' <xliff:g>x</xliff:g>  y ', '<xliff:g>x</xliff:g> y'],
    ['"a  <xliff:g>x</xliff:g>  y"', 'a  <xliff:g>x</xliff:g>  y'],
    ['"a  <b>x</b>"', 'a  <b>x</b>'],
    ['x<!-- note -->y', 'xy'],
    ['', ''],
  ])('decode %j to %j, as the resource compiler does', (raw, value) => {
    expect(valueOf(raw)).toBe(value)
  })

  it('have no entries for references', () => {
    for (const raw of [
      '@string/ok',
      ' @android:string/ok ',
      '@null',
      '@empty',
      '@*android:string/x',
      '?attr/title',
      '?android:attr/title',
      '?title',
    ]) {
      expect(valueOf(raw), raw).toBeUndefined()
    }
    for (const raw of ['@', '@you', '?', '? what', '@string/ok then', String.raw`\@string/ok`])
      expect(valueOf(raw), raw).toBeDefined()
  })

  it('keep kinds of the same name apart', () => {
    const text = wrap(
      '<plurals name="day"><item quantity="other">days</item></plurals><string name="day">day</string><string name="x.0">x</string><string-array name="x"><item>X</item></string-array>',
    )
    const values = { 'plurals/day': { other: 'days' }, day: 'day', 'x.0': 'x', 'array/x.0': 'X' }
    expect(readAll(text)).toEqual(values)
    const target = wrap('<plurals name="day"><item quantity="other">dni</item></plurals>')
    expect(android.readTarget(target, 'pl', text)).toEqual([{ key: 'plurals/day', value: { other: 'dni' } }])
    expect(android.readTarget(target, 'pl')).toEqual([{ key: 'day', value: { other: 'dni' } }])
    const written = write({ source: text, values })
    expect(Object.fromEntries(android.readTarget(written, 'pl', text).map(({ key, value }) => [key, value]))).toEqual(
      values,
    )
  })

  namesFaults(android, [
    ['', '1:1', 'the file has no root element. Write one element that contains all others.'],
    ['<root/>', '1:1', 'the root element is <root>, not <resources>. Write <resources> around the strings.'],
    ['<resources>\n  <string>A</string>\n</resources>', '2:3', '<string> has no name. Write <string name="…">.'],
    [
      wrap('<plurals name="a"><item>A</item></plurals>'),
      '2:19',
      'an item has no quantity. Use zero, one, two, few, many, other.',
    ],
    [
      wrap('<plurals name="a"><item quantity="single">A</item></plurals>'),
      '2:19',
      'the quantity single does not exist. Use zero, one, two, few, many, other.',
    ],
    [
      wrap('<plurals name="a"><item quantity="one">A</item><item quantity="one">A</item></plurals>'),
      '2:48',
      'the quantity one occurs twice. Remove one of them.',
    ],
    [
      wrap(String.raw`<string name="a">\ud800</string>`),
      '2:18',
      'a string contains a lone surrogate. Write the character itself, or both halves of its surrogate pair.',
    ],
  ])

  it('are detected by path and content, without donottranslate.xml', () => {
    const text = '<resources><string name="a">A</string></resources>'
    expect(detectFormat('app/src/main/res/values/strings.xml', '').id).toBe('android')
    expect(detectFormat('app/src/main/res/values-pt-rBR/strings.xml', '').id).toBe('android')
    expect(detectFormat('app/src/main/res/values-b+sr+Latn/arrays.xml', text).id).toBe('android')
    expect(detectFormat('texts.xml', text).id).toBe('android')
    expect(detectFormat('shared/src/commonMain/composeResources/values/strings.xml', text).id).toBe('compose')
    expect(
      findFormatIds('app/src/main/res/values/colors.xml', '<resources><color name="a">#fff</color></resources>'),
    ).toEqual([])
    expect(findFormatIds('app/src/main/res/values/donottranslate.xml', text)).toEqual([])
    expect(findFormatIds('app/src/main/res/layout/main.xml', '<LinearLayout/>')).toEqual([])
  })
})
