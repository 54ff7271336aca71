import { describe, expect, it } from 'vitest'
import { markdown, mdx } from '../../../../src/l10n/formats/markdown/format.ts'
import { listMarkdownCode } from '../../../../src/l10n/formats/markdown/list-code.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'

const valuesOf = (text: string, format = markdown): readonly unknown[] =>
  format.read(text).entries.map(({ value }) => value)

describe('the texts of a Markdown file', () => {
  it('are headings, paragraphs, items, cells and quotes', () => {
    const text = [
      '# First heading #',
      '',
      'A paragraph with **bold**, `code` and a [link](/there).',
      '',
      '- One item',
      '  - An item in it',
      '',
      '    Its second paragraph',
      '1. First',
      '2. [x] Done',
      '',
      '> A quote',
      '> > in a quote',
      '',
      '| Name | What it is |',
      '| ---- | :--------: |',
      '| A    | One \\| two |',
      '',
      'Second heading',
      '--------------',
      '[^1]: A footnote',
    ].join('\n')
    expect(valuesOf(text)).toEqual([
      'First heading',
      'A paragraph with **bold**, `code` and a [link](/there).',
      'One item',
      'An item in it',
      'Its second paragraph',
      'First',
      'Done',
      'A quote',
      'in a quote',
      'Name',
      'What it is',
      'A',
      'One | two',
      'Second heading',
      'A footnote',
    ])
  })

  it('have neither soft line breaks nor the prefixes of their containers', () => {
    expect(valuesOf('One\ntwo  \n  three\n\n> - Four\n>   five\nsix\n')).toEqual(['One two\\\nthree', 'Four five six'])
    expect(valuesOf('> Quoted\\\n> twice\n')).toEqual(['Quoted\\\ntwice'])
    expect(valuesOf('A \\\\\nb')).toEqual(['A \\\\ b'])
  })

  it('leave out code, HTML, definitions, rules, and blocks without words', () => {
    const text = [
      '```js',
      'const text = 1',
      '```',
      '',
      '    indented code',
      '',
      '<div>',
      'HTML',
      '</div>',
      '',
      '[id]: https://example.com "Title"',
      '',
      '---',
      '',
      '![](/image.png)',
      '',
      '`code`, <https://example.com>',
      '',
      '- src/',
      '- **index.md**',
      '- 3.14',
      '- {{< shortcode >}}',
      '- Node.js is text',
    ].join('\n')
    expect(valuesOf(text)).toEqual(['Node.js is text'])
  })

  it('are what is inside asides, and their titles', () => {
    expect(valuesOf(':::tip[Did you know?]\nA tip\nof two lines\n:::\n')).toEqual([
      'Did you know?',
      'A tip of two lines',
    ])
    expect(valuesOf('::: warning Mind the gap\n- One\n:::\n')).toEqual(['Mind the gap', 'One'])
    expect(valuesOf(':::note\n\nText\n\n:::\n')).toEqual(['Text'])
    expect(valuesOf('> [!NOTE]\n> An alert\n')).toEqual(['An alert'])
    expect(valuesOf('{% aside type="tip" %}\nMarkdoc\n{% /aside %}\n')).toEqual(['Markdoc'])
  })

  it('have tags for headings and cells', () => {
    const { entries } = markdown.read('# One\n\nTwo\n\n| Three |\n| - |\n')
    expect(entries.map(({ value, tags }) => [value, tags])).toEqual([
      ['One', ['heading']],
      ['Two', undefined],
      ['Three', ['table-cell']],
    ])
  })

  it('are read with a byte order mark, CRLF, and without a final line break', () => {
    const { entries, options } = markdown.read('\uFEFF---\r\ntitle: A title\r\n---\r\n# One\r\n\r\nTwo\r\nthree')
    expect(entries.map(({ value }) => value)).toEqual(['A title', 'One', 'Two three'])
    expect(options).toEqual({ syntax: 'plain', eol: '\r\n', final_newline: false })
  })

  it.each([
    '## A title {#own-id}\n',
    '## A title {#größe}\n',
    '# A title { #own-id }\n',
    '# A title {: #own-id }\n',
    '## A title {#own-id .wide}\n',
    '## A title {.wide #own-id}\n',
    '> ## A title {#own-id}\n',
    '## A title {/* #own-id */}\n',
    '## A title {/*#own.id:2*/}  \r\n',
    '## A title {/* a note */}\n',
    '{/* a note */} A title {/* one */} {/* two */}\n',
    'A title\n{/* a note */}\n',
    '- A title {/* a note */}\n',
    '| A title {/* a note */} |\n| --- |\n',
  ])('leave the IDs of headings and comments of MDX out of %j', text => {
    expect(valuesOf(text, mdx)).toEqual(['A title'])
    expect(valuesOf(text)).toEqual(['A title'])
  })

  it('leave lines with comments alone out', () => {
    expect(valuesOf('{/* one */}\nA title\n{/* two */}\n')).toEqual(['A title'])
    expect(valuesOf('{/* one */}\n{/* two */}\n')).toEqual([])
  })

  it('are read beside many comments that do not end', () => {
    for (const line of ['a */}\n', '{/* a\n', '{/* a */} ', '## a {/* #', '## {#']) {
      expect(() => valuesOf(line.repeat(40_000 / line.length))).not.toThrow(RangeError)
    }
  })

  it('leave IDs in comments of HTML out', () => {
    expect(valuesOf('## A title <!-- #own-id -->\n')).toEqual(['A title'])
  })

  it('leave out comments of HTML in MDX, which Docusaurus reads, and attributes of asides', () => {
    const text =
      '<!-- truncate\n{a -->\n\n:::note[A title]{#id .class}\n\nText `<!--`\n\n:::\n\n:::tip{.wide}\n\nMore `-->`\n\n:::\n'
    expect(valuesOf(text, mdx)).toEqual(['A title', 'Text `<!--`', 'More `-->`'])
    expect(listMarkdownCode(text, 'mdx')).toEqual([])
  })

  it('leave out lines of Python-Markdown, kramdown and VitePress', () => {
    const text =
      '!!! note inline "A title"\n    Text\n\n??? tip\n    More\n\n=== "C++"\n\n[TOC]\n\n--8<-- "a.md"\n\nLead\n{: .lead }\n\n<<< @/a.js\n'
    expect(valuesOf(text)).toEqual(['A title', 'Text', 'More', 'C++', 'Lead'])
    const values = new Map(
      markdown.read(text).entries.map(({ key, value }) => [key, typeof value === 'string' ? `${value}!` : value]),
    )
    const written = text.replace(/A title|Text|More|C\+\+|Lead/g, '$&!')
    expect(markdown.write({ source: text, locale: 'de', values })).toBe(written)
  })

  it('keep a comment between their words, and code that looks like one', () => {
    expect(valuesOf('One {/* a note */} two\n', mdx)).toEqual(['One {/* a note */} two'])
    expect(valuesOf('Write `{/* #id */}`\n', mdx)).toEqual(['Write `{/* #id */}`'])
  })
})

describe('a Markdown file', () => {
  it.each([
    "import Tabs from '@theme/Tabs';\n\n# A\n",
    '# A\n\nimport {\n  A,\n  B,\n} from "b"\r\n',
    'export const A = ({ children }) => <b>{children}</b>\n',
    "A <img src={require('./a.png').default} alt='b' />\n",
    '<span style={{ color: "red" }}>A</span>\n',
  ])('is MDX with %j', text => {
    expect(detectFormat('docs/a.md', text).id).toBe('mdx')
  })

  it.each([
    "```js\nimport a from 'b'\n```\n",
    "- ```js\n\nimport a from 'b'\n\n  ```\n",
    "<!--\nimport a from 'b'\n-->\n",
    'Write `<A b={c} />`\n',
    '<img src={{ site.url }}/a.png>\n',
    "import settings from 'a' file of yours\n",
    'export default settings\n',
    "<script setup>\n  import a from 'b'\n</script>\n",
  ])('is none with %j', text => {
    expect(detectFormat('docs/a.md', text).id).toBe('markdown')
  })
})

describe('the texts of an MDX file', () => {
  it('are those in components, and attributes that readers see', () => {
    const text = [
      "import { Card } from 'x'",
      '',
      '<Card title="A &amp; B" icon=\'rocket\' count={3} label=\'Say "hi"\'>',
      '\tText in a <b title="inner">component</b>',
      '\tof two lines with {props.name}',
      '</Card>',
      '<Tabs><TabItem label="One tab">',
      '- Item',
      '</TabItem></Tabs>',
      '',
      '<Badge text="New" /> <Badge text="Old" />',
      '',
      '{/* comment */}',
      '',
      'export const title = "Kept"',
    ].join('\n')
    expect(valuesOf(text, mdx)).toEqual([
      'A & B',
      'Say "hi"',
      'Text in a <b title="inner">component</b> of two lines with {props.name}',
      'One tab',
      'Item',
      'New',
      'Old',
    ])
  })

  it('are none in paragraphs of expressions and components', () => {
    expect(valuesOf('{props.text}\n\n<Icon name="x" /> {a}\n', mdx)).toEqual([])
  })
})

describe('keys', () => {
  const keysOf = (text: string): readonly string[] => markdown.read(text).entries.map(({ key }) => key)

  it('are made of the text, so that they stay when other texts change or move', () => {
    const [first, second] = keysOf('# A heading\n\nThe first paragraph of many\n')
    expect(second).toMatch(/^the-first-paragraph-of-[0-9a-f]{8}$/)
    expect(keysOf('Inserted\n\n> The first paragraph\n> of many\n\n## A heading\n').slice(1)).toEqual([second, first])
  })

  it('have the path of a string in the front matter', () => {
    expect(keysOf('---\ntitle: A title\nhero:\n  actions:\n    - text: Go\n---\n')).toEqual([
      'frontmatter.title',
      'frontmatter.hero.actions.0.text',
    ])
  })
})
