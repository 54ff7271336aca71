import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { temporaryFolder } from '../../harness/folder.ts'

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

describe('dragoman check of a whole repository', () => {
  let folder: string
  beforeEach(async () => {
    folder = await temporaryFolder()
  })

  const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
  }
  const check = (...args: readonly string[]): Promise<Outcome> => run(['check', ...args], {}, '', { cwd: folder })
  const project = (more: object): string =>
    json({ project: 'acme/app', source_locale: 'en', target_locales: ['de', 'pl'], ...more })
  const summary = (stderr: string): string => stderr.replace(/\(\d+\.\d s\)/, '(0.1 s)')

  it('checks translations by the rules of their format', async () => {
    const strings = (text: string): string => `<resources>\n    <string name="a">${text}</string>\n</resources>\n`
    await write({
      'dragoman.json': project({ files: [{ source: 'res/values/strings.xml' }, { source: 'l10n/en/*.ftl' }] }),
      'res/values/strings.xml': strings('%1$s has %2$d'),
      'res/values-de/strings.xml': strings('%s hat %d'),
      'l10n/en/a.ftl': '-fox = Fox\nopen = Open\n',
      'l10n/de/a.ftl':
        '-fox = { $case ->\n    [gen] Fuchses\n   *[nom] Fuchs\n}\nopen = { $case ->\n   *[nom] Auf\n}\n',
    })
    const { errors, findings } = JSON.parse((await check('--json')).stdout)
    expect(errors).toBe(2)
    expect(findings).toMatchObject([{ key: 'open' }, { key: 'a', path: 'res/values-de/strings.xml' }])
  })

  it('reports findings of each locale, and counts what is queued', async () => {
    await write({
      'dragoman.json': project({ files: [{ source: 'locales/*.json' }] }),
      'locales/en.json': json({ hello: 'Hello {name}', save: 'Save all changes now', close: 'Close' }),
      'locales/de.json': json({ hello: 'Hallo', save: 'Save all changes now', close: 'Schließen' }),
      'locales/pl.json': json({ hello: 'Cześć {name}' }),
    })
    const outcome = await check()
    expect(outcome).toMatchObject({ code: 1 })
    expect(outcome.stdout).toBe(
      'locales/de.json:2:13\terror\tplaceholders\thello\t"{name}" is missing.\tPut "{name}" back.\n' +
        'locales/de.json:3:12\twarning\tsame_as_source\tsave\tThe translation is a copy of its source.\tTranslate it, or ignore this finding if the text is a name.\n',
    )
    expect(summary(outcome.stderr)).toBe(
      'Queued for translation: pl 2 strings.\n1 error, 1 warning in 4 strings (0.1 s)\n',
    )
    const report = await check('--json')
    expect(JSON.parse(report.stdout)).toEqual({
      errors: 1,
      warnings: 1,
      strings: 4,
      findings: [
        {
          path: 'locales/de.json',
          line: 2,
          column: 13,
          locale: 'de',
          key: 'hello',
          check: 'placeholders',
          level: 'error',
          message: '"{name}" is missing.',
          fix: 'Put "{name}" back.',
        },
        expect.objectContaining({ key: 'save', check: 'same_as_source', level: 'warning' }),
      ],
      queued: { pl: 2 },
    })
    expect({ ...report, stderr: '' }).toEqual({ ...(await check('--format', 'json')), stderr: '' })
    expect(await check('--json', '--format', 'sarif')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('Options --json and --format cannot be used together.'),
    })
    expect(await check('--only', 'pl')).toMatchObject({ code: 0, stdout: '' })
    expect(await check('--only', 'fr')).toMatchObject({ code: 65, stderr: expect.stringContaining('de, pl') })
  })

  it('reads the levels and the glossary of the repository', async () => {
    await write({
      'dragoman.json': project({
        files: [{ source: 'en.json', target: '{locale}.json' }],
        target_locales: ['de'],
        glossary: 'glossary.csv',
        levels: { same_as_source: 'error' },
      }),
      'glossary.csv': 'term,kind,de\nAcme Cloud,do_not_translate,\nbasket,normal,Korb\n',
      'en.json': json({ cloud: 'Acme Cloud is ready', basket: 'Your basket', save: 'Save all changes now' }),
      'de.json': json({ cloud: 'Akme-Wolke ist bereit', basket: 'Dein Wagen', save: 'Save all changes now' }),
    })
    const { stdout } = await check()
    expect(stdout.split('\n').map(line => line.split('\t').slice(0, 4).join(' '))).toEqual([
      'de.json:2:13 error do_not_translate cloud',
      'de.json:3:14 warning glossary basket',
      'de.json:4:12 error same_as_source save',
      '',
    ])
    await write({ 'dragoman.json': project({ files: [{ source: 'en.json' }], levels: { empty: 'off' } }) })
    expect(await check()).toMatchObject({ code: 65, stderr: expect.stringContaining('always an error') })
  })

  it('reports a file that cannot be read, at its line', async () => {
    await write({
      'dragoman.json': project({ files: [{ source: 'en.json' }] }),
      'en.json': json({ save: 'Save' }),
      'de.json': '{\n  "save": "Sichern",\n}\n',
      'pl.json': '\u0000',
    })
    const { code, stdout } = await check()
    expect(code).toBe(1)
    expect(stdout).toMatch(/^de\.json:[23]:\d+\terror\tfile\t\tInvalid JSON file at /)
    expect(stdout).toMatch(/^pl\.json:1:1\terror\tfile\t\t/m)
  })

  it('writes a report to a file', async () => {
    await write({
      'dragoman.json': project({ files: [{ source: 'en.json' }] }),
      'en.json': json({ hello: 'Hello {name}' }),
      'de.json': json({ hello: 'Hallo' }),
    })
    const outcome = await check('--format', 'sarif', '--output', 'report.sarif')
    expect(outcome).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(await readFile(join(folder, 'report.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })
    expect(await check('--output', 'none/report')).toMatchObject({ code: 65 })
  })

  it('names a source file that does not exist', async () => {
    await write({ 'dragoman.json': project({ files: [{ source: 'en.json' }] }) })
    expect(await check()).toMatchObject({ code: 66, stderr: expect.stringContaining('"en.json" is a source file') })
  })
})
