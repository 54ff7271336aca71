import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../harness/folder.ts'
import { bareEnvironment, PROGRAM } from '../harness/process.ts'
import { listShellBlocks, ROOT } from './blocks.ts'
import { runShell } from './shell.ts'

/** A checkout after `npm ci` and the build of `npm start`. Its data folder is its own. */
async function createCheckout(folder: string): Promise<void> {
  await mkdir(folder)
  await cp(dirname(PROGRAM[0]), join(folder, 'dist'), { recursive: true })
  for (const name of ['package.json', 'tsconfig.json']) await cp(join(ROOT, name), join(folder, name))
  for (const name of ['locales', 'skills', 'node_modules']) await symlink(join(ROOT, name), join(folder, name))
}

it('README.md connects an agent and translates a project, as a user pastes it', async () => {
  const home = await temporaryFolder()
  const checkout = join(home, 'dragoman')
  const prefix = join(home, 'npm')
  await createCheckout(checkout)
  // The folders of a new user: no variable of Dragoman, no state, no programs of npm.
  const env = {
    ...Object.fromEntries(Object.entries(bareEnvironment()).filter(([name]) => !/^(?:DRAGOMAN|XDG|npm)_/.test(name))),
    HOME: home,
    PATH: `${join(prefix, 'bin')}:${process.env['PATH'] ?? ''}`,
    npm_config_prefix: prefix,
    npm_config_offline: 'true',
  }
  const server = spawn('node', ['dist/main.js', 'serve'], { cwd: checkout, env: { ...env, DRAGOMAN_PORT: '0' } })
  try {
    await new Promise<void>((done, reject) => {
      let log = ''
      server.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text
        if (log.includes('"listening"')) done()
      })
      server.once('close', () => reject(new Error(log)))
    })
    const script = listShellBlocks('README.md').flatMap(({ text, reason }) => (reason === undefined ? [text] : []))
    expect(script).toHaveLength(2)
    const output = await runShell(script.join(''), checkout, env)
    expect(output).toContain('stored\tde\t')
    expect(await readFile(join(home, 'hello/locales/de.json'), 'utf8')).toBe('{"hello": "Hallo, {name}!"}\n')
    expect(JSON.parse(await readFile(join(home, '.claude.json'), 'utf8'))).toMatchObject({
      mcpServers: { dragoman: { url: expect.stringMatching(/\/mcp$/) as string } },
    })
  } finally {
    if (server.kill()) await once(server, 'close')
  }
})
