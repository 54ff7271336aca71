import { describe, expect, it } from 'vitest'
import { markdown, mdx } from '../../../../src/l10n/formats/markdown/format.ts'

type Texts = Readonly<Record<string, string>>

/** Values by key for translations by source text. */
const valuesOf = (source: string, texts: Texts, format = markdown): ReadonlyMap<string, string> =>
  new Map(
    format.read(source).entries.flatMap(({ key, value }) => {
      const text = typeof value === 'string' ? texts[value] : undefined
      return text === undefined ? [] : [[key, text]]
    }),
  )

const create = (source: string, texts: Texts, format = markdown): string =>
  format.write({ source, locale: 'de', values: valuesOf(source, texts, format) })

interface Change {
  readonly source: string
  readonly base: string
  readonly texts: Texts
  /** The source that `base` was translated from. */
  readonly before?: string
}

/** Writes as a pull does: `removed` has the keys that left the source. */
function edit({ source, base, texts, before = source }: Change, format = markdown): string {
  const keys = new Set(format.read(source).entries.map(({ key }) => key))
  const removed = new Set(format.read(before).entries.flatMap(({ key }) => (keys.has(key) ? [] : [key])))
  return format.write({ source, base, locale: 'de', values: valuesOf(source, texts, format), removed })
}

const SOURCE = `---
title: Getting started
---

# Install

Install it
with \`npm\`.

\`\`\`sh
npm install # comment
\`\`\`

- One item
- Another item

| Name | Text |
| ---- | ---- |
| a    | One \\| two |
`

const TEXTS = {
  'Getting started': 'Erste Schritte',
  Install: 'Installieren',
  'Install it with `npm`.': 'Installiere es mit `npm`.',
  'One item': 'Ein Punkt',
  'Another item': 'Noch einer',
  Name: 'Name',
  Text: 'Text',
  'One | two': 'Eins | zwei',
}

describe('a new target file', () => {
  it('is the source with its translations', () => {
    expect(create(SOURCE, TEXTS)).toBe(`---
title: Erste Schritte
---

# Installieren

Installiere es mit \`npm\`.

\`\`\`sh
npm install # comment
\`\`\`

- Ein Punkt
- Noch einer

| Name | Text |
| ---- | ---- |
| a    | Eins \\| zwei |
`)
  })

  it('keeps untranslated texts in the source language', () => {
    expect(create(SOURCE, { Install: 'Installieren' })).toBe(SOURCE.replace('# Install', '# Installieren'))
    expect(create(SOURCE, {})).toBe(SOURCE)
    expect(create(SOURCE, { Install: '  ' })).toBe(SOURCE)
  })

  it('breaks lines where the source does: after sentences, or at its width', () => {
    const bySentence = '> One sentence.\n> Another one that is long.\n'
    expect(create(bySentence, { 'One sentence. Another one that is long.': 'Ein Satz. Noch einer. Und drei.' })).toBe(
      '> Ein Satz.\n> Noch einer.\n> Und drei.\n',
    )
    const byWidth = '- some words that are\n  wrapped somewhere\n'
    const wrapped = (text: string): string => create(byWidth, { 'some words that are wrapped somewhere': text })
    const long = 'w'.repeat(50)
    expect(wrapped(`${long} mehr Wort und ${long} mehr`)).toBe(`- ${long} mehr Wort\n  und ${long} mehr\n`)
    expect(wrapped(`${long} mehr Worte - wort`)).toBe(`- ${long} mehr\n  Worte - wort\n`)
    expect(wrapped(`${long} und mehr 1. wort`)).toBe(`- ${long} und mehr 1.\n  wort\n`)
    expect(wrapped(`${long} \`some code\` wort`)).toBe(`- ${long}\n  \`some code\` wort\n`)
  })

  it('has hard breaks as the source has them', () => {
    expect(create('> One  \n> two\n', { 'One\\\ntwo': 'Eins\\\nzwei' })).toBe('> Eins  \n> zwei\n')
    expect(create('- One\\\n  two\n', { 'One\\\ntwo': 'Eins\\\nzwei' })).toBe('- Eins\\\n  zwei\n')
    expect(create('One two\n', { 'One two': 'Eins\nzwei\n\ndrei' })).toBe('Eins zwei drei\n')
  })

  it('has the line breaks and the byte order mark of the source', () => {
    const source = `\uFEFF${SOURCE.replaceAll('\n', '\r\n')}`
    expect(create(source, TEXTS)).toBe(`\uFEFF${create(SOURCE, TEXTS).replaceAll('\n', '\r\n')}`)
  })

  it('has the imports of a sibling, whose paths depend on the folder', () => {
    const source = "import A from '../a'\n\nText here\n"
    const sibling = "import A from '../../a'\n\nTexte ici\n"
    const values = valuesOf(source, { 'Text here': 'Text hier' }, mdx)
    expect(mdx.write({ source, sibling, locale: 'de', values })).toBe("import A from '../../a'\n\nText hier\n")
  })

  it('quotes attributes as the source does', () => {
    const source = '<Card title="A" label=\'B\' />\n'
    expect(create(source, { A: 'Ä "&amp;" & <b>', B: "it's" }, mdx)).toBe(
      '<Card title="Ä &quot;&amp;amp;&quot; & <b>" label=\'it&#39;s\' />\n',
    )
  })
})

describe('an imported target file', () => {
  const base = create(SOURCE, TEXTS).replace('# comment', '# Kommentar')

  it('keeps its own code when a paragraph is inserted, and gets the paragraph once it is translated', () => {
    const source = SOURCE.replace('- One item', 'A new paragraph\n\n```sh\nnew\n```\n\n- One item')
    expect(edit({ source, base, texts: TEXTS })).toBe(base)
    expect(edit({ source, base, texts: { ...TEXTS, 'A new paragraph': 'Ein neuer Absatz' } })).toBe(
      base.replace('- Ein Punkt', 'Ein neuer Absatz\n\n```sh\nnew\n```\n\n- Ein Punkt'),
    )
  })

  it('gets new items, rows, sections and last blocks of the source', () => {
    const source = `${SOURCE.replace('- Another', '- Middle item\n- Another')}| b | Three |\n\n## End\n\nLast words\n`
    const texts = { ...TEXTS, 'Middle item': 'Mitte', Three: 'Drei', End: 'Ende', 'Last words': 'Letzte Worte' }
    expect(edit({ source, base, texts })).toBe(
      `${base.replace('- Noch', '- Mitte\n- Noch')}| b | Drei |\n\n## Ende\n\nLetzte Worte\n`,
    )
  })

  it('loses a block that left the source', () => {
    const source = SOURCE.replace('Install it\nwith `npm`.\n\n', '').replace('- Another item\n', '')
    expect(edit({ source, base, before: SOURCE, texts: TEXTS })).toBe(
      base.replace('Installiere es mit `npm`.\n\n', '').replace('- Noch einer\n', ''),
    )
  })

  it('keeps a part that only it has', () => {
    const own = base.replace('- Ein Punkt', 'Anmerkung der Übersetzerin\n\n- Ein Punkt')
    expect(edit({ source: SOURCE, base: own, texts: { ...TEXTS, Install: 'Einrichten' } })).toBe(
      own.replace('# Installieren', '# Einrichten'),
    )
  })

  it('keeps the text of a corrected block until that is translated', () => {
    const source = SOURCE.replace('One item', 'One good item')
    const { 'One item': stale, ...texts } = TEXTS
    expect(edit({ source, base, before: SOURCE, texts })).toBe(base)
    expect(edit({ source, base, before: SOURCE, texts: { ...texts, 'One good item': stale } })).toBe(base)
    expect(edit({ source, base, before: SOURCE, texts: { ...texts, 'One good item': 'Ein guter Punkt' } })).toBe(
      base.replace('Ein Punkt', 'Ein guter Punkt'),
    )
  })

  it('has the new source where it had the former source', () => {
    const { 'One item': _, ...texts } = TEXTS
    const partly = create(SOURCE, texts)
    const source = SOURCE.replace('One item', 'One good item')
    expect(partly).toContain('- One item')
    expect(edit({ source, base: partly, before: SOURCE, texts })).toBe(partly.replace('One item', 'One good item'))
  })

  it('has a part of another structure replaced once all its texts are translated', () => {
    const source = '# Title\n\nFirst words\n\n- Item\n\nLast words\n'
    const other = '# Titel\n\nErste Worte\n\nMehr Worte\n'
    const texts = { Title: 'Titel', 'First words': 'Erstes', Item: 'Punkt', 'Last words': 'Letztes' }
    const { Item: _, ...some } = texts
    expect(edit({ source, base: other, texts: some })).toBe(other)
    expect(edit({ source, base: other, texts })).toBe('# Titel\n\nErstes\n\n- Punkt\n\nLetztes\n')
  })

  it('is in the source language where a translation was withdrawn', () => {
    const [, , key = ''] = markdown.read(SOURCE).entries.map(one => one.key)
    const withdrawn = new Set([key, 'frontmatter.title'])
    expect(markdown.write({ source: SOURCE, base, locale: 'de', values: new Map(), withdrawn })).toBe(
      base.replace('Erste Schritte', 'Getting started').replace('Installiere es mit `npm`.', 'Install it with `npm`.'),
    )
  })

  it('is a new file if it has no texts', () => {
    for (const empty of ['', '\n', '<!-- comment -->\n'])
      expect(edit({ source: SOURCE, base: empty, texts: TEXTS }), empty).toBe(create(SOURCE, TEXTS))
  })

  it('keeps its components complete', () => {
    const before = '<A>\n\nOne text\n\n</A>\n'
    const source = '<A>\n\nOne text\n\n</A>\n\n<B>\n\nNew text\n\n</B>\n'
    const there = '<A>\n\nEin Text\n\n</A>\n'
    const texts = { 'One text': 'Ein Text', 'New text': 'Neuer Text' }
    expect(edit({ source, base: there, before, texts }, mdx)).toBe(`${there}\n<B>\n\nNeuer Text\n\n</B>\n`)
    const wrapped = '<A>\n<B>\n\nOne text\n\nNew text\n\n</B>\n</A>\n'
    expect(edit({ source: wrapped, base: there, before, texts: { 'One text': 'Ein Text' } }, mdx)).toBe(there)
    expect(edit({ source: wrapped, base: there, before, texts }, mdx)).toBe(
      '<A>\n<B>\n\nEin Text\n\nNeuer Text\n\n</B>\n</A>\n',
    )
  })

  it('keeps CRLF in what is inserted', () => {
    const source = `${SOURCE}\nNew words\nof two lines\n`
    const there = base.replaceAll('\n', '\r\n')
    const texts = { ...TEXTS, 'New words of two lines': 'Neue Worte in zwei Zeilen' }
    expect(edit({ source, base: there, texts })).toBe(`${there}\r\nNeue Worte in zwei Zeilen\r\n`)
  })
})

describe('IDs of headings and comments', () => {
  const source = '## Next {/* #next-id */}\n\nRead on. {/* why */}\n\n{/* first */} Go.\n{/* last */}\n'
  const texts = { Next: 'Weiter', 'Read on.': 'Lies weiter.', 'Go.': 'Los.' }
  const german = '## Weiter {/* #next-id */}\n\nLies weiter. {/* why */}\n\n{/* first */} Los.\n{/* last */}\n'

  it.each([markdown, mdx])('stay in a new file and in an edited one of $id', format => {
    expect(create(source, texts, format)).toBe(german)
    expect(edit({ source, base: german, texts: { ...texts, Next: 'Nächstes' } }, format)).toBe(
      german.replace('Weiter', 'Nächstes'),
    )
    expect(edit({ source, base: german, texts }, format)).toBe(german)
  })
})
