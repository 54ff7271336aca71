import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { guardOutput } from '../../../src/cli/output/guard-output.ts'
import { type Outcome, run } from '../../harness/command-line.ts'
import { allTests } from '../../harness/each-test.ts'
import { describeWith } from '../../require.ts'
import { createRepository } from '../gate/repository.ts'

/** What a stream with a guard writes. */
function written(parts: readonly (string | Buffer)[], env: Readonly<Record<string, string>>, isTTY = false): string {
  const stream = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream & PassThrough
  guardOutput(stream, env)
  for (const part of parts) stream.write(part)
  return String(stream.read())
}

const GITHUB = { GITHUB_ACTIONS: 'true' }

describe('the log of a CI job', () => {
  it.each([
    [['a ##[group]x'], 'a ##\\u005bgroup]x'],
    [['##vso[task.setvariable]', '##teamcity[x]'], '##vso\\u005btask.setvariable]##teamcity\\u005bx]'],
    [['#\u200B#\u00AD[x]'], '#\u200B#\u00AD\\u005bx]'],
    [['::stop-commands::x\n \t\u3000::add-mask::y\n'], ':\\u003astop-commands::x\n \t\u3000:\\u003aadd-mask::y\n'],
    [['a ::b', 'c::\n', '::d::'], 'a ::bc::\n:\\u003ad::'],
    [['a\r::b', '\u2028::c', '\u0085::d'], 'a\\u000d:\\u003ab\u2028:\\u003ac\\u0085:\\u003ad'],
    [[' ', ':', ':x'], ' :\\u003ax'],
    [['#', '#', '[x]'], '##\\u005bx]'],
    [[`${'x'.repeat(5000)}:`, ':y'], `${'x'.repeat(5000)}::y`],
    [
      ['section_start:1:x\r\u001B[0K \u001B[31mred\u001B[0m'],
      'section_start:1:x\\u000d\\u001b[0K \u001B[31mred\u001B[0m',
    ],
    [['a\r\n', '\tb\u0007\u009B'], 'a\r\n\tb\\u0007\\u009b'],
  ])('gets no command from %j', (parts, expected) => {
    expect(written(parts, GITHUB)).toBe(expected)
  })

  it('keeps the value of JSON', () => {
    const value = { '##[x]': ['\n::a', '#', '\u0085##\\[', '##vso[y'] }
    const text = written([`${JSON.stringify(value)}\n`], GITHUB)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).not.toMatch(/##\w*\[/)
  })

  it('is guarded in all services, and nothing else is', () => {
    const command = ['##[x]\r::y']
    for (const name of ['GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD', 'TEAMCITY_VERSION', 'CI'])
      expect(written(command, { [name]: '1' }), name).toBe('##\\u005bx]\\u000d:\\u003ay')
    expect(written(command, { CI: '' })).toBe('##[x]\r::y')
    expect(written(command, GITHUB, true), 'a progress bar on a terminal').toBe('##\\u005bx]\r:\\u003ay')
    expect(written([Buffer.from('##[x]')], GITHUB)).toBe('##[x]')
  })

  it('is read in linear time', () => {
    for (const part of ['\n', '#', '##a', '\r', ' ', '\u200B']) written([part.repeat(300_000)], GITHUB)
  })
})

const json = (value: object): string => `${JSON.stringify(value)}\n`

describeWith('git', 'dragoman in GitHub Actions', () => {
  const PATH = '::set-output name=x::##[y]'
  const PROJECT = { project: 'acme/app', source_locale: 'en', target_locales: ['de'] }
  const repository = allTests(() =>
    createRepository({
      'dragoman.json': json({ ...PROJECT, files: [{ source: `${PATH}/en.json` }, { source: 'i/en.json' }] }),
      [`${PATH}/en.json`]: json({ '##[a]': 'Hello {name}, this is a long sentence.', b: 'Save all the files' }),
      [`${PATH}/de.json`]: json({ '##[a]': 'Hallo {name}, das ist ein langer Satz.', b: 'Alle Dateien sichern' }),
      'i/en.json': json({ '\n::error::c': 'Close the window' }),
      'i/de.json': json({ '\n::error::c': 'Das Fenster schließen' }),
    }),
  )
  beforeAll(async () => {
    repository.git('switch', '--quiet', '--create', 'topic')
    await repository.commit({
      [`${PATH}/de.json`]: json({ '##[a]': 'Hallo {##[stop-commands]}', b: 'Alle Dateien sichern' }),
      'i/en.json': json({ '\n::error::##[d]': 'Close the window' }),
    })
  })

  const inActions = (...args: readonly string[]): Promise<Outcome> => run(args, GITHUB, '', { cwd: repository.folder })
  /** The lines that a runner takes for commands. */
  const commands = ({ stdout, stderr }: Outcome): readonly string[] =>
    `${stdout}\n${stderr}`.split(/[\n\r]/).filter(line => /^\s*::|##\w*\[/.test(line))

  it.each(['text', 'json', 'sarif', 'gitlab'])('check gives the runner no command in a report as %s', async format => {
    for (const diff of [[], ['--diff', 'main']]) {
      const outcome = await inActions('check', '--format', format, ...diff)
      expect(outcome.code).toBe(1)
      expect(outcome.stdout).toContain('icu_syntax')
      expect(commands(outcome)).toEqual([])
    }
  })

  it('check names renamed keys in its summary without a command', async () => {
    const outcome = await inActions('check', '--diff', 'main')
    expect(outcome.stderr).toContain('1 string renamed in i/en.json')
    expect(commands(outcome)).toEqual([])
  })

  it('check annotates, and only that', async () => {
    const outcome = await inActions('check', '--format', 'github', '--diff', 'main')
    expect(commands(outcome).length).toBeGreaterThan(0)
    for (const line of commands(outcome)) expect(line).toMatch(/^::(?:error|warning) file=(?:(?!##\[).)*$/)
  })

  it('a report in a file has no command either', async () => {
    for (const format of ['text', 'json', 'github']) {
      await inActions('check', '--format', format, '--output', 'report')
      const report = await readFile(join(repository.folder, 'report'), 'utf8')
      expect(report, format).toContain('icu_syntax')
      expect(report, format).not.toMatch(/##\w*\[/)
    }
  })

  it('an error and wrong usage give no command', async () => {
    for (const args of [
      ['##[x]'],
      ['check', '--diff', '##[x]'],
      ['status', '--project', '::a/##[b]'],
      ['check', '--##[x]'],
    ]) {
      const outcome = await inActions(...args)
      expect(outcome.code).toBeGreaterThan(1)
      expect(commands(outcome)).toEqual([])
    }
  })
})
