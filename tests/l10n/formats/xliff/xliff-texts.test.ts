import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { xliff } from '../../../../src/l10n/formats/xliff/format.ts'
import { listChildren, readValues, unit } from '../xliff-files.ts'

describe('a text', () => {
  const source = unit(
    '<source>See <g id="1" ctype="link">the <x id="2"/></g> &lt;b>&amp;lt; <bpt id="3">&lt;i></bpt>x<ept id="3">&lt;/i></ept></source>',
  )
  const value = 'See <g id="1">the <x id="2"/></g> <b>&lt; <bpt id="3"><i></bpt>x<ept id="3"></i></ept>'
  const write = (text: string, file = source): string => {
    const written = xliff.write({ source: file, locale: 'de', values: new Map([['1', text]]) })
    return /<target>([^]*)<\/target>/.exec(written)?.[1] ?? ''
  }

  it('has inline elements as tags, and escaped markup as text', () => {
    expect(xliff.read(source).entries).toEqual([{ key: '1', value }])
    expect(write(value)).toBe(
      'See <g id="1" ctype="link">the <x id="2"/></g> &lt;b&gt;&amp;lt; <bpt id="3">&lt;i&gt;</bpt>x<ept id="3">&lt;/i&gt;</ept>',
    )
  })

  it('has as elements only those of the source, each with its end', () => {
    expect(write('<x id="1"/> <g id="1">a')).toBe('&lt;x id="1"/&gt; &lt;g id="1"&gt;a')
    expect(write('<g ctype="link" id="1" >a</g><x id="2" />')).toBe('<g id="1" ctype="link">a</g><x id="2"/>')
    expect(write('<g ctype="link" id="1" >a</g><x id="2" />')).toBe('<g id="1" ctype="link">a</g><x id="2"/>')
    expect(write('</g> <g id="1"><bpt id="3"></g></bpt>')).toBe(
      '&lt;/g&gt; <g id="1" ctype="link">&lt;bpt id="3"&gt;</g>&lt;/bpt&gt;',
    )
    expect(write('<x id="2"/><x id="2"/> <x id="2" >')).toBe('<x id="2"/><x id="2"/> &lt;x id="2" &gt;')
    expect(write('<g id="1">'.repeat(60) + '</g>'.repeat(60)).match(/<g/g)).toHaveLength(50)
  })

  it('has the attributes of its own target, then those of the source', () => {
    const file = unit(
      '<source><x id="1" equiv-text="{{a}}"/><x id="1" equiv-text="{{b}}"/></source><target>a <x id="1" equiv-text="{{z}}"/></target>',
    )
    const written = xliff.write({ source: file, base: file, locale: 'de', values: new Map([['1', 'b <x id="1"/>']]) })
    expect(written).toContain('<target>b <x id="1" equiv-text="{{z}}"/></target>')
    expect(write('<x id="1"/> und <x id="1"/>', file.replace(/<target>.*<\/target>/, ''))).toBe(
      '<x id="1" equiv-text="{{a}}"/> und <x id="1" equiv-text="{{b}}"/>',
    )
  })

  it('keeps a CDATA section, its line breaks, and its bytes if it does not change', () => {
    const file = unit('<source><![CDATA[<b>x</b>\r\n&]]></source><target><![CDATA[<b>y</b>]]></target>')
    expect(xliff.read(file.replace(/<target>.*<\/target>/, '')).entries).toEqual([{ key: '1', value: '<b>x</b>\n&' }])
    const rewrite = (text: string): string =>
      xliff.write({ source: file, base: file, locale: 'de', values: new Map([['1', text]]) })
    expect(rewrite('<b>y</b>')).toBe(file)
    expect(rewrite('<i>z</i> ]]>')).toContain('<target><![CDATA[<i>z</i> ]]]]><![CDATA[>]]></target>')
    const odd = unit('<source>a</source><target>&#x41;&quot;&gt;<!-- c -->b</target>')
    expect(xliff.write({ source: odd, base: odd, locale: 'de', values: new Map([['1', 'A">b']]) })).toBe(odd)
  })

  it('joins marked segments', () => {
    const file = unit(
      '<source>One. Two.</source><seg-source><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two.</mrk></seg-source><target><mrk mtype="seg" mid="1">Eins.</mrk> <mrk mtype="seg" mid="2">Zwei.</mrk></target>',
    )
    expect(readValues(file)).toEqual({ 1: 'Eins. Zwei.' })
    const fresh = xliff.write({ source: file, locale: 'fr', values: new Map([['1', 'Un. Deux.']]) })
    expect(fresh).toContain('</seg-source><target>Un. Deux.</target>')
    expect(
      xliff.write({ source: file.replace(/<target>.*<\/target>/, ''), locale: 'fr', values: new Map([['1', 'Un.']]) }),
    ).toContain('</seg-source><target>Un.</target>')
  })

  it('is read as it was written, whatever it is', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<x id="2"/>',
        '<g id="1">',
        '<bpt id="3">',
        ...'</g> </bpt> < > & &amp; &lt; ]]> " \r \n <b>'.split(' '),
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join('').replace(NOT_XML, '')),
        text => {
          fc.pre(text !== '')
          const written = xliff.write({ source, locale: 'de', values: new Map([['1', text]]) })
          listChildren(written)
          expect(readValues(written, source)).toEqual({ 1: text })
          expect(xliff.write({ source, base: written, locale: 'de', values: new Map([['1', text]]) })).toBe(written)
        },
      ),
    )
  })
})

// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/gu
