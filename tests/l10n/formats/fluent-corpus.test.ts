import { FluentParser, Junk } from '@fluent/syntax'
import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { fluent } from '../../../src/l10n/formats/fluent/format.ts'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'
import { chosen, readCorpus } from '../corpus.ts'
import { acceptFormat } from './contract/laws.ts'
import { type MutationSample, surviveMutations } from './contract/mutations.ts'

const FAMILIES = [
  ...(isNightly ? ['browsing', 'importing', 'statistics'] : ['browsing']).map(name => ({
    path: (locale: string) => `anki-fluent/core/${locale}/${name}.ftl`,
    source: 'templates',
    targets: ['ar', 'ja', 'pl'],
  })),
  {
    path: (locale: string) => `pontoon-fluent/translate/public/locale/${locale}/translate.ftl`,
    source: 'en-US',
    targets: ['fr', 'sv-SE'],
  },
]

const HARD = 'a "b" \\ \t & < > \' 😀👨‍👩‍👧 \u200F\u202Bx\u202C \u2028 {""} { $count } {n}'

const SIBLINGS = ['a = ü\r\n    .b = c\r\n', '\uFEFF### License\n\n# Note\na =\n  b\n  c\n']

/** Texts that leave out a value for some numbers, or print another one. */
const DEFECTS = [
  'pl browsing-removed-unused-tags-count placeholders',
  'pl browsing-changed-new-position placeholders',
  'pl browsing-reparented-decks placeholders',
  'pl importing-note-unchanged placeholders',
  'ar importing-conflicting-notes-skipped2 placeholders',
  'ar statistics-card-ease-tooltip placeholders',
]

describeWith('corpus', 'published Fluent files', () => {
  const samples: MutationSample[] = []
  for (const { path, source, targets } of FAMILIES) {
    const text = readCorpus(path(source))
    samples.push({ name: path(source), text, locale: 'en' })
    const files = chosen(targets.map(locale => ({ name: path(locale), locale, text: readCorpus(path(locale)) })))
    for (const file of files) samples.push({ ...file, source: text })

    describe(path(source), () => {
      acceptFormat(fluent, text, files, {
        hard: HARD,
        empty: '',
        siblings: SIBLINGS,
        toContent: line => line.replace(/=.*$/s, '='),
        everyEntry: 3,
      })

      it('has an entry for each text of the parser, with the comments above it', () => {
        const { body } = new FluentParser({ withSpans: false }).parse(text)
        const theirs = body.flatMap(entry =>
          entry.type === 'Message' || entry.type === 'Term'
            ? [
                ...(entry.value === null ? [] : [entry.id.name]),
                ...entry.attributes.map(({ id }) => `${entry.id.name}.${id.name}`),
              ]
            : [],
        )
        const { entries } = fluent.read(text)
        expect(entries.map(({ key }) => key)).toEqual(theirs)
        const notes = entries.map(({ description = '' }) => description).join('\n')
        for (const entry of body) {
          if (entry.type === 'Message' && entry.comment !== null) expect(notes).toContain(entry.comment.content.trim())
        }
      })

      it('is valid Fluent with each text replaced by one of several lines', () => {
        const values = new Map(
          fluent
            .read(text)
            .entries.map(({ key, value }) => [key, `  .${typeof value === 'string' ? value : ''}\n\n *x\n`]),
        )
        const written = fluent.write({ source: text, base: text, locale: 'de', values })
        expect(new FluentParser().parse(written).body.filter(entry => entry instanceof Junk)).toEqual([])
        expect(new Map(fluent.readTarget(written, 'de').map(({ key, value }) => [key, value]))).toEqual(values)
      })

      it('has translations without errors of syntax and placeholders', () => {
        const sources = new Map(fluent.read(text).entries.map(({ key, value }) => [key, value]))
        const refused = files.flatMap(({ locale, text: target }) =>
          fluent.readTarget(target, locale).flatMap(({ key, value }) => {
            const from = sources.get(key)
            if (from === undefined) return []
            const { findings } = checkText({
              source: from,
              target: value,
              syntax: 'fluent',
              sourceLocale: 'en',
              locale,
            })
            return findings
              .filter(({ id, level }) => level === 'error' && id !== 'plural_forms')
              .map(({ id, message }) => `${locale} ${key} ${id}: ${message}`)
          }),
        )
        expect(refused.filter(line => !DEFECTS.some(defect => line.startsWith(defect)))).toEqual([])
      })
    })
  }

  describe('mutated', () => {
    surviveMutations(fluent, samples)
  })
})
