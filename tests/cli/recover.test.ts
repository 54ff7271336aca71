import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { run } from '../harness/command-line.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { startDragoman } from '../harness.ts'

let folder: string
let env: { DRAGOMAN_DATA_DIR: string }
const journal = () => join(folder, 'store', 'journal.1.jsonl')

beforeEach(async () => {
  folder = await temporaryFolder()
  env = { DRAGOMAN_DATA_DIR: folder }
})

const makeToken = (user: string) =>
  run(['token', 'create', '--user', user, '--create', '--name', 'laptop', '--scopes', 'all', '--quiet'], env)

it('a damaged store is reported with its place, inspected without changes, and recovered', async () => {
  for (const user of ['ada', 'bob', 'eve']) expect(await makeToken(user)).toMatchObject({ code: 0 })
  const text = await readFile(journal(), 'utf8')
  const damaged = text.replace('"bob"', '"bot"')
  await writeFile(journal(), damaged)
  const offset = text.indexOf('\n', 0) + 1

  const refused = await run(['server', 'status'], env)
  expect(refused).toMatchObject({ code: 78 })
  expect(refused.stderr).toContain(`journal.1.jsonl: line 2 is damaged, at byte ${offset}`)
  expect(refused.stderr).toContain('dragoman recover')

  const found = await run(['recover'], env)
  expect(found).toMatchObject({ code: 78, stderr: '' })
  expect(found.stdout).toMatch(
    new RegExp(`journal\\.1\\.jsonl, byte ${offset}: .*lost[\\s\\S]*users +2\n[\\s\\S]*--apply`),
  )
  expect(await readFile(journal(), 'utf8')).toBe(damaged)
  expect(await readdir(folder)).toEqual(['store'])

  const applied = await run(['recover', '--apply', '--json'], env)
  expect(applied).toMatchObject({ code: 0, stderr: '' })
  const answer = JSON.parse(applied.stdout) as { kept: string }
  expect(answer).toMatchObject({ applied: true, unfit: [], counts: { users: 2, tokens: 2 } })
  expect(await readFile(join(answer.kept, 'journal.1.jsonl'), 'utf8')).toBe(damaged)
  expect((await run(['token', 'list', '--user', 'eve', '--json'], env)).stdout).toBe('{"tokens":[]}\n')
  expect(await makeToken('eve')).toMatchObject({ code: 0 })

  const whole = await run(['recover', '--apply'], env)
  expect(whole.stdout).toContain('Nothing was changed.')
  expect((await readdir(folder)).filter(name => name.startsWith('store'))).toHaveLength(2)
})

it('recovery is rejected while a process holds the folder', async () => {
  const server = await startDragoman({ dataDir: folder })
  const refused = await run(['recover'], env)
  expect(refused).toMatchObject({ code: 75 })
  expect(refused.stderr).toContain('holds the data folder')
  await server.stop()
})
