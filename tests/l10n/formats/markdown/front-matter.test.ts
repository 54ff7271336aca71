import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { markdown } from '../../../../src/l10n/formats/markdown/format.ts'
import { writerOf } from '../writer.ts'

const writeTexts = writerOf(markdown)

const withFront = (lines: string): string => `---\n${lines}\n---\n\nText\n`
const entriesOf = (lines: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    markdown
      .read(withFront(lines))
      .entries.filter(({ key }) => key.startsWith('frontmatter.'))
      .map(({ key, value }) => [key.slice('frontmatter.'.length), value]),
  )

function write(lines: string, values: Readonly<Record<string, string>>, base?: string): string {
  const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [`frontmatter.${key}`, value]))
  const written = writeTexts(withFront(lines), texts, { base: base === undefined ? undefined : withFront(base) })
  return written.slice('---\n'.length, written.indexOf('\n---\n'))
}

describe('the strings of front matter', () => {
  it('are those that readers see', () => {
    const lines = `title: getting-started
description: 'It''s a "page"' # comment
slug: Some Slug
date: 2026-01-01
draft: true
template: splash
tags: [One tag, two]
hero:
  tagline: "Words \\u00e9"
  image: { file: ~/a.png, alt: Logo }
  actions:
    - text: Go
      link: /go/
      icon: right-arrow
custom: lower
custom_path: ./Some/Path
custom_url: https://example.com/A
custom_words: Some words`
    expect(entriesOf(lines)).toEqual({
      title: 'getting-started',
      description: 'It\'s a "page"',
      'hero.tagline': 'Words é',
      'hero.actions.0.text': 'Go',
      custom_words: 'Some words',
    })
  })

  it('can have any scalar style', () => {
    const lines = 'a: Plain words\nb: |\n  Literal\n  words\nc: >-\n  Folded\n  words\nd: "Double"\ne: \'Single\''
    expect(entriesOf(lines)).toEqual({
      a: 'Plain words',
      b: 'Literal\nwords\n',
      c: 'Folded words',
      d: 'Double',
      e: 'Single',
    })
    expect(write(lines, { a: 'Wörter', b: 'Neue\n\nWörter\n', c: 'Gefaltet', d: 'Zwei', e: "Ein's" })).toBe(
      "a: Wörter\nb: |\n  Neue\n\n  Wörter\nc: >-\n  Gefaltet\nd: \"Zwei\"\ne: 'Ein''s'",
    )
  })

  it('are quoted if a plain scalar cannot hold them', () => {
    for (const value of [
      'a: b',
      '# no comment',
      'yes, "no"',
      '- item',
      '[a]',
      "it's: so",
      'null',
      '1',
      ' a',
      'a\nb',
      '@x',
      'a #b',
    ]) {
      const written = writeTexts(withFront('title: Words'), { 'frontmatter.title': value })
      expect(parse(written.slice(4, written.indexOf('---', 4))), written).toEqual({ title: value })
      expect(written.endsWith('\n---\n\nText\n'), written).toBe(true)
    }
  })

  it('are added and removed on the first level', () => {
    expect(
      write('title: One\ndescription: Two words', { title: 'Eins', description: 'Zwei Wörter' }, 'title: Eins'),
    ).toBe('title: Eins\ndescription: Zwei Wörter')
    expect(write('title: One\nsummary: Two', { title: 'Eins' }, 'slug: a\nsummary: Zwei')).toBe(
      'title: Eins\nslug: a\nsummary: Zwei',
    )
    const base = withFront('title: Eins\nsummary: |\n  Zwei\nslug: a')
    const removed = new Set(['frontmatter.summary'])
    expect(writeTexts(withFront('title: One'), {}, { base, removed })).toBe(withFront('title: Eins\nslug: a'))
  })

  it('are added with the whole front matter to a file without', () => {
    const source = withFront('title: One\nslug: a')
    const values = new Map([['frontmatter.title', 'Eins']])
    expect(markdown.write({ source, base: 'Absatz\n', locale: 'de', values })).toBe(
      '---\ntitle: Eins\nslug: a\n---\n\nAbsatz\n',
    )
  })

  it('keep their line breaks and comments', () => {
    const base = '\uFEFF---\r\ntitle: Eins # Kommentar\r\nx: |\r\n  Zwei\r\n---\r\n\r\nAbsatz\r\n'
    const source = withFront('title: One\nx: |\n  Two')
    const values = new Map([
      ['frontmatter.title', 'Neu'],
      ['frontmatter.x', 'Drei\nVier\n'],
    ])
    expect(markdown.write({ source, base, locale: 'de', values })).toBe(
      '\uFEFF---\r\ntitle: Neu # Kommentar\r\nx: |\r\n  Drei\r\n  Vier\r\n---\r\n\r\nAbsatz\r\n',
    )
  })

  it('are none in TOML front matter, which is kept', () => {
    const text = '+++\ntitle = "Some words"\n+++\n\nText\n'
    expect(markdown.read(text).entries.map(({ value }) => value)).toEqual(['Text'])
  })

  it('are refused with line and column if they are no YAML', () => {
    expect(() => markdown.read('---\ntitle: [a\n---\n\nText\n')).toThrow(
      /^Invalid Markdown file at \d:\d+: front matter is not YAML: /,
    )
    expect(() => markdown.read('---\ntitle: a\ntitle: b\n---\n')).toThrow(
      / at 3:1: key "title" occurs twice in the front matter\.$/,
    )
  })
})
