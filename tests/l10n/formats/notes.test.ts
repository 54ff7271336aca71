import { describe, expect, it } from 'vitest'
import { arb } from '../../../src/l10n/formats/arb/format.ts'
import { json } from '../../../src/l10n/formats/json/format.ts'
import { po } from '../../../src/l10n/formats/po/format.ts'

describe('the note of an entry', () => {
  it('has the extracted and translator comments of a PO source, and its references apart', () => {
    const text =
      '# License\n\n# Ask Ada\n#. Button\n#. Two words at most\n#: a.py:1 b.py:2\n#| msgid "Opn"\n#, fuzzy\nmsgid "Open"\nmsgstr ""\n'
    expect(po.read(text).entries).toEqual([
      {
        key: 'Open',
        value: 'Open',
        description: 'Button\nTwo words at most\nAsk Ada',
        references: ['a.py:1', 'b.py:2'],
      },
    ])
    expect(po.read('#\n#  \nmsgid "a"\nmsgstr ""\n').entries).toEqual([{ key: 'a', value: 'a' }])
  })

  it('has description, context and placeholders of an ARB', () => {
    const about = {
      description: 'Greeting',
      context: 'HomePage',
      placeholders: { name: { description: 'First name', example: 'Ada' }, count: { type: 'int' } },
    }
    const text = JSON.stringify({ hello: 'Hello {name}, {count}', '@hello': about })
    expect(arb.read(text).entries[0]?.description).toBe('Greeting\nHomePage\n{name}: First name, such as Ada')
  })

  it('has the description of a FormatJS descriptor, and its place apart', () => {
    const text = JSON.stringify({
      a: { defaultMessage: 'Open', description: 'Button', file: 'src/a.tsx', line: 3 },
      b: { defaultMessage: 'Close', description: { where: 'menu', tone: 'short', size: 3 }, file: 'src/b.tsx' },
      c: { defaultMessage: 'Save' },
    })
    expect(json.read(text).entries).toEqual([
      { key: 'a', value: 'Open', description: 'Button', references: ['src/a.tsx:3'] },
      { key: 'b', value: 'Close', description: 'where: menu\ntone: short', references: ['src/b.tsx'] },
      { key: 'c', value: 'Save' },
    ])
  })
})
