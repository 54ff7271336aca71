import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { localHandle } from '../../src/auth/users/handles.ts'
import { describeFirstSteps } from '../../src/cli/output/first-steps.ts'
import { systemUser } from '../../src/system-user.ts'
import { run } from '../harness/command-line.ts'
import { withFolder } from '../harness/folder.ts'
import { serveHere } from '../harness/serve-here.ts'
import { startDragoman } from '../harness.ts'

const command = (args: string) => `dragoman ${args}`
const me = localHandle(systemUser())

it('the first steps start with the address and the sign-in link', () => {
  const link = 'http://localhost:4050/login/link/svcl_x'
  const text = describeFirstSteps({ url: 'http://localhost:4050', command, handle: 'ada', link })
  const places = ['http://localhost:4050/mcp', link, 'dragoman login-link', 'token create'].map(part =>
    text.indexOf(part),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

it('the first steps name the sign-in page when a provider is configured', () => {
  const text = describeFirstSteps({ url: 'http://localhost:4050', command, handle: 'ada' })
  expect(text).toContain('http://localhost:4050/login\n')
  expect(text).not.toContain('link')
})

it('the first steps name the command that creates the first operator, also with a provider', async () => {
  const steps = { url: 'http://localhost:4050', command, handle: 'ada', nobodyOperates: true }
  expect(describeFirstSteps(steps)).toMatch(/This server has no operator yet\..*\n\n {2}dragoman login-link\n/)
  await withFolder(async dataDir => {
    const serving = await serveHere({
      DRAGOMAN_DATA_DIR: dataDir,
      DRAGOMAN_GITHUB_CLIENT_ID: 'id',
      DRAGOMAN_GITHUB_CLIENT_SECRET: 'secret',
      DRAGOMAN_GITLAB_URL: 'https://gitlab.example.org',
      DRAGOMAN_ALLOWED: 'github-org:acme gitlab-group:acme domain:example.org',
      DRAGOMAN_OPERATORS: 'github:1 oidc:abc',
    })
    const log = await serving.seen(/this link makes its user the first operator/)
    await serving.stop()
    expect(log).toMatch(/"command":"[^"]*login-link".*first operator/)
    expect(
      log.match(/"variable":.*?"msg":"[^"]*"/g)?.map(line => /"msg":"(\S+)(?: has (\S+),)?/.exec(line)?.slice(1)),
    ).toEqual([
      ['DRAGOMAN_GITLAB_URL', undefined],
      ['DRAGOMAN_ALLOWED', 'gitlab-group:acme'],
      ['DRAGOMAN_OPERATORS', 'oidc:abc'],
    ])
  })
})

it('the first steps name a command that creates a working token', async () => {
  const dragoman = await startDragoman()
  const text = describeFirstSteps({ url: dragoman.url, command, handle: 'ada' })
  const given = /\$\(dragoman ([^)]+)\)/.exec(text)?.[1] ?? ''
  const { stdout } = await run(given.split(' '), { DRAGOMAN_DATA_DIR: dragoman.dataDir })
  const answer = await fetch(`${dragoman.url}/api/context`, { headers: { authorization: `Bearer ${stdout.trim()}` } })
  expect(await answer.json()).toMatchObject({ user: { handle: me } })
  await dragoman.stop()
})

it('the log has no sign-in link, but the command that prints one', async () => {
  await withFolder(async dataDir => {
    const serving = await serveHere({ DRAGOMAN_DATA_DIR: dataDir })
    const log = await serving.seen(/to sign in, create a sign-in link.*\n/)
    const [, line = ''] = /"command":"([^"]*)","msg":"to sign in, create a sign-in link/.exec(log) ?? []
    const [, folder = '', given = ''] = /^DRAGOMAN_DATA_DIR=(\S+) .*?(\S+)$/.exec(line) ?? []
    expect((await run([given], { DRAGOMAN_DATA_DIR: folder })).stdout).toMatch(/^http:\S+\/login\/link\/svcl_\S+\n$/)
    const { stdout, stderr } = await serving.stop()
    expect(stdout + stderr).not.toMatch(/svcl_|login\/link/)
    expect(await readFile('docs/sign-in.md', 'utf8')).toContain('`to sign in, create a sign-in link`')
  })
})
