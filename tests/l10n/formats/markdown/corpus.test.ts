import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkText } from '../../../../src/l10n/checks/check-text.ts'
import { mdx } from '../../../../src/l10n/formats/markdown/format.ts'
import { alignSegments, readSegments } from '../../../../src/l10n/formats/markdown/segments.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { corpusFolder, describeWith } from '../../../require.ts'
import { atNight, isNightly } from '../../../runs.ts'
import { readCorpus } from '../../corpus.ts'
import { surviveMutations } from '../contract/mutations.ts'

const FOLDER = 'starlight-mdx/docs/src/content/docs'

interface Page {
  readonly name: string
  readonly locale: string
  readonly text: string
  readonly english: string
}

/** By day two pages: one of components, and one of text with code. */
const listPaths = (locale: string): readonly string[] =>
  isNightly
    ? readdirSync(join(corpusFolder, FOLDER, locale), { recursive: true, encoding: 'utf8' })
        .filter(path => path.endsWith('.mdx'))
        .toSorted()
    : ['getting-started.mdx', 'components/tabs.mdx']

const readPages = (): readonly Page[] =>
  [...atNight(['de', 'ja']), 'ru'].flatMap(locale =>
    listPaths(locale).map(path => ({
      name: `${locale}/${path}`,
      locale,
      text: readCorpus(`${FOLDER}/${locale}/${path}`),
      english: readCorpus(`${FOLDER}/${path}`),
    })),
  )

const valuesOf = ({ text, locale, english }: Omit<Page, 'name'>): Map<string, Message> =>
  new Map(mdx.readTarget(text, locale, english).map(({ key, value }) => [key, value]))

describeWith('corpus', 'published pages', () => {
  const pages = readPages()

  it('align with their source nearly completely', () => {
    let [blocks, aligned] = [0, 0]
    for (const { text, english } of pages) {
      const source = readSegments(english, 'mdx').file
      blocks += source.blocks.length
      aligned += alignSegments(source, readSegments(text, 'mdx').file).pairs.length
    }
    expect(pages).toHaveLength(isNightly ? 18 : 2)
    expect(blocks).toBe(isNightly ? 1_299 : 134)
    expect(aligned / blocks).toBeGreaterThan(0.99)
  })

  it('are written back as the same bytes', () => {
    for (const { name, text, locale, english } of pages) {
      const values = valuesOf({ text, locale, english })
      const removed = new Set(mdx.read(english).entries.map(({ key }) => key))
      expect(mdx.write({ source: english, base: text, locale, values: new Map() }) === text, name).toBe(true)
      expect(mdx.write({ source: english, base: text, locale, values }) === text, name).toBe(true)
      expect(mdx.write({ source: english, base: text, locale, values, removed }) === text, name).toBe(true)
    }
  })

  it('change only in the lines of an edited text', () => {
    for (const { name, text, locale, english } of pages) {
      const values = valuesOf({ text, locale, english })
      const all = [...values]
      for (const [key, value] of isNightly
        ? all
        : [all[0], all[all.length >> 1], all.at(-1)].filter(one => one !== undefined)) {
        const edited = `${typeof value === 'string' ? value : ''} “ü” 😀 \u200F& (x)`
        const after = mdx.write({ source: english, base: text, locale, values: new Map([[key, edited]]) })
        expect(countChanged(text, after), `${name} ${key}`).toBeLessThanOrEqual(6)
        expect(valuesOf({ text: after, locale, english }), name).toEqual(new Map([...values, [key, edited]]))
      }
    }
  })

  it('have few errors, besides links to pages of their language', () => {
    let pairs = 0
    const errors: string[] = []
    for (const { name, text, locale, english } of pages) {
      const values = valuesOf({ text, locale, english })
      for (const { key, value: source } of mdx.read(english).entries) {
        const target = values.get(key)
        if (target === undefined) continue
        pairs += 1
        const { findings } = checkText({ source, target, sourceLocale: 'en', locale, syntax: 'plain' })
        for (const { id, level, message } of findings)
          if (level === 'error' && !message.startsWith('"[…](')) errors.push(`${name} ${id} ${message}`)
      }
    }
    expect(pairs).toBeGreaterThan(isNightly ? 600 : 56)
    // Changed names in code, and a percent-encoded address.
    expect(errors.length, errors.join('\n')).toBeLessThan(isNightly ? 25 : 5)
  })

  surviveMutations(
    mdx,
    pages.slice(0, 6).map(({ english, ...page }) => ({ ...page, source: english })),
  )
})

/** Counts the lines of a text that another one lacks. */
function countChanged(before: string, after: string): number {
  const lines = new Set(before.split('\n'))
  return after.split('\n').filter(line => !lines.has(line)).length
}
