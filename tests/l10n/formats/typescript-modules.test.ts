import { describe, expect, it } from 'vitest'
import { findNewCode, listKnownCode } from '../../../src/l10n/formats/new-code.ts'
import { typescript } from '../../../src/l10n/formats/typescript/format.ts'

describe('a script', () => {
  it.each([
    ["export default ({ a: 'x' })", 'export default '],
    ["export default Object.freeze({ a: 'x' } as const)", 'export default '],
    ["export default define('en', { a: 'x' })", 'export default '],
    ["const en = <T>{ a: 'x' }\nexport { en }", 'const de = \0\n\nexport { de }'],
    ["const en = { a: 'x' }\nexport { en as default }", 'const de = \0\n\nexport { de as default }'],
    [
      "import type { T } from './t'\nconst en = { a: 'x' }\nexport default en as T",
      "import type { T } from './t'\n\nconst de = \0\n\nexport default de as T",
    ],
  ])('reads the object of %s, and creates a file that exports it', (source, head) => {
    const written = head.includes('\0') ? head.replace('\0', "{ a: 'y' }") : `${head}{ a: 'y' }`
    expect(typescript.read(source).entries).toEqual([{ key: 'a', value: 'x' }])
    expect(typescript.write({ source, locale: 'de', values: new Map([['a', 'y']]) })).toBe(written)
    expect(typescript.readTarget(written, 'de', source)).toEqual([{ key: 'a', value: 'y' }])
  })

  it.each([
    "import { enUS } from 'x'\nimport 'y/en'\nimport a from './en_US_a'\nexport default { a: enUS, ...enUS }\nset('en')",
    "export default define('en', { a: 'x' })",
    "const en = { a: 'x' }\nwindow.all.en = en\nexport default en",
  ])('allows code that differs in its locale: %s', source => {
    const known = listKnownCode(typescript, source)
    const target = source.replaceAll(/\ben(?=_?US|\b)/g, 'de')
    expect(findNewCode(typescript, target, known)).toBeUndefined()
    expect(findNewCode(typescript, target.replaceAll(/\bde(?=_?US|\b)/g, 'evil'), known)).toBeDefined()
  })

  it('refuses texts below a locale', () => {
    const read = () => typescript.read("export default { en: { a: 'x' }, de: { a: 'y' } }", 'en')
    expect(read).toThrow('the texts are below the locale en')
  })

  it('reads the plurals of typesafe-i18n as text', () => {
    const source = "const en = { a: '{n:number} apple{{s}}' } satisfies BaseTranslation\nexport default en"
    expect(typescript.read(source)).toMatchObject({
      entries: [{ syntax: 'plain', tags: ['python-brace-format'] }],
      options: { syntax: 'plain' },
    })
  })

  it('names another exported object', () => {
    const { options } = typescript.read("export const meta = { name: 'x' }\nexport default { a: 'x' }")
    expect(options['left_alone']).toBe('meta (line 1)')
  })
})
