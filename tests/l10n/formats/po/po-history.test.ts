import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SourceHistory, WriteRequest } from '../../../../src/l10n/formats/format.ts'
import { po } from '../../../../src/l10n/formats/po/format.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { temporaryFolder } from '../../../harness/folder.ts'
import { describeWith } from '../../../require.ts'

const HEADER =
  'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
const NOTHING: SourceHistory = { previous: [], obsolete: [] }

interface Change {
  readonly source: string
  readonly base?: string
  readonly values?: readonly (readonly [string, Message])[]
  readonly removed?: readonly string[]
  readonly withdrawn?: readonly string[]
  readonly former?: WriteRequest['former']
  readonly history?: Partial<SourceHistory>
}

const write = ({ source, base, values = [], removed = [], withdrawn = [], former, history }: Change): string =>
  po.write({
    source,
    base,
    locale: 'de',
    values: new Map(values),
    removed: new Set(removed),
    withdrawn: new Set(withdrawn),
    former,
    history: { ...NOTHING, ...history },
  })

const OPEN = '# Ada\n#. Button\n#: a.c:1\n#, c-format\nmsgid "Opne the file %s"\nmsgstr "%s öffnen"\n'
const CORRECTED = '#. Button\n#: a.c:1\n#, c-format\nmsgid "Open the file %s"\nmsgstr ""\n'
const former = [['Open the file %s', ['Opne the file %s']]] as const
const correction = { former, history: { previous: [['Open the file %s', { source: 'Opne the file %s' }]] } } as const
const FUZZY =
  '# Ada\n#. Button\n#: a.c:1\n#, fuzzy, c-format\n#| msgid "Opne the file %s"\nmsgid "Open the file %s"\nmsgstr "%s öffnen"\n'

describe('an entry whose source was corrected', () => {
  const values = [['Open the file %s', '%s öffnen']] as const
  const removed = ['Opne the file %s']

  it('stays in its place, fuzzy, with its previous source and the translator’s comments', () => {
    const rest = '\nmsgid "Other"\nmsgstr "Anders"\n'
    const source = CORRECTED + rest.replace('Anders', '')
    const base = HEADER + OPEN + rest
    expect(write({ source, base, values, removed, ...correction })).toBe(HEADER + FUZZY + rest)
    expect(write({ source, base: HEADER + FUZZY + rest, values, removed, ...correction })).toBe(HEADER + FUZZY + rest)
  })

  it('is not fuzzy once the new source is translated', () => {
    const done = FUZZY.replace('fuzzy, ', '')
      .replace('#| msgid "Opne the file %s"\n', '')
      .replace('%s öffnen', 'Öffne die Datei %s')
    for (const before of [OPEN, FUZZY]) {
      const text = write({
        source: CORRECTED,
        base: HEADER + before,
        values: [['Open the file %s', 'Öffne die Datei %s']],
        removed,
        former,
      })
      expect(text).toBe(HEADER + done)
    }
  })

  it('keeps a text that only the file has', () => {
    expect(write({ source: CORRECTED, base: HEADER + OPEN, removed, former })).toBe(HEADER + FUZZY)
  })

  it('has context and plural of the earlier source', () => {
    const source = 'msgctxt "menu"\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    const key = 'menu␄%d file'
    const text = write({
      source,
      base: `${HEADER}msgctxt "menu"\nmsgid "%d fil"\nmsgid_plural "%d fils"\nmsgstr[0] "a"\nmsgstr[1] "b"\n`,
      values: [[key, { one: 'a', other: 'b' }]],
      removed: ['menu␄%d fil'],
      history: {
        previous: [[key, { source: { one: '%d fil', other: '%d fils' }, context: 'menu' }]],
      },
      former: [[key, ['menu␄%d fil']]],
    })
    expect(text).toBe(
      `${HEADER}#, fuzzy\n#| msgctxt "menu"\n#| msgid "%d fil"\n#| msgid_plural "%d fils"\n${source.replace('[0] ""', '[0] "a"').replace('[1] ""', '[1] "b"')}`,
    )
    const plural = source.replace('%d files', '%d Files')
    const changed = write({
      source: plural,
      base: HEADER + source.replace('[0] ""', '[0] "a"').replace('[1] ""', '[1] "b"'),
      values: [[key, { one: 'a', other: 'b' }]],
      history: { previous: [[key, { source: { one: '%d file', other: '%d files' }, context: 'menu' }]] },
    })
    expect(changed).toContain('#, fuzzy\n#| msgctxt "menu"\n#| msgid "%d file"\n#| msgid_plural "%d files"\nmsgctxt')
    expect(changed).toContain('msgid_plural "%d Files"\nmsgstr[0] "a"')
  })

  it('is fuzzy in a new file, too', () => {
    const text = write({ source: CORRECTED, values, ...correction })
    expect(text.endsWith(FUZZY.replace('# Ada\n', ''))).toBe(true)
  })
})

describe('an entry that left the source', () => {
  const source = 'msgid "a"\nmsgstr ""\n'
  const gone = '# Ada\n#. Note\n#: a.c:1\n#, c-format\nmsgctxt "x"\nmsgid ""\n"long\\n"\n"text"\nmsgstr "alt"\n'
  const base = `${HEADER}${gone}\nmsgid "a"\nmsgstr "A"\n`
  const obsolete = '# Ada\n#, c-format\n#~ msgctxt "x"\n#~ msgid ""\n#~ "long\\n"\n#~ "text"\n#~ msgstr "alt"\n'
  const after = `${HEADER}msgid "a"\nmsgstr "A"\n\n${obsolete}`

  it('becomes obsolete at the end, and stays so', () => {
    expect(write({ source, base, removed: ['x␄long\ntext'] })).toBe(after)
    expect(write({ source, base: after, removed: ['x␄long\ntext'] })).toBe(after)
  })

  it('has the project’s newest text, also if the file never had it', () => {
    const old = { source: 'long\ntext', context: 'x', value: 'neu' }
    const history = { obsolete: [['x␄long\ntext', old] as const] }
    expect(write({ source, base, removed: ['x␄long\ntext'], history })).toBe(after.replace('alt', 'neu'))
    const text = write({ source, base: `${HEADER}msgid "a"\nmsgstr "A"\n`, history })
    expect(text).toBe(after.replace('# Ada\n#, c-format\n', '').replace('alt', 'neu'))
    expect(write({ source, base: text, history })).toBe(text)
    expect(
      write({ source, history }).endsWith(
        '\n\n#~ msgctxt "x"\n#~ msgid ""\n#~ "long\\n"\n#~ "text"\n#~ msgstr "neu"\n',
      ),
    ).toBe(true)
  })

  it('has three columns less in a line, as its comment takes them', () => {
    const text = `${'word '.repeat(13)}end`
    const before = `${HEADER}msgid "${text}"\nmsgstr "alt"\n`
    expect(write({ source, base: before, removed: [text] })).toContain(`#~ msgid "${text}"\n#~ msgstr "alt"\n`)
    const longer = `${text}ing`
    expect(write({ source, base: before.replace(text, longer), removed: [longer] })).toContain(
      `#~ msgid ""\n#~ "${longer}"\n`,
    )
  })

  it('is dropped without a translation', () => {
    expect(write({ source, base: base.replace('alt', ''), removed: ['x␄long\ntext'] })).toBe(
      `${HEADER}msgid "a"\nmsgstr "A"\n`,
    )
  })

  it('returns with its comments and translation when the source has it again, except a withdrawn one', () => {
    const again = 'msgctxt "x"\nmsgid "long\\ntext"\nmsgstr ""\n'
    const revived = `${HEADER}# Ada\nmsgctxt "x"\nmsgid "long\\ntext"\nmsgstr "alt"\n\nmsgid "a"\nmsgstr "A"\n`
    expect(write({ source: `${again}\n${source}`, base: after })).toBe(revived)
    expect(write({ source: `${again}\n${source}`, base: after, values: [['x␄long\ntext', 'neu']] })).toBe(
      revived.replace('alt', 'neu'),
    )
    expect(write({ source: `${again}\n${source}`, base: after, withdrawn: ['x␄long\ntext'] })).toBe(after)
    const fuzzy = after.replace('#, c-format', '#, fuzzy, c-format')
    expect(write({ source: `${again}\n${source}`, base: fuzzy })).toContain('# Ada\n#, fuzzy\nmsgctxt "x"')
  })
})

describeWith('gettext', 'a corrected file', program => {
  it('is the same as msgmerge writes', async () => {
    const old = `${HEADER}${OPEN}
#: a.c:2
msgid "Keep me"
msgstr "Bleib"

# Comment
#. Extracted
#: a.c:3
#, c-format
msgid "Entirely different: %d"
msgstr "Ganz anders: %d"

#: a.c:4
#, fuzzy
#| msgid "Was"
msgid "Unsure and gone"
msgstr "Unsicher"

#: a.c:5
msgid "Never translated zzz"
msgstr ""

# Back
#~ msgid "Returning"
#~ msgstr "Wieder da"

#~ msgid "Stays obsolete"
#~ msgstr "Alt"
`
    const source = `${CORRECTED}\n#: a.c:2\nmsgid "Keep me"\nmsgstr ""\n\n#: a.c:6\nmsgid "Returning"\nmsgstr ""\n`
    const mine = write({
      source,
      base: old,
      values: [['Open the file %s', '%s öffnen']],
      removed: ['Opne the file %s', 'Entirely different: %d', 'Unsure and gone', 'Never translated zzz'],
      ...correction,
    })
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'old.po'), old)
    await writeFile(join(folder, 'new.pot'), `${HEADER}${source}`)
    const { stdout, status } = spawnSync(program, ['-q', '--previous', '-o', '-', 'old.po', 'new.pot'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    // Programs order obsolete entries differently.
    const blocks = (text: string): string[] => text.trim().split('\n\n').toSorted()
    expect(blocks(mine)).toEqual(blocks(stdout))
  })
})
