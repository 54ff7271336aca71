import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FluentParser } from '@fluent/syntax'
import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { android } from '../../../src/l10n/formats/android/format.ts'
import { appleStrings } from '../../../src/l10n/formats/apple-strings/format.ts'
import { arb } from '../../../src/l10n/formats/arb/format.ts'
import { fluent } from '../../../src/l10n/formats/fluent/format.ts'
import type { Format } from '../../../src/l10n/formats/format.ts'
import { json } from '../../../src/l10n/formats/json/format.ts'
import { php } from '../../../src/l10n/formats/php/format.ts'
import { properties } from '../../../src/l10n/formats/properties/format.ts'
import { rails } from '../../../src/l10n/formats/rails/format.ts'
import { findFormatIds } from '../../../src/l10n/formats/registry.ts'
import { resx } from '../../../src/l10n/formats/resx/format.ts'
import { stringsdict } from '../../../src/l10n/formats/stringsdict/format.ts'
import { toml } from '../../../src/l10n/formats/toml/format.ts'
import { xliff } from '../../../src/l10n/formats/xliff/format.ts'
import { corpusFolder, describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'
import { chosen, JSON_FOLDERS, readCorpus } from '../corpus.ts'
import { acceptFormat, type LawOptions } from './contract/laws.ts'
import { surviveMutations } from './contract/mutations.ts'
import { READERS } from './contract/readers.ts'
import { withRoot } from './with-root.ts'

/** Files of one program: a source and its translations. */
interface Family {
  readonly format: Format
  /** A path whose `*` is a locale. */
  readonly path: string
  /** The locale of the source file as its path spells it. Default: `en`. */
  readonly source?: string
  readonly laws?: LawOptions
  /** How many entries the source has. */
  readonly count?: number
  /** The file has texts that another reader does not find, or that it decodes in its own way. */
  readonly differs?: true
  /** Elements of the second level, between which a long file is cut before it is mutated. */
  readonly cutAfter?: string
  /** Whether the files are long, so that only the night writes them. */
  readonly isLong?: true
}

const APPLE = 'duckduckgo-apple'
const SYNC = `${APPLE}/LocalPackages/SyncUI-iOS/Sources/SyncUI-iOS/Resources`
const RAILS = 'mastodon-rails-yaml/config/locales'
const XLIFF = 'symfony-xliff/src/Symfony/Component'
const HARD = 'a "b" \\ \t & < > \' 😀👨‍👩‍👧 \u200F\u202Bx\u202C \u2028'
const toContent = (line: string): string => line

const APPLE_LAWS = {
  empty: '',
  siblings: ['a=b;', '\uFEFF/* Note */\r\n"a" = "ü";\r\n\r\n/* Note */\r\n"b" = "\\n";'],
  toContent: (line: string) => line.replace(/^\uFEFF|\r$/g, ''),
}
const FLUENT_LAWS = {
  hard: `${HARD} {""} { $count } {n}`,
  empty: '',
  siblings: ['a = ü\r\n    .b = c\r\n', '\uFEFF### License\n\n# Note\na =\n  b\n  c\n'],
  toContent: (line: string) => line.replace(/=.*$/s, '='),
  everyEntry: 3,
}
const RAILS_LAWS = {
  everyEntry: 40,
  empty: 'en: {}\n',
  siblings: ['fr:\n    a:\n        b: "c"\n\n    d: "e"\n', "\uFEFF---\r\nfr:\r\n  a:\r\n    b: 'c'\r\n"],
  toContent,
}
const XLIFF_LAWS = {
  empty: '<xliff version="1.2"><file source-language="en" original="x"><body></body></file></xliff>',
  siblings: ['<xliff version="1.2">\r\n<file target-language="pt_BR"><body/></file></xliff>\r\n'],
  hard: `${HARD} <b>x</b> &amp; ]]> {{count}} {n}`,
  toContent,
  everyEntry: 7,
}
const DICT_LAWS = {
  empty: '<plist version="1.0">\n<dict/>\n</plist>',
  siblings: ['\uFEFF<plist><dict>\r\n  <key>a</key>\r\n  <string>b</string>\r\n</dict></plist>'],
  // A format goes with its variables.
  isRemovable: (key: string) => !key.startsWith('autofill.delete.all'),
  hard: `${HARD} ]]> &amp; {{count}} {n}`,
  everyEntry: 5,
}

const FAMILIES: readonly Family[] = [
  {
    format: android,
    path: 'tusky-android-xml/app/src/main/res/values*/strings.xml',
    source: '',
    differs: true,
    cutAfter: '</string>',
    laws: {
      everyEntry: isNightly ? 20 : 150,
      empty: '<resources/>',
      siblings: ['<resources/>'],
      toContent,
      beginning: /<(?:string|plurals|item|!--)/,
    },
  },
  { format: appleStrings, path: `${SYNC}/*.lproj/Localizable.strings`, laws: { ...APPLE_LAWS, everyEntry: 20 } },
  {
    format: appleStrings,
    path: `${APPLE}/AutofillCredentialProvider/*.lproj/Localizable.strings`,
    source: 'pl',
    laws: { ...APPLE_LAWS, everyEntry: 10 },
  },
  { format: arb, path: 'aves-flutter-arb/lib/l10n/app_*.arb', differs: true, laws: { everyEntry: 150 } },
  {
    format: fluent,
    path: 'pontoon-fluent/translate/public/locale/*/translate.ftl',
    source: 'en-US',
    differs: true,
    laws: FLUENT_LAWS,
  },
  ...['browsing', 'importing', 'statistics'].map(
    (name): Family => ({
      format: fluent,
      path: `anki-fluent/core/*/${name}.ftl`,
      source: 'templates',
      differs: true,
      laws: FLUENT_LAWS,
    }),
  ),
  ...JSON_FOLDERS.map((folder): Family => ({ format: json, path: `${folder}/*.json`, laws: { everyEntry: 400 } })),
  ...['auth', 'common', 'entities', 'settings', 'validation'].map(
    (name): Family => ({
      format: php,
      path: `bookstack-php/lang/*/${name}.php`,
      laws: { everyEntry: 100, empty: '<?php return [];', siblings: [] },
    }),
  ),
  {
    format: properties,
    path: 'jabref-properties/jablib/src/main/resources/l10n/JabRef_*.properties',
    count: 2922,
    laws: { everyEntry: 1_000, empty: '', siblings: [] },
  },
  { format: withRoot(rails, 'en'), path: `${RAILS}/devise.*.yml`, laws: RAILS_LAWS },
  { format: withRoot(rails, 'en'), path: `${RAILS}/simple_form.*.yml`, laws: RAILS_LAWS },
  { format: withRoot(rails, 'en'), path: `${RAILS}/*.yml`, isLong: true, laws: { ...RAILS_LAWS, everyEntry: 400 } },
  {
    format: resx,
    path: 'sharex-resx/ShareX/Properties/Resources*.resx',
    source: '',
    differs: true,
    cutAfter: '</data>',
    laws: {
      // Without a line break, which is one in the file, too.
      hard: `${HARD} \r ]]> {0}`,
      everyEntry: 40,
      empty: '<root/>',
      siblings: ['<root/>'],
      toContent,
    },
  },
  { format: stringsdict, path: `${APPLE}/DuckDuckGo/*.lproj/Localizable.stringsdict`, differs: true, laws: DICT_LAWS },
  { format: stringsdict, path: `${SYNC}/*.lproj/Localizable.stringsdict`, differs: true, laws: DICT_LAWS },
  {
    format: toml,
    path: 'hugocoder-toml/i18n/*.toml',
    laws: {
      empty: '',
      siblings: ["[a]\nother='b'\n[c]\nother='d'\n", '\uFEFF[a]\r\nother = "b"\r\n\r\n[c]\r\nother = "d"\r\n'],
      toContent,
    },
  },
  {
    format: xliff,
    path: `${XLIFF}/Validator/Resources/translations/validators.*.xlf`,
    count: 116,
    differs: true,
    laws: XLIFF_LAWS,
  },
]

interface File {
  readonly name: string
  readonly locale: string
  readonly text: string
}

/** The files of a path with `*`, but those whose names only begin and end so. */
function listFiles({ path, source = 'en' }: Family): readonly File[] {
  const [before = '', after = ''] = path.split('*')
  const folder = before.slice(0, before.lastIndexOf('/'))
  return readdirSync(join(corpusFolder, folder)).flatMap(name => {
    const spelling = name.slice(before.length - folder.length - 1, name.length - (after.split('/')[0] ?? '').length)
    const file = before + spelling + after
    if (/\w\./.test(spelling) || !`${folder}/${name}${after}`.startsWith(before)) return []
    if (!existsSync(join(corpusFolder, file))) return []
    const locale = spelling === source ? 'en' : spelling.replace(/^\W/, '').replace('_', '-')
    return [{ name: file, locale, text: readCorpus(file) }]
  })
}

const cut = (text: string, endTag: string | undefined): string => {
  if (endTag === undefined) return text
  const end = text.lastIndexOf('</')
  return `${text.slice(0, text.lastIndexOf(endTag, Math.min(end, 19_000)) + endTag.length)}\n${text.slice(end)}`
}

function isValid(format: Format, text: string): boolean {
  try {
    return format.read(text).entries.length > 0
  } catch {
    return false
  }
}

describeWith('corpus', 'published files', () => {
  describe.each(FAMILIES)('of $path', family => {
    const { format, path, source: spelling = 'en', laws, count, differs, cutAfter, isLong } = family
    const files = listFiles(family)
    const source = readCorpus(path.replace('*', spelling))
    const tried = chosen(files)
    if (isNightly || isLong === undefined) {
      acceptFormat(format, source, tried, laws)
      // A mutation shortens a file, and most long ones are not valid then.
      const short = files.map(({ text, ...file }) => ({ ...file, source, text: cut(text, cutAfter).slice(0, 20_000) }))
      const samples = short.filter(({ text }) => isValid(format, text))
      if (samples.length > 0) surviveMutations(format, samples)
    }

    it('are recognized, with all their texts', async () => {
      expect(files.length).toBeGreaterThan(1)
      for (const { name, text } of files) expect(findFormatIds(name, text)).toContain(format.id)
      const { entries } = format.read(source)
      expect(entries.length).toBeGreaterThan(1)
      if (count !== undefined) expect(entries).toHaveLength(count)
      for (const { name, text } of differs ? [] : tried) {
        const own = format
          .readTarget(text, 'en')
          .flatMap(({ value }) => (typeof value === 'string' ? value : Object.values(value)))
        const theirs = await READERS[format.id]?.read(text)
        expect(own.toSorted(), name).toEqual(theirs?.filter(one => one !== '').toSorted())
      }
    })
  })
})

describeWith('corpus', 'published Android resources', () => {
  const folder = 'tusky-android-xml/app/src/main/res/values'

  it('have all their strings and comments but the license', () => {
    const source = readCorpus(`${folder}/strings.xml`)
    const { entries, options } = android.read(source)
    const count = (tag: string): number => source.split(tag).length - 1
    expect(entries).toHaveLength(count('<string name=') + count('<plurals name='))
    expect(options).toEqual({ syntax: 'printf', eol: '\n', indent: '    ' })
    expect(new Set(entries.flatMap(({ description }) => description?.split('\n')[0] ?? [])).size).toBe(
      count('<!--') - 1,
    )
  })

  it('have no entries for references, nor in donottranslate.xml', () => {
    const arrays = readCorpus(`${folder}/string-arrays.xml`)
    expect(android.read(arrays).entries).toEqual([])
    expect(android.write({ source: arrays, base: arrays, locale: 'pl', values: new Map() }) === arrays).toBe(true)
    expect(findFormatIds(`${folder}/donottranslate.xml`, readCorpus(`${folder}/donottranslate.xml`))).toEqual([])
  })
})

describeWith('corpus', 'published Fluent files', () => {
  it('have the keys and notes that their own parser finds', () => {
    const text = readCorpus('pontoon-fluent/translate/public/locale/en-US/translate.ftl')
    const { body } = new FluentParser({ withSpans: false }).parse(text)
    const messages = body.filter(entry => entry.type === 'Message' || entry.type === 'Term')
    const { entries } = fluent.read(text)
    expect(entries.map(({ key }) => key)).toEqual(
      messages.flatMap(({ id, value, attributes }) => [
        ...(value === null ? [] : [id.name]),
        ...attributes.map(({ id: { name } }) => `${id.name}.${name}`),
      ]),
    )
    const notes = entries.map(({ description = '' }) => description).join('\n')
    for (const { comment } of messages) expect(notes).toContain(comment?.content.trim() ?? '')
  })

  it('have no errors in their translations but those that were reviewed', () => {
    const [source, target] = ['templates', 'pl'].map(name => readCorpus(`anki-fluent/core/${name}/browsing.ftl`))
    const sources = new Map(fluent.read(source ?? '').entries.map(({ key, value }) => [key, value]))
    const found = fluent.readTarget(target ?? '', 'pl').flatMap(({ key, value }) => {
      const request = { source: sources.get(key) ?? '', target: value, sourceLocale: 'en', locale: 'pl' }
      const { findings } = checkText({ ...request, syntax: 'fluent' })
      return findings.flatMap(({ id, level }) => (level === 'error' && id !== 'plural_forms' ? `${key} ${id}` : []))
    })
    expect([...new Set(found)].toSorted()).toEqual([
      'browsing-changed-new-position placeholders',
      'browsing-removed-unused-tags-count placeholders',
      'browsing-reparented-decks placeholders',
    ])
  })
})
