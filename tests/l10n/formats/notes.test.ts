import { describe, expect, it } from 'vitest'
import { arb } from '../../../src/l10n/formats/arb/format.ts'
import { json } from '../../../src/l10n/formats/json/format.ts'
import { po } from '../../../src/l10n/formats/po/format.ts'
import { describeWith } from '../../require.ts'
import { readCorpus } from '../corpus.ts'

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

/** The comments of a PO file by a reading of its lines alone: those of every block after the header, except obsolete ones. */
function scanPoComments(text: string): string[] {
  const [, ...blocks] = text.split(/\n[ \t]*\n/)
  return blocks.flatMap(block => {
    const lines = block.split('\n')
    if (lines.some(line => line.startsWith('#~'))) return []
    return lines.flatMap(line => /^#(?:\.|[ \t])\s*(\S.*)$/.exec(line)?.[1]?.trim() ?? [])
  })
}

/** The comments of an ARB file by a reading of its JSON alone. */
function scanArbComments(text: string): string[] {
  const found: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'string' && ['description', 'example', 'context'].includes(name)) found.push(one)
      else walk(one)
    }
  }
  for (const [name, value] of Object.entries(JSON.parse(text))) if (name.startsWith('@')) walk(value)
  return found
}

describeWith('corpus', 'the comments of published files', () => {
  it('are captured as notes, at least 95 % of them', () => {
    const wagtail = 'wagtail-gettext-po/wagtail'
    const catalogues = ['admin/locale/en/LC_MESSAGES/django.po', 'admin/locale/en/LC_MESSAGES/djangojs.po'].flatMap(
      path => ['en', 'ar', 'pl', 'ru'].map(locale => `${wagtail}/${path.replace('/en/', `/${locale}/`)}`),
    )
    const bundles = ['aves-flutter-arb/lib/l10n/app_en.arb']
    let all = 0
    let captured = 0
    const count = (comments: readonly string[], notes: string): void => {
      all += comments.length
      captured += comments.filter(comment => notes.includes(comment)).length
    }
    const notesOf = (entries: readonly { readonly description?: string }[]): string =>
      entries.map(({ description }) => description ?? '').join('\n')
    for (const path of catalogues) count(scanPoComments(readCorpus(path)), notesOf(po.read(readCorpus(path)).entries))
    for (const path of bundles) count(scanArbComments(readCorpus(path)), notesOf(arb.read(readCorpus(path)).entries))
    expect(all).toBeGreaterThan(40)
    expect(captured / all).toBeGreaterThanOrEqual(0.95)
  })
})
