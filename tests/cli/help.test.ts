import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../harness/command-line.ts'

/** The commands below a command, as its help lists them. */
async function commandsBelow(command: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { stdout } = await run([...command, '--help'])
  const lists = [...stdout.matchAll(/\n(?:Operator commands|Commands):\n([^]*?)(?=\n\n|$)/g)].map(([, list]) => list)
  const names = [...lists.join('\n').matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = '']) => name)
  const below = await Promise.all(names.map(async name => commandsBelow([...command, name])))
  return names.flatMap((name, at) => [[...command, name], ...(below[at] ?? [])])
}

const COMMANDS = [[], ...(await commandsBelow([]))]

describe('help', () => {
  it('lists all commands', () => {
    const names = COMMANDS.map(command => command.join(' '))
    expect(names).toEqual(expect.arrayContaining(['', 'serve', 'token', 'token create', 'quota set', 'doctor', 'help']))
    expect(names.length).toBeGreaterThan(25)
  })

  it.each(COMMANDS.map(command => [command.join(' '), command] as const))(
    'of "%s" is the same with help and with --help',
    async (_, command) => {
      const asked = await run([...command, '--help'])
      expect(asked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Usage: dragoman') })
      expect(await run(['help', ...command])).toEqual(asked)
    },
  )

  it.each(COMMANDS.map(command => [command.join(' '), command] as const))(
    'of "%s" begins with examples of its own, before the usage',
    async (name, command) => {
      const { stdout } = await run([...command, '--help'])
      expect(stdout).toMatch(/^Examples:\n/)
      expect(stdout.split('\nUsage: dragoman')[0]).toContain(`dragoman ${name}`)
    },
  )

  it('marks the options that a command requires', async () => {
    const { stdout } = await run(['token', 'create', '--help'])
    expect(stdout.match(/\(required\)/g)).toHaveLength(2)
  })

  it('rejects an unknown command on each level', async () => {
    for (const command of [['crate'], ['token', 'crate'], ['token', 'create', 'x']]) {
      expect(await run(['help', ...command])).toMatchObject({
        code: 64,
        stdout: '',
        stderr: expect.stringContaining(`unknown command '${command.at(-1)}'`),
      })
    }
  })
})

it('the examples of the help all work', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-examples-'))
  const paid = { DRAGOMAN_LLM_PROVIDER: 'openai', DRAGOMAN_LLM_MODEL: 'gpt-5', DRAGOMAN_LLM_API_KEY: 'key' }
  const env = { DRAGOMAN_DATA_DIR: join(folder, 'data'), DRAGOMAN_PORT: '0', ...paid }
  const before = process.cwd()
  process.chdir(folder)
  try {
    const { tokenId, runId } = await prepare(env)
    const seen: string[] = []
    for (const command of COMMANDS) {
      for (const line of examplesIn((await run([...command, '--help'])).stdout)) {
        // Without a running server, doctor finds a fault, and nobody can sign in.
        if (['doctor', 'login'].includes(command.join())) continue
        // Following a run would send its strings to the engine.
        if (command.join() === 'runs,watch' || / runs watch | translate (?!.*--(estimate|detach))/.test(line)) continue
        const { args, input } = parse(line)
        const known = args.map(word => ({ [EXAMPLE_TOKEN_ID]: tokenId, RUN: runId })[word] ?? word)
        const { code, stderr } = await run(known, env, input)
        seen.push(`${line}: ${code}${code === 0 ? '' : ` ${stderr}`}`)
      }
    }
    expect(seen.filter(line => !line.endsWith(': 0'))).toEqual([])
    expect((await run(['call', 'nope'], env)).stderr).toMatch(
      /^fix List the tools with tools\/list and find_tools, or with `dragoman tools`[.]$/m,
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
  const { stdout } = await run(['token', 'list', '--user', 'ada', '--json'], env)
  const started = await run(['translate', 'acme/app', 'pl', '--engine', 'memory', '--detach', '--json'], env)
  const toId = (json: string): string => /"id":"([^"]+)"/.exec(json)?.[1] ?? ''
  return { tokenId: toId(stdout), runId: toId(started.stdout) }
}

const examplesIn = (help: string): readonly string[] =>
  [...help.matchAll(/^ {2,4}(dragoman .+)$/gm)].map(([, line = '']) => line)

/** The first command of a shell line, with its input. Two spaces start a remark. */
function parse(line: string): { args: readonly string[]; input: string } {
  const [command = ''] = line.split(/ {2,}| [|>] /)
  const [own = '', file] = command.split(' < ')
  const words = [...own.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, plain]) => one ?? two ?? plain ?? '')
  return { args: words.slice(1), input: file === undefined ? '' : PUSH }
}
