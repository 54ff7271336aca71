import { describe, expect, it } from 'vitest'
import { xliff } from '../../../../src/l10n/formats/xliff/format.ts'
import { DOTNET } from '../fixtures/xliff.ts'
import { unit } from '../xliff-files.ts'

describe('the states of a target file', () => {
  const states = (version: 1 | 2, state: string): string =>
    version === 1
      ? unit(`<source>a</source><target ${state}>b</target>`)
      : `<xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1"><segment ${state}><source>a</source><target>b</target></segment></unit></file></xliff>`

  it.each([
    [1, 'state="new"', 'needs_review'],
    [1, 'state="needs-translation"', 'needs_review'],
    [1, 'state="needs-review-translation"', 'needs_review'],
    [1, 'state="needs-l10n"', 'needs_review'],
    [1, 'state-qualifier="fuzzy-match"', 'needs_review'],
    [1, 'state-qualifier="mt-suggestion"', 'needs_review'],
    [1, 'state="translated" state-qualifier="fuzzy-match"', undefined],
    [1, 'state-qualifier="exact-match"', undefined],
    [1, 'state="translated"', undefined],
    [1, 'state="signed-off"', 'approved'],
    [1, 'state="final"', 'approved'],
    [1, 'state="x-done"', undefined],
    [1, '', undefined],
    [2, 'state="initial"', 'needs_review'],
    [2, 'state="translated"', undefined],
    [2, 'state="reviewed"', undefined],
    [2, 'state="final"', 'approved'],
    [2, '', undefined],
  ] as const)('XLIFF %i: %s is %s', (version, state, read) => {
    expect(xliff.readTarget(states(version, state), 'de')).toEqual([
      { key: '1', value: 'b', ...(read !== undefined && { state: read }) },
    ])
  })

  it.each([
    ['yes', '', 'approved'],
    ['no', '', undefined],
    ['yes', ' state="needs-review-translation"', 'needs_review'],
  ] as const)('with approved="%s" and%s is %s', (approved, state, read) => {
    const file = unit(`<source>a</source><target${state}>b</target>`, ` approved="${approved}"`)
    expect(xliff.readTarget(file, 'de')).toEqual([{ key: '1', value: 'b', ...(read !== undefined && { state: read }) }])
  })

  it('do not make a copy of the source a translation', () => {
    expect(xliff.readTarget(DOTNET, 'de', DOTNET).map(({ key }) => key)).toEqual(['FileNotFound', 'Stop'])
    for (const state of ['new', 'needs-translation']) {
      expect(xliff.readTarget(unit(`<source>a</source><target state="${state}">a</target>`), 'de')).toEqual([])
    }
    expect(xliff.readTarget(unit('<source>OK</source><target>OK</target>'), 'de')).toHaveLength(1)
  })

  const write = (file: string, value: string, state?: 'needs_review' | 'approved'): string => {
    const known = new Map(state === undefined ? [] : [['1', state] as const])
    const written = xliff.write({
      source: file,
      base: file,
      locale: 'de',
      values: new Map([['1', value]]),
      states: known,
    })
    return /<(?:target|segment)\s?([^>]*)>/.exec(written)?.[1]?.trim() ?? ''
  }

  it.each([
    [1, '', undefined, 'b', ''],
    [1, '', 'needs_review', 'b', 'state="needs-review-translation"'],
    [1, '', 'approved', 'b', ''],
    [1, 'state="new"', undefined, 'b', 'state="translated"'],
    [1, 'state="new"', 'needs_review', 'b', 'state="new"'],
    [1, 'state="new"', 'needs_review', 'c', 'state="needs-review-translation"'],
    [1, 'state="needs-review-l10n"', 'needs_review', 'c', 'state="needs-review-l10n"'],
    [1, 'state="translated"', undefined, 'c', 'state="translated"'],
    [1, 'state="translated"', 'approved', 'b', 'state="final"'],
    [
      1,
      'state="translated" state-qualifier="leveraged-tm"',
      undefined,
      'b',
      'state="translated" state-qualifier="leveraged-tm"',
    ],
    [1, 'state="translated" state-qualifier="leveraged-tm"', undefined, 'c', 'state="translated"'],
    [1, 'state="signed-off"', undefined, 'b', 'state="signed-off"'],
    [1, 'state="signed-off"', 'approved', 'b', 'state="signed-off"'],
    [1, 'state="final"', undefined, 'c', 'state="translated"'],
    [1, 'state="final"', 'needs_review', 'b', 'state="needs-review-translation"'],
    [2, '', undefined, 'c', ''],
    [2, '', 'needs_review', 'b', 'state="initial"'],
    [2, 'state="initial"', 'needs_review', 'c', 'state="initial"'],
    [2, 'state="initial" subState="x:y"', undefined, 'b', 'state="translated"'],
    [2, 'state="translated" subState="x:y"', undefined, 'c', 'state="translated" subState="x:y"'],
    [2, 'state="reviewed"', undefined, 'b', 'state="reviewed"'],
    [2, 'state="reviewed"', undefined, 'c', 'state="translated"'],
    [2, 'state="reviewed"', 'approved', 'c', 'state="final"'],
  ] as const)('XLIFF %i: %s becomes for %s (%s) %s', (version, before, state, value, after) => {
    expect(write(states(version, before), value, state)).toBe(after)
  })

  it('are not touched if they are not known', () => {
    const values = new Map([['1', 'b']])
    for (const file of [states(1, 'state="new"'), states(2, 'state="initial"')]) {
      expect(xliff.write({ source: file, base: file, locale: 'de', values })).toBe(file)
    }
  })

  it('are written into empty targets', () => {
    for (const target of ['<target/>', '<target />', '<target></target>', '<target state="new" />', '']) {
      const file = unit(`<source>a</source>${target}`)
      const known = new Map([['1', 'needs_review' as const]])
      expect(
        xliff.write({ source: file, base: file, locale: 'de', values: new Map([['1', 'b']]), states: known }),
      ).toBe(unit('<source>a</source><target state="needs-review-translation">b</target>'))
    }
  })

  it('are written into new targets as the file or its sibling has them', () => {
    const source = unit('<source>a</source>')
    const writeBeside = (sibling: string | undefined, state: 'needs_review' | 'approved' | undefined): string => {
      const known = new Map(state === undefined ? [] : [['1', state] as const])
      const written = xliff.write({ source, sibling, locale: 'de', values: new Map([['1', 'b']]), states: known })
      return /<trans-unit id="1".*<\/trans-unit>/.exec(written)?.[0].replace('<source>a</source>', '') ?? ''
    }
    const unmarked = unit('<source>a</source><target>x</target>')
    const marked = unit('<source>a</source><target state="signed-off">x</target>')
    const approved = unit('<source>a</source><target>x</target>', ' approved="no"')
    expect(writeBeside(undefined, undefined)).toBe('<trans-unit id="1"><target>b</target></trans-unit>')
    expect(writeBeside(unmarked, 'approved')).toBe('<trans-unit id="1"><target>b</target></trans-unit>')
    expect(writeBeside(unmarked, 'needs_review')).toBe(
      '<trans-unit id="1"><target state="needs-review-translation">b</target></trans-unit>',
    )
    expect(writeBeside(marked, undefined)).toBe('<trans-unit id="1"><target state="translated">b</target></trans-unit>')
    expect(writeBeside(marked, 'approved')).toBe('<trans-unit id="1"><target state="final">b</target></trans-unit>')
    expect(writeBeside(approved, 'approved')).toBe('<trans-unit id="1" approved="yes"><target>b</target></trans-unit>')
  })

  it('take back an approval when the text changes', () => {
    const file = unit('<source>a</source><target>b</target>', ' approved="yes"')
    const change = (value: string): string =>
      xliff.write({ source: file, base: file, locale: 'de', values: new Map([['1', value]]), states: new Map() })
    expect(change('b')).toBe(file)
    expect(change('c')).toContain(' approved="no"><source>a</source><target>c</target>')
  })
})
