import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import type { CliContext } from '../../../src/cli/context.ts'
import { createProgram } from '../../../src/cli/program.ts'
import type { CliCommand } from '../../../src/cli/usage/cli-command.ts'
import {
  ARGUMENT_ALIASES,
  nameItems,
  PROJECT_FILE_FIELDS,
  TOOL_COMMANDS,
  toCommandWords,
} from '../../../src/cli/usage/command-words.ts'
import { AppError } from '../../../src/errors.ts'
import { TOOLS } from '../../../src/tools/registry.ts'
import { ProjectFile } from '../../../src/tools/schemas/project-file.ts'
import { run } from '../../harness/command-line.ts'
import { withFolder } from '../../harness/folder.ts'

const command = (args: string): string => `dragoman ${args}`
const createAll = () =>
  createProgram({ command, commandAnywhere: command, version: '' } as unknown as CliContext, () => async () => {})
const find = (path: string, program: Command = createAll()): CliCommand => {
  const found = path
    .split(' ')
    .reduce<Command | undefined>((parent, name) => parent?.commands.find(one => one.name() === name), program)
  if (found === undefined) throw new Error(`no command ${path}`)
  return found as CliCommand
}

async function say(line: string, message: string, fix: string): Promise<string> {
  const [path = '', ...options] = line.split(' --')
  const running = find(path)
  for (const option of options) {
    const [name = '', value] = option.split('=')
    running.setOptionValueWithSource(name, value, 'cli')
  }
  const error = await toCommandWords(new AppError('invalid_input', message, { fix }), running, { command, createAll })
  if (!(error instanceof AppError)) throw error
  return `${error.message} ${error.fix}`
}

describe('the error of a tool in the words of a command', () => {
  it.each([
    ['status', 'locales.0 is "xx": give a tag.', 'Try.', 'Argument <locales> is "xx": give a tag. Try.'],
    ['review', 'locales.0 is "locale is".', 'Try.', 'Argument <locale> is "locale is". Try.'],
    ['work', 'worker is empty. limit is 0.', 'Try.', 'Option --worker is empty. Option --limit is 0. Try.'],
    ['token create', 'expires_in is missing.', 'Try.', 'Option --expires-in is missing. Try.'],
    ['memory export', 'path is "-".', 'Try.', 'Argument <file> is "-". Try.'],
    ['status', 'project is "x".', 'Try.', 'project in dragoman.json is "x". Try.'],
    ['status --project=x', 'project is "x".', 'Try.', 'Option --project is "x". Try.'],
    ['push', 'files.0.path is "x".', 'Try.', 'files in dragoman.json is "x". Try.'],
    ['pull', 'de.json has local changes.', 'Try.', 'de.json has local changes. Try.'],
    ['push', 'files.json is a folder. project.x is "y".', 'Try.', 'files.json is a folder. project.x is "y". Try.'],
    ['pull', 'rules.3.source is "x".', 'Try.', 'source is "x". Try.'],
    [
      'quota set',
      'No.',
      'Correct the arguments of quota set: it takes account, bytes; bytes takes x.',
      'No. See the options: dragoman quota set --help',
    ],
    ['status', 'No.', 'Omit branch to read main. Omit key.', 'No. Omit --branch to read main. Omit key.'],
    ['translate', 'No.', 'Give engines: ["memory", "llm"].', 'No. Give --engine memory --engine llm.'],
    ['pull', 'No.', 'Call get_status, or call get_work.', 'No. Run dragoman status, or run dragoman work.'],
    ['submit', 'No.', 'Call get_work with finding: any.', 'No. Run dragoman work --finding any.'],
    ['status --branch=a b', 'No.', 'Push it with push_source.', "No. Push it with dragoman push --branch 'a b'."],
    ['work --project=a/b', 'No.', 'Call get_review.', 'No. Run dragoman review --project a/b.'],
    [
      'translate',
      'No.',
      'Add some with update_project { x }.',
      'No. Add some with dragoman.json (x) and dragoman push.',
    ],
    ['work', 'No.', 'Read it with get_voice.', 'No. Read it with dragoman call get_voice.'],
    [
      'work',
      'No "get_work" in a/get_work.',
      'Run dragoman call get_work.',
      'No "get_work" in a/get_work. Run dragoman call get_work.',
    ],
  ])('of %s, %s %s', async (line, message, fix, expected) => {
    expect(await say(line, message, fix)).toBe(expected)
  })

  it('asks the user of a command for a scope, not an agent', async () => {
    const fix =
      "The scopes of a token can't change. Ask your user for a new token that has project:write, too: at http://x/new or with `dragoman token create --name NAME`. Without it, these tools work: get_status, get_work."
    const message = 'push_source needs the scope project:write (write projects). The credential lacks it.'
    const error = new AppError('insufficient_scope', message, { scopes: ['project:write'], fix })
    expect(await toCommandWords(error, find('push'), { command, createAll })).toMatchObject({
      message: 'This command needs the scope project:write (write projects). The credential lacks it.',
      fix: "The scopes of a token can't change. Create a token that has project:write, too: at http://x/new or with `dragoman token create --name NAME`.",
    })
  })

  it('keeps code, scopes and time, and the words of call', async () => {
    const error = new AppError('insufficient_scope', 'No.', { scopes: ['user:write'], retryAfter: 3 })
    expect(await toCommandWords(error, find('work'), { command, createAll })).toMatchObject({
      code: 'insufficient_scope',
      scopes: ['user:write'],
      retryAfter: 3,
    })
    expect(await toCommandWords(error, find('call'), { command, createAll })).toBe(error)
    expect(await toCommandWords('x', find('work'), { command, createAll })).toBe('x')
  })

  it('names the items of a list as their user does', () => {
    const error = new AppError('invalid_input', 'items.1.src is "items.0". items.0 is empty.', { fix: 'Try.' })
    expect(nameItems(error, 'items', index => `line ${index + 5}`)).toMatchObject({
      message: 'src of line 6 is "items.0". line 5 is empty.',
      fix: 'Try.',
    })
  })

  it('knows only tools, commands, options and fields that exist', () => {
    const tools = new Set(TOOLS.map(({ name }) => name))
    expect(Object.keys(TOOL_COMMANDS).filter(name => !tools.has(name))).toEqual([])
    for (const own of Object.values(TOOL_COMMANDS)) {
      const [path = '', option] = own.split(' --')
      const flags = find(path).options.map(({ long }) => long)
      if (option !== undefined) expect(flags, own).toContain(`--${option}`)
    }
    expect(Object.values(PROJECT_FILE_FIELDS).filter(name => !(name in ProjectFile.shape))).toEqual([])
    const walk = (one: Command): readonly string[] => [
      ...one.registeredArguments.map(argument => argument.name()),
      ...one.options.flatMap(({ long }) => long?.slice(2) ?? []),
      ...one.commands.flatMap(walk),
    ]
    const names = walk(createAll())
    expect(
      Object.values(ARGUMENT_ALIASES)
        .flat()
        .filter(name => !names.includes(name)),
    ).toEqual([])
  })
})

const TOOL_NAME = new RegExp(`(?<!call )\\b(?:${TOOLS.map(({ name }) => name).join('|')})\\b`)

it('wrong arguments of commands are named as the user gave them, with a fix for a shell', async () => {
  await withFolder(async dataDir => {
    const env = { DRAGOMAN_DATA_DIR: dataDir }
    const { stdout } = await run(['call', 'get_context'], env)
    const { user } = JSON.parse(stdout) as { user: { handle: string } }
    const project = `${user.handle}/app`
    const created = { project, source_locale: 'en', target_locales: ['de'] }
    await run(['call', 'create_project', '--json', JSON.stringify(created)], env)
    const at = ['--project', project]
    const wrong: readonly (readonly [args: readonly string[], code: number])[] = [
      [['status', 'xx', ...at, '--json'], 65],
      [['status', 'fr', ...at, '--json'], 65],
      [['status', ...at, '--json', 'de'], 64],
      [['status', ...at, '--json', 'locale,nope'], 64],
      [['status', '--project', 'nope', '--json'], 65],
      [['status', '--project', `${project}x`, '--json'], 66],
      [['status', ...at, '--branch', 'nope', '--json'], 66],
      [['work', 'xx', ...at], 65],
      [['work', 'de', 'pl', ...at], 64],
      [['work', 'de', ...at, '--finding', 'nope'], 65],
      [['work', 'de', ...at, '--worker', 'é'], 65],
      [['work', 'de', ...at, '--file', 'nope'], 66],
      [['review', 'xx', ...at, '--json'], 65],
      [['review', 'de', 'pl', ...at, '--json'], 64],
      [['open', ...at, '--locale', 'xx'], 65],
      [['open', 'nope', ...at], 66],
      [['open', 'de', 'pl', ...at], 64],
      [['translate', project, 'xx', '--json'], 65],
      [['translate', project, 'de', '--engine', 'nope', '--json'], 65],
      [['translate', project, 'de', '--json', '--estimate'], 65],
      [['runs', 'list', 'nope', '--json'], 65],
      [['runs', 'cancel', 'nope', '--json'], 66],
      [['memory', 'export', 'nope.txt', ...at, '--json'], 65],
      [['token', 'create', '--name', '', '--scopes', 'all', '--json'], 65],
      [['token', 'list', 'nope', '--json'], 64],
      [['quota', 'set', 'nope', '--bytes', 'x', '--json'], 65],
      [['audit', '--since', 'x', '--json'], 65],
      [['accounts', 'nope', '--json'], 64],
      [['connect', 'nope', '--json'], 64],
      [['whoami', 'nope', '--json'], 64],
      [['check', 'nope', '--json'], 64],
    ]
    for (const [args, code] of wrong) {
      const outcome = await run(args, env, '', { cwd: dataDir })
      expect([args, outcome.code, outcome.stdout]).toEqual([args, code, ''])
      const told = outcome.stderr.replaceAll('\\"', "'")
      for (const word of [TOOL_NAME, /\b[a-z]+\.\d+\b(?!\.\d)/, /it takes/])
        expect(told, args.join(' ')).not.toMatch(word)
    }
    const sent = '\n{"locale":"de","id":"e1","src":"x","text":"y"}'
    const { stderr } = await run(['submit', ...at], env, sent, { cwd: dataDir })
    expect(stderr).toMatch(/^error {2}src of line 2 is "x": give the src of dragoman work --project \S+, /)
  })
})
