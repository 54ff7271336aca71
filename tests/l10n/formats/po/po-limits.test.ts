import { describe, expect, it } from 'vitest'
import { po } from '../../../../src/l10n/formats/po/format.ts'
import { isNightly } from '../../../runs.ts'
import { faultOf } from '../faults.ts'

const entry = (id: string, text = '', above = '') => `${above}msgid "${id}"\nmsgstr "${text}"\n\n`

describe('the limits of a PO file', () => {
  it('count msgctxt and msgid together', () => {
    const together = faultOf(() => po.read(`msgctxt "menu"\n${entry('x'.repeat(65_536))}`))
    expect(together.message).toContain('msgctxt and msgid have 65541 characters together')
  })

  it('reject a literal of 15 million characters without a stack overflow', () => {
    const letters = 'x'.repeat(15_000_000)
    expect(faultOf(() => po.read(entry(letters))).message).toContain('msgid has 15000000 characters')
    expect(faultOf(() => po.read(entry('\\n'.repeat(7_000_000)))).message).toContain('msgid has 7000000 characters')
    expect(faultOf(() => po.read(`msgid "${letters}`)).message).toContain('a string is not closed on its line')
    expect(faultOf(() => po.read(entry(`${'\\n'.repeat(500_000)}\\q`))).message).toContain(
      'the escape \\q is not valid',
    )
  })

  it('allow a comment of 10 million carriage returns', () => {
    expect(po.read(`#${'\r'.repeat(10_000_000)}\n${entry('a')}`).entries).toHaveLength(1)
  })

  it('allow to remove an obsolete entry with millions of blank lines after it', () => {
    const base = `${entry('a', 'x')}${entry('b', 'y')}${'\n'.repeat(10_000_000)}`
    const source = entry('a')
    const written = po.write({ source, base, locale: 'pl', values: new Map([['a', 'x']]), removed: new Set(['b']) })
    expect(written).toBe('msgid "a"\nmsgstr "x"\n\n#~ msgid "b"\n#~ msgstr "y"\n')
  })

  it('reject the entry after 50,000, counting obsolete ones', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => entry(`k${at}`)).join('')
    expect(po.read(many).entries).toHaveLength(50_000)
    for (const one of [entry('z'), '#~ msgid "z"\n#~ msgstr "y"\n']) {
      const { code, message, fix } = faultOf(() => po.readTarget(many + one, 'pl'))
      expect([code, message, fix]).toEqual([
        'invalid_input',
        'Invalid PO file at 150001:1: the file has more than 50000 entries.',
        'Split it into several files.',
      ])
    }
  })

  it('reject millions of comment lines', () => {
    expect(faultOf(() => po.read('#\n'.repeat(isNightly ? 4_000_000 : 1_000_001))).message).toContain(
      'more than 1000000 lines of comments',
    )
  })

  it('keep the first 50 references and 4,000 characters of a note', () => {
    const places = Array.from({ length: 900 }, (_, at) => `a.c:${at}`).join(' ')
    const above = `#. ${'x'.repeat(3_999)}\u{1F600}\n#: ${places}\n`
    const [read] = po.read(entry('a', '', above.repeat(2))).entries
    expect(read?.references).toHaveLength(50)
    expect(read?.references?.[49]).toBe('a.c:49')
    expect(read?.description).toBe('x'.repeat(3_999))
  })

  it('keep the first 50 flags', () => {
    const flags = (count: number) => Array.from({ length: count }, (_, at) => `flag-${at}`).join(',')
    const [read] = po.read(entry('a', '', `#, ${flags(60)}\n`.repeat(3))).entries
    expect(read?.tags).toEqual(flags(50).split(','))
  })

  it('keep references of 4,000 characters and flags of 2,000', () => {
    const place = (at: number) => `${String(at).padStart(2, '0')}${'p'.repeat(998)}`
    const lines = Array.from({ length: 9 }, (_, at) => `#: ${place(at)}\n#,${'f'.repeat(998)}${at}\n`).join('')
    const [read] = po.read(entry('a', '', lines)).entries
    expect(read?.references).toEqual([0, 1, 2, 3].map(place))
    expect(read?.tags?.join('')).toHaveLength(2_000)
  })

  it('treat names of object properties as any other flag', () => {
    expect(po.read(entry('a', '', '#, constructor-format\n')).options.syntax).toBe('plain')
  })
})
