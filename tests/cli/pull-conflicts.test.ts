import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { pullFiles } from '../../src/cli/files/pull.ts'
import type { PullConflict } from '../../src/cli/files/pull-conflicts.ts'
import { openPulledLog } from '../../src/cli/files/pulled-log.ts'
import { openRoot } from '../../src/cli/files/root.ts'
import { parseToolResult, toToolResult } from '../../src/cli/files/tool-result.ts'
import { INLINE } from '../../src/cli/files/transfer.ts'
import { createProgress } from '../../src/cli/output/progress.ts'
import { AppError } from '../../src/errors.ts'
import { temporaryFolder } from '../harness/folder.ts'

const TEXTS = { 'nav.home': 'Start', 'nav.back': 'Zurück', save: 'Sichern' }

let base: string
let repo: string
let ids = 0

beforeEach(async () => {
  base = await realpath(await temporaryFolder())
  repo = join(base, 'repo')
  await mkdir(repo)
})

interface Given {
  readonly path: string
  readonly content: string
  readonly locale?: string
}

/** Runs a pull of these files as the process of `dragoman call` does. */
async function pull(
  files: readonly Given[],
  {
    source,
    force,
    at = repo,
    preview,
    more = {},
  }: {
    source?: string
    force?: (found: readonly PullConflict[]) => void
    at?: string
    preview?: string
    more?: object
  } = {},
) {
  const newId = () => `id${ids++}`
  const access = {
    root: openRoot({ folder: at, home: '/nowhere', newId }),
    log: openPulledLog({ stateFolder: join(base, 'state'), root: at, newId }),
    previews: openPulledLog({ stateFolder: join(base, 'state'), root: `${at} (previews)`, newId }),
    force,
    progress: createProgress(process.stderr),
    warn: (error: unknown) => expect.fail(String(error)),
  }
  const rows = files.map(({ locale = 'de', ...file }) => ({ ...file, locale, sha256: '', exported: 1 }))
  const answer = { files: rows, ...(source !== undefined && { source }), ...more, next: '' }
  const result = await pullFiles(
    {
      pull: async () => toToolResult(answer),
      preview,
      compare: async given => ({ files: given, local: [], kept: [] }),
    },
    access,
    INLINE,
    undefined,
  )
  return parseToolResult(result) as { written: string[]; forced?: string[]; next: string }
}

async function refused(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    answer => new Error(`nothing was refused: ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  )
  if (error instanceof AppError) return error
  throw error
}

async function keep(path: string, text: unknown): Promise<string> {
  const content = typeof text === 'string' ? text : `${JSON.stringify(text, null, 2)}\n`
  await mkdir(dirname(join(repo, path)), { recursive: true })
  await writeFile(join(repo, path), content)
  return content
}

const file = (path: string): Promise<string> => readFile(join(repo, path), 'utf8')
const german = (path = 'locales/de.json', texts: object = TEXTS) => ({ path, content: JSON.stringify(texts) })

/** Files of a repository that a pull of the project must not replace by itself. */
const OTHERS: readonly (readonly [name: string, path: string, content: unknown])[] = [
  ['an unrelated file of texts', 'locales/de.json', { title: 'Titel', body: 'Text' }],
  ['a configuration with commands', 'config/de.json', { mcp: { x: { type: 'local', command: ['sh', '-c', 'true'] } } }],
  ['a configuration of an environment', 'config/de.json', { port: 8080, tls: true, save: 'yes' }],
  ['a configuration that has one key of the project', 'tools/de.json', { save: 'x', run: 'y', main: 'z' }],
  ['a file with comments', 'locales/de.json', '// settings\n{"save": "x"}'],
  ['a list', 'locales/de.json', '["save"]'],
  ['what is no text', 'locales/de.json', '\u0000\u0001'],
  ['an unrelated catalogue', 'po/de.po', 'msgid ""\nmsgstr ""\n\nmsgid "Foreign"\nmsgstr "Fremd"\n'],
  ['an unrelated bundle', 'lib/app_de.arb', { '@@locale': 'de', other: 'Anderes' }],
]

describe('a file that does not belong to the project', () => {
  for (const [name, path, content] of OTHERS) {
    it(`is not replaced: ${name}`, async () => {
      const before = await keep(path, content)
      await keep('locales/en.json', { 'nav.home': 'Home', 'nav.back': 'Back', save: 'Save' })
      const pulled = path.endsWith('.po')
        ? { path, content: 'msgid ""\nmsgstr ""\n\nmsgid "Save"\nmsgstr "Sichern"\n' }
        : german(path)
      for (const source of [undefined, 'locales/en.json']) {
        const options = path.endsWith('.po') || source === undefined ? {} : { source }
        const fault = await refused(pull([german('locales/fr.json'), pulled], options))
        expect(fault.code).toBe('conflict')
        expect(fault.message).toContain(`Nothing was written. The pull would write`)
        expect(fault.message).toContain(`\n  ${path}: `)
        expect(fault.fix).toContain('--force')
        expect(await file(path)).toBe(before)
      }
      const told: PullConflict[] = []
      expect(await pull([pulled], { force: found => void told.push(...found) })).toMatchObject({ forced: [path] })
      expect(told).toMatchObject([{ path }])
      expect(await file(path)).toBe(pulled.content)
    })
  }

  it('stops the whole pull, and is reported with its content', async () => {
    await keep('locales/de.json', { title: 'Titel', body: 'Text', foot: 'Fuß', more: '…' })
    await keep('locales/en.json', TEXTS)
    const files = [german('a/de.json'), german(), german('z/de.json')]
    const fault = await refused(pull(files, { source: 'locales/en.json' }))
    expect(fault.message).toContain('4 of its 4 keys are not in locales/en.json, for example "title", "body", "foot"')
    expect(await readdir(repo)).toEqual(['locales'])
  })

  it('is not recognized by the pulled file itself, nor by a missing or unreadable source', async () => {
    const before = await keep('config/de.json', { port: 8080, start: 'node main.js' })
    await keep('broken/en.json', '// c\n{"start":"x"}')
    const evil = german('config/de.json', { port: 1, start: 'evil' })
    const sources: readonly (readonly [string | undefined, string])[] = [
      [undefined, 'the server does not name its source file'],
      ['zz/en.json', 'its source file "zz/en.json" is missing'],
      ['config/de.json', 'the server names it as its own source file'],
      ['Config/DE.json', 'the server names it as its own source file'],
      ['broken/en.json', 'not a translation file in this format'],
    ]
    for (const [source, why] of sources) {
      const fault = await refused(pull([evil], source === undefined ? {} : { source }))
      expect(fault.message).toContain(`config/de.json: ${before.length} bytes, `)
      expect(fault.message).toContain(why)
    }
    expect(await file('config/de.json')).toBe(before)
  })

  it('is not recognized by its own texts, which the server sends under keys of its own', async () => {
    const before = await keep('config/de.json', { start: 'node main.js', stop: 'kill' })
    await keep('l/en.json', { save: 'Save', quit: 'Quit', home: 'Home' })
    const sent = german('l/de.json', { a: 'node main.js', b: 'kill', save: 'Sichern' })
    const fault = await refused(pull([sent, german('config/de.json', { save: 'x' })], { source: 'l/en.json' }))
    expect(fault.message).toContain('config/de.json')
    expect(await file('config/de.json')).toBe(before)
  })

  it('is not replaced at a path without the locale, whatever the source is', async () => {
    const before = await keep('config/settings.json', { port: 1 })
    await keep('other/en.json', { port: 2 })
    const fault = await refused(pull([german('config/settings.json')], { source: 'other/en.json' }))
    expect(fault.message).toContain('its path does not contain the locale de')
    expect(await file('config/settings.json')).toBe(before)
  })

  it('is never replaced at a tool’s path, not even with --force', async () => {
    for (const path of [
      'package.json',
      'opencode.json',
      'OpenCode.json',
      '.vscode/settings.json',
      'tsconfig.json',
      'app.json',
    ]) {
      const before = await keep(path, TEXTS)
      const fault = await refused(pull([german(path)], { force: () => undefined }))
      expect(fault.message).toContain('cannot hold translations')
      expect(await file(path)).toBe(before)
    }
  })
})

describe('a file that belongs to the project', () => {
  const known: readonly (readonly [name: string, content: unknown, source?: object])[] = [
    ['the same bytes', JSON.stringify(TEXTS)],
    ['other texts for the same keys', { 'nav.home': 'Heim', save: 'Speichern' }],
    [
      'nested where the source is',
      { nav: { home: 'Heim', back: 'Z' } },
      { nav: { home: 'Home', back: 'Back' }, save: 'S' },
    ],
    ['keys that the server has no text for yet', { a: '1', b: '2', c: '3' }, { a: 'A', b: 'B', c: 'C', save: 'Save' }],
    ['half of its keys out of use', { save: 'Sichern', old: 'Alt' }],
    ['nothing in it', {}],
    ['the same numbers as the source', { save: 'S', version: 2 }, { save: 'Save', version: 2 }],
    ['empty texts', { 'nav.home': '', save: '' }],
    ['a byte order mark', `\uFEFF${JSON.stringify({ save: 'S' })}`],
  ]
  for (const [name, content, source] of known) {
    it(`is replaced: ${name}`, async () => {
      await keep('locales/de.json', content)
      await keep('locales/en.json', source ?? TEXTS)
      const pulled =
        source === undefined
          ? german()
          : german('locales/de.json', 'nav' in source ? { nav: { home: 'Start' } } : { save: 'Sichern' })
      expect(await pull([pulled], { source: 'locales/en.json' })).toEqual(
        expect.not.objectContaining({ forced: expect.anything() }),
      )
      expect(await file('locales/de.json')).toBe(pulled.content)
    })
  }

  it('is recognized by plural forms that only its language has', async () => {
    await keep('l/en.json', { item_one: '{{count}} item', item_other: '{{count}} items' })
    await keep('l/pl.json', { item_one: '1', item_few: '2', item_many: '3', item_other: '4' })
    const content = JSON.stringify({
      item_one: '{{count}} a',
      item_few: '{{count}} b',
      item_many: '{{count}} c',
      item_other: '{{count}} d',
    })
    await pull([{ path: 'l/pl.json', content, locale: 'pl' }], { source: 'l/en.json' })
    expect(await file('l/pl.json')).toBe(content)
  })

  it('is recognized by an earlier pull until it is edited; then its keys decide', async () => {
    await pull([german()])
    await pull([german('locales/de.json', { other: 'Ganz', new: 'anders' })])
    expect(JSON.parse(await file('locales/de.json'))).toEqual({ other: 'Ganz', new: 'anders' })
    await keep('locales/de.json', { edited: 'x' })
    expect((await refused(pull([german()]))).code).toBe('conflict')
  })

  it('is recognized by the single form of a language, and in an archive of many languages', async () => {
    await keep('l/en.json', { item_one: '{{count}} item', item_other: '{{count}} items' })
    await keep('l/ja.json', { item_other: '{{count}}', other_other: '{{count}}' })
    const content = JSON.stringify({ item_other: '{{count}} x' })
    await pull([{ path: 'l/ja.json', content, locale: 'ja' }], { source: 'l/en.json' })
    expect(await file('l/ja.json')).toBe(content)
  })

  it('is not recognized by another root’s pulls', async () => {
    await pull([german()])
    const other = join(base, 'other')
    await mkdir(join(other, 'locales'), { recursive: true })
    await writeFile(join(other, 'locales/de.json'), JSON.stringify({ x: 'y' }))
    expect((await refused(pull([german()], { at: other }))).code).toBe('conflict')
  })

  it('is recognized by its keys when the log is missing, damaged or not writable', async () => {
    await keep('locales/en.json', TEXTS)
    const source = 'locales/en.json'
    await pull([german()], { source })
    const state = join(base, 'state/pulled')
    for (const name of await readdir(state)) await writeFile(join(state, name), '{"files":[1,')
    await pull([german('locales/de.json', { save: 'x', 'nav.home': 'x' })], { source })
    await rm(state, { recursive: true })
    await pull([german('locales/de.json', { save: 'y' })], { source })
    expect(await file('locales/de.json')).toBe('{"save":"y"}')
  })
})

describe('a new file', () => {
  it('is written when its path contains its locale', async () => {
    for (const path of [
      'de.json',
      'res/values-de/s.json',
      'l/de_DE.json',
      'l/x.de.json',
      'App/de.lproj/s.json',
      'deDE/s.json',
    ])
      expect(await pull([german(path)])).toMatchObject({ written: [path] })
  })

  it('is not written anywhere else without --force, whatever a server answers', async () => {
    for (const path of ['newtool.json', 'agents/run.json', 'fr.json', 'decode.json', 'german/s.json']) {
      const fault = await refused(pull([german(path)]))
      expect(fault.message).toContain(`${path}: a new file whose path does not contain the locale de`)
      expect(await readdir(repo)).toEqual([])
    }
    const words: readonly (readonly [path: string, locale: string, content: string])[] = [
      ['web/s.json', 'web', '{"a":"b"}'],
      ['dev/x/s.json', 'dev', '{"a":"b"}'],
      ['x.po', 'po', 'msgid ""\nmsgstr ""\n'],
      ['tool.arb', 'arb', '{"@@locale":"x","a":"b"}'],
      ['tool.arb', 'ar', '{"@@locale":"x","a":"b"}'],
    ]
    for (const [path, locale, content] of words)
      expect((await refused(pull([{ path, locale, content }]))).message).toContain('does not contain the locale')
    expect(await readdir(repo)).toEqual([])
    await pull([german('german/s.json')], { force: () => undefined })
    expect(await pull([german('german/s.json', { other: 'x' })])).toMatchObject({ written: ['german/s.json'] })
  })
})

describe('a preview', () => {
  const preview = 'look'

  it('is not written outside of its folder, whatever a server answers', async () => {
    for (const path of ['l/de.json', 'looks/de.json', 'look/../de.json']) {
      const fault = await refused(pull([german(path)], { preview, force: () => undefined }))
      expect(['unavailable', 'invalid_input']).toContain(fault.code)
    }
    expect(await readdir(repo)).toEqual([])
  })

  it('replaces files that a preview wrote, and no others, not even equal or pulled ones, nor with --force', async () => {
    const force = () => undefined
    await pull([german('look/de.json')])
    expect((await refused(pull([german('look/de.json')], { preview, force }))).code).toBe('conflict')
    await pull([german('look/l/de.json')], { preview })
    expect(await pull([german('look/l/de.json', { save: 'x' })], { preview })).toMatchObject({
      written: ['look/l/de.json'],
    })
    await keep('look/l/de.json', { save: 'edited' })
    const fault = await refused(pull([german('look/l/de.json')], { preview, force }))
    expect(fault.message).toContain('"look/l/de.json" exists, and no preview wrote it as it is')
    expect(await file('look/l/de.json')).toContain('edited')
  })

  it('has a path with its locale, or that of a file with all locales, and no new code', async () => {
    expect((await refused(pull([german('look/run.json')], { preview }))).code).toBe('conflict')
    const content = 'key,en,de\nsave,Save,Sichern\n'
    await pull([{ path: 'look/texts.csv', content }], { preview, source: 'texts.csv' })
    expect(await file('look/texts.csv')).toBe(content)
    const evil = { path: 'look/lang/de/app.php', content: "<?php return ['a' => system('id')];\n" }
    expect((await refused(pull([evil], { preview, source: 'lang/en/app.php' }))).message).toContain('new code')
  })
})

it('tells what is not in the files until a user approves it, and the page', async () => {
  const waiting = { in_review: 2, unapproved: 1, page: 'https://l10n.example.org/p/acme/app' }
  const { next } = await pull([german()], { more: { waiting } })
  expect(next).toBe(
    'The files are written. In review: 2. Not approved: 1. They are not in the files. Users approve on https://l10n.example.org/p/acme/app.',
  )
})

describe('code in a pulled file', () => {
  const EN = "<?php\n\nreturn [\n  'a' => t('x'),\n  'b' => 'y',\n];\n"
  const php = (code: string) => ({
    path: 'lang/de/app.php',
    content: `<?php\n\nreturn [\n  'a' => ${code},\n  'b' => 'B',\n];\n`,
  })

  it('is written if the source file of the repository or the file before has it', async () => {
    await keep('lang/en/app.php', EN)
    await pull([php("t('x')")], { source: 'lang/en/app.php' })
    await keep('lang/de/app.php', php('own()').content)
    await pull([{ ...php('own()'), content: php('own()').content.replace("'B'", "'C'") }], {
      source: 'lang/en/app.php',
    })
    expect(await file('lang/de/app.php')).toContain("'C'")
  })

  it('is a conflict otherwise, in a new and in an existing file', async () => {
    const evil = php("system('id')")
    const files: readonly (readonly [Given, string])[] = [
      [evil, `new code at 4:10 that is not in lang/en/app.php: "system('id')"`],
      [{ path: 'locales/de.ts', content: "import './evil'\nexport default { a: 'x' }\n" }, 'new code at 1:1'],
      [{ path: 'docs/de/a.mdx', content: "Text {fetch('x')}\n" }, `new code at 1:6`],
      [{ path: 'docs/de/a.md', content: '<script>evil()</script>\n' }, 'new code at 1:1'],
      [{ path: 'lang/de/app.php', content: '<?php evil();' }, 'it cannot be read'],
    ]
    for (const [given, why] of files) {
      for (const before of [undefined, EN]) {
        await rm(join(repo, 'lang'), { recursive: true, force: true })
        await keep('lang/en/app.php', EN)
        if (before !== undefined) await keep('lang/de/app.php', before)
        const fault = await refused(pull([given], { source: 'lang/en/app.php' }))
        expect(fault.code).toBe('conflict')
        expect(fault.message).toContain(`\n  ${given.path}: ${why}`)
      }
    }
    const fault = await refused(pull([evil], { source: 'lang/fr/app.php' }))
    expect(fault.message).toContain('its source file')
    const told: PullConflict[] = []
    await pull([evil], { source: 'lang/en/app.php', force: found => void told.push(...found) })
    expect(told).toMatchObject([{ path: evil.path, why: expect.stringContaining("system('id')") }])
    expect(await file(evil.path)).toBe(evil.content)
  })

  it('is a conflict also in a file of an earlier pull', async () => {
    await keep('lang/en/app.php', EN)
    await pull([php("t('x')")], { source: 'lang/en/app.php' })
    await refused(pull([php("system('id')")], { source: 'lang/en/app.php' }))
    expect(await file('lang/de/app.php')).toContain("t('x')")
  })
})
