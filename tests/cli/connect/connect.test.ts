import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { scopesOf } from '../../../src/cli/connect/client-file.ts'
import { CLIENTS } from '../../../src/cli/connect/client-list.ts'
import { isFileClient, type Place } from '../../../src/cli/connect/clients.ts'
import { run } from '../../harness/command-line.ts'
import { startDragoman } from '../../harness.ts'

const folder = await mkdtemp(join(tmpdir(), 'dragoman-connect-'))
const [home, root] = [join(folder, 'home'), join(folder, 'repository')]
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await rm(home, { recursive: true, force: true })
  await rm(root, { recursive: true, force: true })
  await mkdir(home, { recursive: true })
  await mkdir(root, { recursive: true })
})

const place: Place = { home, root, platform: process.platform, env: {} }
const connect = (...args: string[]) => run(['connect', ...args], { HOME: home }, '', { cwd: root })

/** All files below the folder with their content. */
async function contents(): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const texts = await Promise.all(paths.map(path => readFile(path, 'utf8')))
  return Object.fromEntries(paths.map((path, at) => [relative(folder, path), texts[at] ?? '']))
}

const FILE_CLIENTS = CLIENTS.filter(isFileClient)
const CASES = FILE_CLIENTS.flatMap(client =>
  scopesOf(client).flatMap(scope =>
    (client.http === undefined ? [['--stdio']] : [[], ['--stdio']]).map(flags => ({
      client,
      scope,
      flags,
      id: client.id,
    })),
  ),
)
/** A file with another server in the section of a client. */
const EXISTING = {
  json: (section: string) => `// mine\n{\n  "zeta": 1, // first\n  "${section}": { "other": { "url": "x" } },\n}\n`,
  toml: (section: string) => `# mine\nmodel = "x" # first\n\n[${section}.other]\nurl = "x"\n`,
  yaml: (section: string) => `# mine\nGOOSE_PROVIDER: x # first\n${section}:\n  other:\n    enabled: true\n`,
}
const BROKEN = { json: '{ "a": 1 "b": 2 }', toml: 'a = \n', yaml: 'a: "b\n' }

describe.each(CASES)('$id, $scope, $flags', ({ client, scope, flags }) => {
  const path = client.files[scope]?.(place) ?? ''
  const args = [client.id, '--scope', scope, ...flags]

  it('is added to a new file, and removed with it', async () => {
    expect(await connect(...args)).toMatchObject({ code: 0, stderr: '' })
    expect(Object.keys(await contents())).toEqual([relative(folder, path)])
    expect(await connect(...args)).toMatchObject({ code: 0, stdout: expect.stringContaining('is already in') })
    expect(await connect(...args, '--remove')).toMatchObject({ code: 0 })
    expect(await contents()).toEqual({})
    expect(await readdir(folder)).toEqual(['home', 'repository'])
  })

  it('is added to an existing file, which is restored byte by byte', async () => {
    await mkdir(dirname(path), { recursive: true })
    const existing = EXISTING[client.format](client.section)
    await writeFile(path, existing)
    const before = await contents()
    expect(await connect(...args)).toMatchObject({ code: 0, stderr: '' })
    const added = await readFile(path, 'utf8')
    expect(added).toContain('other')
    for (const line of existing.split('\n')) expect(added).toContain(line.replace(/(?: \},|,)?$/, ''))
    expect(await connect(...args)).toMatchObject({ stdout: expect.stringContaining('is already in') })
    expect(await readFile(path, 'utf8')).toBe(added)
    expect(await connect(...args, '--remove')).toMatchObject({ code: 0 })
    expect(await contents()).toEqual(before)
  })

  it('is refused by a broken file, which stays', async () => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, BROKEN[client.format])
    const before = await contents()
    for (const more of [[], ['--remove']]) {
      const refused = { code: 65, stderr: expect.stringContaining('Nothing was changed.') }
      expect(await connect(...args, ...more)).toMatchObject(refused)
    }
    expect(await contents()).toEqual(before)
  })
})

describe('dragoman connect', () => {
  it('says what it did, how to sign in and how to undo it', async () => {
    expect(await connect('claude-code', '--url', 'https://l10n.example.org')).toMatchObject({
      stdout:
        'Added "dragoman" to .mcp.json (https://l10n.example.org/mcp). In Claude Code run /mcp to sign in.\nUndo: dragoman connect claude-code --remove\n',
    })
    expect(await connect('claude-code', '--remove')).toMatchObject({ stdout: 'Removed "dragoman" from .mcp.json.\n' })
    expect(await connect('claude-code', '--remove')).toMatchObject({
      code: 0,
      stdout: '"dragoman" is not in .mcp.json. Nothing was changed.\n',
    })
    expect((await connect('codex', '--stdio', '--url', 'https://l10n.example.org/mcp')).stdout).toBe(
      'Added "dragoman" to ~/.codex/config.toml (stdio, https://l10n.example.org). To sign in, run dragoman login https://l10n.example.org.\nUndo: dragoman connect codex --remove\n',
    )
    const { stdout } = await connect('codex', '--json', '--url', 'https://l10n.example.org', '--force')
    expect(JSON.parse(stdout)).toEqual({
      client: 'codex',
      scope: 'user',
      action: 'replaced',
      path: '~/.codex/config.toml',
      server: 'https://l10n.example.org',
      sign_in: 'Run codex mcp login dragoman to sign in.',
      undo: 'dragoman connect codex --remove',
    })
  })

  it('connects the server of dragoman.json, from any folder of the repository', async () => {
    const server = 'https://l10n.acme.dev'
    await writeFile(
      join(root, 'dragoman.json'),
      JSON.stringify({
        server,
        project: 'acme/app',
        source_locale: 'en',
        target_locales: [],
        files: [{ source: 'en.json' }],
      }),
    )
    await mkdir(join(root, 'src'))
    const { stdout } = await run(['connect', 'cursor'], { HOME: home }, '', { cwd: join(root, 'src') })
    expect(stdout).toContain('to ../.cursor/mcp.json (https://l10n.acme.dev/mcp)')
    expect(JSON.parse(await readFile(join(root, '.cursor', 'mcp.json'), 'utf8'))).toEqual({
      mcpServers: { dragoman: { url: 'https://l10n.acme.dev/mcp' } },
    })
  })

  it('prints the configuration without writing it', async () => {
    const { stdout, stderr } = await connect('vscode', '--print')
    expect(JSON.parse(stdout)).toEqual({ servers: { dragoman: { type: 'http', url: 'http://localhost:4050/mcp' } } })
    expect(stderr).toBe('In .vscode/mcp.json:\n')
    expect(await contents()).toEqual({})
  })

  it('shows how a different server differs, without secrets, and replaces it with --force', async () => {
    const headers = { Authorization: 'Bearer secret' }
    const mine = JSON.stringify({
      mcpServers: { dragoman: { type: 'http', url: 'https://old.example.org/mcp', headers } },
    })
    await writeFile(join(root, '.mcp.json'), mine)
    const refused = await connect('claude-code')
    expect(refused).toMatchObject({ code: 73, stdout: '' })
    expect(refused.stderr).toContain(
      '- { "type": "http", "url": "https://old.example.org/mcp", "headers": { "Authorization": "…" } }',
    )
    expect(refused.stderr).toContain('+ { "type": "http", "url": "http://localhost:4050/mcp" }')
    expect(refused.stderr).not.toContain('secret')
    expect(await readFile(join(root, '.mcp.json'), 'utf8')).toBe(mine)
    expect((await connect('claude-code', '--force')).stdout).toContain('Replaced "dragoman" in .mcp.json')
  })

  it('leaves a server alone that has more than ours', async () => {
    const mine = '{"mcpServers":{"dragoman":{"url":"http://localhost:4050/mcp","type":"http","trust":true}}}'
    await writeFile(join(root, '.mcp.json'), mine)
    expect((await connect('claude-code')).stdout).toContain('"dragoman" is already in .mcp.json.')
    expect(await readFile(join(root, '.mcp.json'), 'utf8')).toBe(mine)
  })

  it('refuses an invalid file with its line, and writes nothing', async () => {
    await writeFile(join(root, '.mcp.json'), '{\n  "mcpServers": {\n    "x": {} "y": {}\n  }\n}\n')
    const before = await contents()
    expect(await connect('claude-code')).toMatchObject({
      code: 65,
      stderr: expect.stringContaining('".mcp.json" is not valid in line 3: CommaExpected. Nothing was changed.'),
    })
    expect(await contents()).toEqual(before)
  })

  it('writes through a symbolic link, and keeps the mode of the file', async () => {
    const real = join(folder, 'dotfiles.json')
    await writeFile(real, '{}')
    await chmod(real, 0o640)
    await mkdir(join(home, '.gemini'))
    await symlink(real, join(home, '.gemini', 'settings.json'))
    await connect('gemini')
    expect((await lstat(join(home, '.gemini', 'settings.json'))).isSymbolicLink()).toBe(true)
    expect((await stat(real)).mode & 0o777).toBe(0o640)
    expect(JSON.parse(await readFile(real, 'utf8'))).toHaveProperty('mcpServers.dragoman')
    await connect('gemini', '--remove')
    expect(await readFile(real, 'utf8')).toBe('{}')
    await rm(real)
    expect(await connect('gemini')).toMatchObject({ code: 73, stderr: expect.stringContaining('symbolic link') })
  })

  it('edits opencode.jsonc where it exists', async () => {
    await writeFile(join(root, 'opencode.jsonc'), '{ /* mine */ }')
    expect((await connect('opencode')).stdout).toContain('to opencode.jsonc')
    expect(await connect('opencode', '--remove')).toMatchObject({ code: 0 })
    expect(await contents()).toEqual({ 'repository/opencode.jsonc': '{ /* mine */ }' })
  })

  it.each([[], ['--json']])('prints steps for clients without a file, and fails: %j', async (...flags) => {
    for (const client of CLIENTS.filter(({ steps }) => steps !== undefined)) {
      const args = [client.id, '--url', 'https://l10n.example.org', ...flags]
      const { code, stdout, stderr } = await connect(...args)
      expect([client.id, code, stdout]).toEqual([client.id, 1, expect.stringContaining('https://l10n.example.org/mcp')])
      if (flags.length === 0) expect(stderr).toContain(`Nothing was changed: ${client.name} has no file for this.`)
      else expect(JSON.parse(stdout)).toMatchObject({ client: client.id, written: false })
      expect(await connect(...args, '--print')).toMatchObject({ code: 0, stdout, stderr: '' })
    }
    for (const client of CLIENTS.filter(one => !isFileClient(one))) {
      expect(await connect(client.id, '--remove', ...flags)).toMatchObject({ code: 1 })
    }
    expect(await contents()).toEqual({})
  })

  it('writes the file of each client that it connects, or fails', async () => {
    for (const client of CLIENTS) {
      const before = await contents()
      const { code } = await connect(client.id)
      const isWritten = JSON.stringify(await contents()) !== JSON.stringify(before)
      expect([client.id, code === 0]).toEqual([client.id, isWritten])
      await connect(client.id, '--remove')
    }
  })

  it('names the server that runs on the data folder, or its configured address', async () => {
    const dragoman = await startDragoman()
    const here = (env: Readonly<Record<string, string>>) =>
      run(['connect', 'claude-code', '--print'], { HOME: home, XDG_CONFIG_HOME: home, ...env }, '', { cwd: root })
    const { stdout } = await here({ DRAGOMAN_DATA_DIR: dragoman.dataDir, DRAGOMAN_PORT: '4999' })
    expect(stdout).toContain(`"url": "${dragoman.url}/mcp"`)
    await dragoman.stop()
    const stopped = { DRAGOMAN_DATA_DIR: join(folder, 'home', 'data') }
    expect((await here({ ...stopped, DRAGOMAN_PORT: '4567' })).stdout).toContain('"http://localhost:4567/mcp"')
    expect((await here({ ...stopped, DRAGOMAN_BASE_URL: 'https://l10n.example.org' })).stdout).toContain(
      '"https://l10n.example.org/mcp"',
    )
    expect((await here(stopped)).stdout).toContain('"http://localhost:4050/mcp"')
  })

  it('refuses scopes and addresses that a client does not have', async () => {
    expect(await connect('goose', '--scope', 'project')).toMatchObject({
      code: 65,
      stderr: expect.stringContaining('Goose has no configuration with --scope project.'),
    })
    expect(await connect('goose', '--url', 'https://l10n.example.org/app')).toMatchObject({
      code: 65,
      stderr: expect.stringContaining('is not the base URL of a server'),
    })
    const inWsl = await run(['connect', 'vscode', '--scope', 'user'], { HOME: home, WSL_DISTRO_NAME: 'Debian' })
    expect(inWsl).toMatchObject({ code: 65, stderr: expect.stringContaining('in Windows, outside WSL') })
  })

  it('lists which clients are installed and connected', async () => {
    await mkdir(join(home, '.codex'))
    await connect('cursor')
    const { stdout } = await connect('--json')
    const rows = JSON.parse(stdout) as readonly { client: string }[]
    expect(rows.map(({ client }) => client)).toEqual(CLIENTS.map(({ id }) => id))
    expect(rows).toContainEqual({ client: 'codex', name: 'Codex', installed: true, configured: [] })
    expect(rows).toContainEqual({
      client: 'cursor',
      name: 'Cursor',
      installed: false,
      configured: ['.cursor/mcp.json'],
    })
    expect((await connect('--quiet')).stdout.split('\n')).toContain('claude-code')
  })
})

const fileOf = (id: string, given: Partial<Place>, scope: 'user' | 'project' = 'user') =>
  FILE_CLIENTS.find(client => client.id === id)?.files[scope]?.({
    ...place,
    home: '/home/ada',
    root: '/src/app',
    ...given,
  })

it.each([
  ['claude-code', {}, '/home/ada/.claude.json'],
  ['claude-code', { env: { CLAUDE_CONFIG_DIR: '/cfg' } }, '/cfg/.claude.json'],
  ['codex', { env: { CODEX_HOME: '/cfg' } }, '/cfg/config.toml'],
  ['vscode', { platform: 'linux' }, '/home/ada/.config/Code/User/mcp.json'],
  ['vscode', { platform: 'darwin' }, '/home/ada/Library/Application Support/Code/User/mcp.json'],
  ['claude-desktop', { platform: 'darwin' }, '/home/ada/Library/Application Support/Claude/claude_desktop_config.json'],
  ['goose', { platform: 'darwin' }, '/home/ada/.config/goose/config.yaml'],
  ['goose', { env: { XDG_CONFIG_HOME: '/cfg' } }, '/cfg/goose/config.yaml'],
  ['goose', { env: { XDG_CONFIG_HOME: 'relative' } }, '/home/ada/.config/goose/config.yaml'],
  ['opencode', {}, '/home/ada/.config/opencode/opencode.json'],
  ['cline', {}, '/home/ada/.cline/data/settings/cline_mcp_settings.json'],
  ['cline', { env: { CLINE_DATA_DIR: '/cfg' } }, '/cfg/settings/cline_mcp_settings.json'],
  ['windsurf', {}, '/home/ada/.codeium/windsurf/mcp_config.json'],
] as const)('the files of clients of %s with %j is %s', (id, given, path) => {
  expect(fileOf(id, given)).toBe(path)
})

describe('a symbolic link of a repository', () => {
  const outside = join(folder, 'outside')
  beforeEach(async () => {
    await rm(outside, { recursive: true, force: true })
    await mkdir(outside)
  })

  const PROJECT_CLIENTS = FILE_CLIENTS.filter(({ files }) => files.project !== undefined)
  const refusal = { code: 73, stdout: '', stderr: expect.stringContaining('leads out of the repository') }

  it.each(PROJECT_CLIENTS.map(client => [client.id, client] as const))(
    'that leads out of it is not followed for %s',
    async (id, client) => {
      const path = client.files.project?.(place) ?? ''
      const entry = dirname(path) === root ? path : dirname(path)
      const text = EXISTING[client.format](client.section)
      // A link to a file, to no file, and to a folder.
      const links = [
        { link: path, to: join(outside, 'file'), file: join(outside, 'file') },
        { link: path, to: join(outside, 'none'), file: undefined },
        ...(entry === path ? [] : [{ link: entry, to: outside, file: join(outside, relative(entry, path)) }]),
      ]
      for (const { link, to, file } of links) {
        await rm(link, { recursive: true, force: true })
        await mkdir(dirname(link), { recursive: true })
        if (file !== undefined) await writeFile(file, text)
        await symlink(to, link)
        const before = await contents()
        for (const flags of [[], ['--force'], ['--remove'], ['--remove', '--force']]) {
          expect(await connect(id, '--scope', 'project', ...flags)).toMatchObject(refusal)
        }
        expect(await contents()).toEqual(before)
        await rm(link)
      }
    },
  )

  it.each([
    ['the folder of skills', '.claude/skills', outside],
    ['the folder of the skill', '.claude/skills/dragoman', outside],
    ['a file of the skill', '.claude/skills/dragoman/SKILL.md', join(outside, 'file')],
    ['a file that does not exist', '.claude/skills/dragoman/SKILL.md', join(outside, 'none')],
    ['a relative path', '.claude/skills/dragoman/SKILL.md', '../../../../outside/file'],
  ])('that leads out of it is not followed for %s', async (_, link, to) => {
    await writeFile(join(outside, 'file'), 'mine')
    await mkdir(join(outside, 'dragoman'))
    await writeFile(join(outside, 'dragoman', 'SKILL.md'), 'mine')
    await mkdir(join(root, dirname(link)), { recursive: true })
    await symlink(to, join(root, link))
    const before = await contents()
    for (const flags of [[], ['--force'], ['--remove'], ['--remove', '--force']]) {
      expect(await connect('claude-code', '--skill', ...flags)).toMatchObject(refusal)
    }
    expect(await contents()).toEqual(before)
  })

  it('that leads to another place in it is followed', async () => {
    await writeFile(join(root, '.mcp.json'), '{}')
    await mkdir(join(root, '.cursor'))
    await symlink('../.mcp.json', join(root, '.cursor', 'mcp.json'))
    expect(await connect('cursor')).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(await readFile(join(root, '.mcp.json'), 'utf8'))).toHaveProperty('mcpServers.dragoman')
  })

  it('that leads back to itself is refused', async () => {
    await symlink('.mcp.json', join(root, '.mcp.json'))
    expect(await connect('claude-code')).toMatchObject({
      code: 73,
      stderr: expect.stringContaining('leads back to itself'),
    })
  })
})
