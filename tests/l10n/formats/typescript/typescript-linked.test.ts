import { describe, expect, it } from 'vitest'
import { findNewCode, listKnownCode } from '../../../../src/l10n/formats/new-code.ts'
import { typescript } from '../../../../src/l10n/formats/typescript/format.ts'

describe('an object that names the constant of another', () => {
  const SOURCE =
    "const messages = {\n  a: 'A',\n  b: { c: (f) => `${f} C` },\n};\n\nconst locale = {\n  name: 'en',\n  messages,\n  attributes: {}\n};\n\nset({ [locale.name]: locale });\n\nexport default locale;\n"
  const TARGET = SOURCE.replace("a: 'A'", "a: 'Ä'").replace('${f} C', 'C ${f}').replace("'en'", "'de'")
  const read = (text: string): unknown[][] => typescript.readTarget(text, 'de').map(({ key, value }) => [key, value])
  const isKnown = (target: string): boolean =>
    findNewCode(typescript, target, listKnownCode(typescript, SOURCE)) === undefined

  it('has its texts', () => {
    expect(typescript.read(SOURCE).entries.map(({ key, value }) => [key, value])).toEqual([
      ['name', 'en'],
      ['messages.a', 'A'],
      ['messages.b.c', '${f} C'],
    ])
    expect(read(SOURCE.replace('messages,', 'texts: messages,'))).toContainEqual(['texts.a', 'A'])
    expect(isKnown(TARGET)).toBe(true)
  })

  it('is edited where the texts are', () => {
    const values = new Map(Object.entries({ name: 'de', 'messages.a': 'X', 'messages.b.c': '${f} D' }))
    expect(typescript.write({ source: SOURCE, base: TARGET, locale: 'de', values })).toBe(
      TARGET.replace("'Ä'", "'X'").replace('C ${f}', '${f} D'),
    )
    const base = TARGET.replace("  a: 'Ä',\n", '')
    expect(typescript.write({ source: SOURCE, base, locale: 'de', values })).toBe(
      base.replace('  b: { c: (f) => `C ${f}` }', "  a: 'X',\n  b: { c: (f) => `${f} D` }"),
    )
    expect(typescript.write({ source: SOURCE, locale: 'de', values })).toContain("messages: {\n    a: 'X',\n")
    const withdrawn = new Set(['messages.a', 'messages.b.c'])
    const rest = typescript.write({ source: SOURCE, base: TARGET, locale: 'de', values: new Map(), withdrawn })
    expect(rest).toContain("  name: 'de',\n  messages,\n")
    expect(read(rest)).toEqual([['name', 'de']])
  })

  it.each([
    ['const locale', "const extra = { a: ['b'] }\nconst more = { c: 'd' } as const\nconst locale"],
    ["'de'", '`${APP}`'.replace('${APP}', 'de')],
  ])('may have more data: %s', (from, to) => {
    expect(isKnown(TARGET.replace(from, () => to))).toBe(true)
  })

  it.each([
    ["'Ä'", 'evil()'],
    ['const locale', "const extra = { a: 'b' }\nevil()\nconst locale"],
    ['const locale', "const extra = { a: 'b' }, more = evil()\nconst locale"],
    ['const locale', "const extra = { a: 'b' }\nset(extra)\nconst locale"],
    ['const locale', "messages.x = 'y'\nconst locale"],
    ['C ${f}', '${evil(f)}'],
    ['const messages = {', 'const messages = evil = {'],
    ['const messages', 'const messages: T<evil()>'],
    [' },\n};', ' },\n} || evil();'],
    ["a: 'Ä'", '[evil()]: 1'],
    ['attributes: {}', 'attributes: evil'],
    ['const locale', 'evil(messages)\nconst locale'],
    ['const locale', 'messages.a = evil\nconst locale'],
  ])('may have no new code: %s', (from, to) => {
    expect(TARGET).toContain(from)
    expect(isKnown(TARGET.replace(from, () => to))).toBe(false)
  })

  it('is read behind the statement of an empty object', () => {
    const text = (name: string, last: string, plural: string): string =>
      `const ${name}: T<0 | 1> = {} as any\n\n${name}.strings = {\n\t"a": "A",\n\t"b": "${last}"\n}\n\n${name}.rtl = false\n\n${name}.pluralize = function (n) {\n\treturn ${plural}\n}\nset("${name}", ${name})\n\nexport default ${name}\n`
    const [source, target] = [text('en_US', 'B', 'n === 1 ? 0 : 1'), text('de_DE', 'Ä', '0')]
    const values = new Map([['strings.b', 'Ö']])
    expect(typescript.read(source).entries.map(({ key, value }) => [key, value])).toEqual([
      ['strings.a', 'A'],
      ['strings.b', 'B'],
    ])
    expect(findNewCode(typescript, target, listKnownCode(typescript, source))).toBeUndefined()
    const evil = target.replace('return 0', 'return evil(0)')
    expect(findNewCode(typescript, evil, listKnownCode(typescript, source))).toBeDefined()
    const request = { source, locale: 'de', values }
    expect(typescript.write({ ...request, base: target })).toBe(target.replace('Ä', 'Ö'))
    expect(typescript.write({ ...request, base: target.replace(',\n\t"b": "Ä"', '') })).toBe(target.replace('Ä', 'Ö'))
    const written = 'const de: T<0 | 1> = {\n\t"strings": {\n\t\t"b": "Ö"\n\t}\n} as any\n\nexport default de\n'
    expect(typescript.write(request)).toBe(written)
    expect(typescript.write({ ...request, base: target.replace('.strings', '.other') })).not.toContain('Ö')
  })

  it.each([
    ['const messages', 'export const messages'],
    ['const messages', 'let messages'],
    ['const messages', 'function f() {}\nconst texts'],
  ])('is left alone where it is not sure: %s', (from, to) => {
    expect(read(SOURCE.replace(from, to))).toEqual([['name', 'en']])
  })
})

describe('a script', () => {
  it.each([
    ["export default ({ a: 'x' })", 'export default '],
    ["export default Object.freeze({ a: 'x' } as const)", 'export default '],
    ["export default define('en', { a: 'x' })", 'export default '],
    ["const en = <T>{ a: 'x' }\nexport { en }", 'const de = \0\n\nexport { de }'],
    ["const en = { a: 'x' }\nexport { en as default }", 'const de = \0\n\nexport { de as default }'],
    [
      "import type { T } from '../t'\nconst en = { a: 'x' }\nexport default en as T",
      "import type { T } from '../t'\n\nconst de = \0\n\nexport default de as T",
    ],
  ])('reads the object of %s, and creates a file that exports it', (source, head) => {
    const written = head.includes('\0') ? head.replace('\0', "{ a: 'y' }") : `${head}{ a: 'y' }`
    expect(typescript.read(source).entries).toEqual([{ key: 'a', value: 'x' }])
    expect(typescript.write({ source, locale: 'de', values: new Map([['a', 'y']]) })).toBe(written)
    expect(typescript.readTarget(written, 'de', source)).toEqual([{ key: 'a', value: 'y' }])
  })

  it.each([
    "import { enUS } from 'x'\nimport 'y/en'\nimport a from '../en_US_a'\nexport default { a: enUS, ...enUS }\nset('en')",
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
