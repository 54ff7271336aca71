import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import type { CliContext } from '../../src/cli/context.ts'
import { createProgram } from '../../src/cli/program.ts'
import { DAILY_GROUPS, isForOperators, MORE } from '../../src/cli/usage/program-help.ts'
import { type Outcome, run } from '../harness/command-line.ts'

/** The program without a process around it. */
const CONTEXT = {
  command: (args: string) => `dragoman ${args}`,
  commandAnywhere: (args: string) => `dragoman ${args}`,
  version: '',
} as unknown as CliContext
const program = createProgram(CONTEXT, () => async () => {})

const commandsBelow = (command: Command, path: readonly string[]): readonly (readonly string[])[] =>
  command.commands.flatMap(sub => [[...path, sub.name()], ...commandsBelow(sub, [...path, sub.name()])])

const COMMANDS = [[], ...commandsBelow(program, [])]

const asked = new Map<readonly string[], Promise<Outcome>>()

/** What `--help` prints for a command, for all tests. */
function helpOf(command: readonly string[]): Promise<Outcome> {
  const known = asked.get(command) ?? run([...command, '--help'])
  asked.set(command, known)
  return known
}

describe('help', () => {
  it('lists all commands', () => {
    const names = COMMANDS.map(command => command.join(' '))
    expect(names).toEqual(expect.arrayContaining(['', 'serve', 'token', 'token create', 'quota set', 'doctor', 'help']))
    expect(names.length).toBeGreaterThan(25)
  })

  it.each(COMMANDS.map(command => [command.join(' '), command] as const))(
    'of "%s" is the same with help and with --help',
    async (_, command) => {
      const help = await helpOf(command)
      expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Usage: dragoman') })
      expect(await run(['help', ...command])).toEqual(help)
    },
  )

  it.each(COMMANDS.map(command => [command.join(' '), command] as const))(
    'of "%s" begins with examples of its own, before the usage',
    async (name, command) => {
      const { stdout } = await helpOf(command)
      expect(stdout).toMatch(/^Examples:\n/)
      expect(stdout.split('\nUsage: dragoman')[0]).toContain(`dragoman ${name}`)
    },
  )

  it('of a command is the same when it runs, where only some commands are built', () => {
    for (const command of program.commands) {
      const some = createProgram(CONTEXT, () => async () => {}, command.name())
      const same = some.commands.find(other => other.name() === command.name())
      expect(same?.helpInformation(), command.name()).toBe(command.helpInformation())
    }
    const alone = createProgram(CONTEXT, () => async () => {}, 'mcp')
    expect(alone.commands.length).toBeLessThan(5)
    const unknown = createProgram(CONTEXT, () => async () => {}, 'pusj')
    expect(unknown.commands.length).toBe(program.commands.length)
  })

  it('marks the options that a command requires', async () => {
    const { stdout } = await run(['token', 'create', '--help'])
    expect(stdout.match(/\(required\)/g)).toHaveLength(2)
  })

  it('fits a screen, begins with one or two examples and names its documentation', async () => {
    for (const command of COMMANDS) {
      const { stdout } = await helpOf(command)
      const lines = stdout.trimEnd().split('\n')
      expect(lines.length, command.join(' ')).toBeLessThanOrEqual(40)
      expect(lines.at(-1), command.join(' ')).toMatch(/^Documentation: /)
      const overlong = lines.filter(line => line.length > 130)
      expect(overlong, command.join(' ')).toEqual([])
    }
  })

  it('of the program shows the daily commands, and with a topic those of operators', async () => {
    const daily = [...Object.values(DAILY_GROUPS).flat(), ...MORE]
    const names = program.commands.map(command => command.name())
    const alone = await run([])
    expect(alone).toEqual(await run(['--help']))
    expect(alone.stdout).toMatch(/\nTranslate:\n {2}[a-z]+ +[A-Z]/)
    for (const name of names) {
      const isShown = new RegExp(`^ {2}${name} |^More:.*\\b${name}\\b`, 'm').test(alone.stdout)
      expect([name, isShown]).toEqual([name, !isForOperators(name)])
    }
    const { stdout } = await run(['help', 'operator'])
    const listed = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name)
    expect(listed).toEqual(names.filter(name => !daily.includes(name)))
    expect((await run(['help', 'exit-codes'])).stdout).toMatch(/^ {2} 64 {2}wrong usage/m)
  })

  it('rejects an unknown command on each level', async () => {
    for (const command of [['crate'], ['token', 'crate'], ['token', 'create', 'x']]) {
      expect(await run(['help', ...command])).toMatchObject({
        code: 64,
        stdout: '',
        stderr: expect.stringContaining(`Unknown command "${command.join(' ')}".`),
      })
    }
  })
})

describe('wrong usage', () => {
  it.each([
    [['tolls'], 'Unknown command "tolls". Did you mean "tools"?'],
    [['token', 'lst'], 'Unknown command "token lst". Did you mean "token list"?'],
    [['help', 'token', 'craete'], 'Unknown command "token craete". Did you mean "token create"?'],
    [['tools', '--jsn'], 'Unknown option "--jsn". Did you mean "--json"?'],
    [['translate', 'a/b', '--only', 'mising'], 'Option --only "mising" is not valid. Did you mean "missing"?'],
    [['connect', 'claude'], '"claude" is not a valid <client>. Did you mean "claude-code"?'],
  ])('%j names what the user may have meant', async (args, message) => {
    expect(await run(args)).toEqual({ code: 64, stdout: '', stderr: `error  ${message}\n` })
  })

  it.each([
    [['backup'], 'Argument <file> is missing.', 'backup'],
    [['tools', 'x'], 'Unexpected argument "x".', 'tools'],
    [['runs', 'list', 'a/b', '-x'], 'Unknown option "-x".', 'runs list'],
    [['token', 'create', '--name'], 'Option --name needs a value: --name <name>.', 'token create'],
    [['token', 'create', '--scopes', 'all'], 'Option --name <name> is required.', 'token create'],
    [
      ['translate', 'a/b', '--budget', 'x'],
      'Option --budget "x" is not valid. Give US dollars, such as 5 or 0.50.',
      'translate',
    ],
    [['\u001B[2K'], 'Unknown command "<U+001B>[2K".', ''],
  ])('%j says what is wrong and where to read on', async (args, message, command) => {
    const help = `dragoman ${command} --help`.replace('  ', ' ')
    expect(await run(args)).toEqual({
      code: 64,
      stdout: '',
      stderr: `error  ${message}\n       Run ${help} to see how to use it.\n`,
    })
  })
})

it('the examples of the help all work', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-examples-'))
  const paid = { DRAGOMAN_LLM_PROVIDER: 'openai', DRAGOMAN_LLM_MODEL: 'gpt-5', DRAGOMAN_LLM_API_KEY: 'key' }
  const env = { HOME: folder, DRAGOMAN_DATA_DIR: join(folder, 'data'), DRAGOMAN_PORT: '0', ...paid }
  const before = process.cwd()
  process.chdir(folder)
  try {
    const { tokenId, runId } = await prepare(env)
    const seen: string[] = []
    for (const command of COMMANDS) {
      for (const line of examplesIn((await helpOf(command)).stdout)) {
        // Without a running server, doctor finds a fault, and nobody can sign in. A move needs a database (move.test.ts).
        if (['doctor', 'login', 'move'].includes(command.join())) continue
        // Changes of a branch need a Git repository.
        if (line.includes(' check --diff ')) continue
        // Following a run would send its strings to the engine.
        if (command.join() === 'runs,watch' || / runs watch | translate (?!.*--(estimate|detach))/.test(line)) continue
        const { args, input } = await parse(line)
        const known = args.map(word => ({ [EXAMPLE_TOKEN_ID]: tokenId, RUN: runId })[word] ?? word)
        const { code, stderr } = await run(known, env, input)
        seen.push(`${line}: ${code}${code === 0 ? '' : ` ${stderr}`}`)
      }
    }
    expect(seen.filter(line => !line.endsWith(': 0'))).toEqual([])
    expect((await run(['call', 'nope'], env)).stderr).toMatch(
      /List the tools with tools\/list and find_tools, or with `dragoman tools`[.]/,
    )
    expect(seen.length).toBeGreaterThan(20)
  } finally {
    process.chdir(before)
    await rm(folder, { recursive: true })
  }
})

const PUSH = '{"project":"acme/app","files":[{"path":"locales/en.json"}]}'

const EXAMPLE_TOKEN_ID = '1mg0fcdg0w2k1ygrn22t'

/** What the examples are about: two users, an organization with a project and a source file. Returns the IDs of a token and of a run. */
async function prepare(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly tokenId: string; readonly runId: string }> {
  await mkdir('locales')
  await writeFile('locales/en.json', '{"hello":"Hello"}\n')
  // `check --diff` compares with a branch of the remote repository.
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...args])
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message', 'first')
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  await writeFile('old.tmx', '<tmx version="1.4"><header srclang="en"/><body/></tmx>\n')
  const call = (tool: string, input: object) => ['call', tool, '--scopes', 'all', '--json', JSON.stringify(input)]
  for (const args of [
    ['token', 'create', '--user', 'ada', '--create', '--name', 'first', '--scopes', 'all'],
    call('create_organization', { organization: 'acme' }),
    call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de', 'pl'] }),
    ['engines', 'enable', 'acme', 'llm', '--budget', '20'],
  ]) {
    expect(await run(args, env)).toMatchObject({ code: 0 })
  }
  await writeFile('push.json', PUSH)
  await run(call('push_source', JSON.parse(PUSH) as object), env)
  const [line = ''] = (await run(['work', 'de', '--project', 'acme/app'], env)).stdout.split('\n')
  await writeFile('done.jsonl', JSON.stringify({ ...(JSON.parse(line) as object), text: 'Hallo' }))
  const { stdout } = await run(['token', 'list', '--user', 'ada', '--json'], env)
  const started = await run(['translate', 'acme/app', 'pl', '--engine', 'memory', '--detach', '--json'], env)
  const toId = (json: string): string => /"id":"([^"]+)"/.exec(json)?.[1] ?? ''
  return { tokenId: toId(stdout), runId: toId(started.stdout) }
}

const examplesIn = (help: string): readonly string[] =>
  [...help.matchAll(/^ {2,4}(dragoman .+)$/gm)].map(([, line = '']) => line)

/** The first command of a shell line, with its input. Two spaces start a remark. */
async function parse(line: string): Promise<{ args: readonly string[]; input: string }> {
  const [command = ''] = line.split(/ {2,}| [|>] /)
  const [own = '', file] = command.split(' < ')
  const words = [...own.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, plain]) => one ?? two ?? plain ?? '')
  return { args: words.slice(1), input: file === undefined ? '' : await readFile(file, 'utf8') }
}
