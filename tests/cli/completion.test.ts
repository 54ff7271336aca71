import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { CLIENT_IDS } from '../../src/cli/connect/client-list.ts'
import { run } from '../harness/command-line.ts'
import { allTests } from '../harness/each-test.ts'
import { openFolder } from '../harness/folder.ts'
import { describeWith } from '../require.ts'

const folder = allTests(openFolder)

beforeAll(async () => {
  await mkdir(join(folder.path, 'src', 'deep'), { recursive: true })
  const file = { project: 'acme/app', target_locales: ['de', 'pt-BR', 'zh-Hans'], files: [] }
  await writeFile(join(folder.path, 'dragoman.json'), JSON.stringify(file, null, 2))
  await writeFile(join(folder.path, 'old.tmx'), '')
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await run(['completion', shell])
    expect(code).toBe(0)
    await writeFile(join(folder.path, `completion.${shell}`), stdout)
  }
})

/** What a user can type, and what the shell must offer. */
const CASES = [
  ['dragoman ', ['connect', 'translate', 'backup']],
  ['dragoman con', ['connect']],
  ['dragoman token ', ['create', 'list', 'revoke']],
  ['dragoman token create --sc', ['--scopes']],
  ['dragoman translate --only ', ['missing', 'stale']],
  ['dragoman translate acme/app ', ['de', 'pt-BR', 'zh-Hans']],
  ['dragoman memory export --locale pt', ['pt-BR']],
  ['dragoman memory import old', ['old.tmx']],
  ['dragoman connect ', CLIENT_IDS],
  ['dragoman connect --scope ', ['project', 'user']],
  ['dragoman help --jso', []],
] as const

describeWith('bash', 'in bash', () => {
  it('is a valid script', () => expectValid('bash'))

  const script = CASES.map(([line]) => {
    const words = line.split(' ')
    return `COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}; _dragoman; echo "\${COMPREPLY[*]}"`
  })

  it('offers commands, options, values, locales and files', () => {
    const source = `source '${folder.path}/completion.bash'; cd '${folder.path}/src/deep'; ln -sf ../../old.tmx .`
    const output = execFileSync('bash', ['--norc', '-c', [source, ...script].join('\n')], { encoding: 'utf8' })
    const offered = output.split('\n').map(line => line.split(' ').filter(Boolean))
    for (const [at, [line, words]] of CASES.entries()) {
      if (words.length === 0) expect(offered[at], line).toEqual([])
      else expect(offered[at], line).toEqual(expect.arrayContaining([...words]))
    }
  })
})

describeWith('fish', 'in fish', () => {
  it('offers commands, options, values, locales and files', () => {
    for (const [line, words] of CASES) {
      const script = `source '${folder.path}/completion.fish'; cd '${folder.path}'; complete -C '${line}'`
      const output = execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' })
      const offered = output.split('\n').map(text => text.split('\t')[0])
      if (words.length === 0) expect(output, line).toBe('')
      else expect(offered, line).toEqual(expect.arrayContaining([...words]))
    }
  })
})

describeWith('zsh', 'in zsh', () => {
  it('is a valid script', () => expectValid('zsh'))
})

function expectValid(shell: string): void {
  const { status, stderr } = spawnSync(shell, ['-n', join(folder.path, `completion.${shell}`)], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
}
