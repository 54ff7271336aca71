import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { withFolder } from '../harness/folder.ts'
import { bareEnvironment, PROGRAM } from '../harness/process.ts'

it('a command ends quietly when the reader of its output has left', async () => {
  await withFolder(async dataDir => {
    const program = [process.execPath, ...PROGRAM].map(part => `'${part}'`).join(' ')
    // The reader has left before the command writes.
    const script = `{ ${program} tools --json; echo "code $?" >&2; } | true`
    const env = { ...bareEnvironment(), DRAGOMAN_DATA_DIR: dataDir }
    const { stderr } = await promisify(execFile)('bash', ['-c', script], { env })
    expect(stderr).toBe('code 141\n')
  })
})

it.skipIf(process.platform !== 'linux')('a command says why its output could not be written', async () => {
  await withFolder(async dataDir => {
    const program = [process.execPath, ...PROGRAM].map(part => `'${part}'`).join(' ')
    const env = { ...bareEnvironment(), DRAGOMAN_DATA_DIR: dataDir }
    const { stderr } = await promisify(execFile)(
      'bash',
      ['-c', `${program} tools --json >/dev/full; echo "code $?" >&2`],
      { env },
    )
    const { stdout } = await promisify(execFile)('bash', ['-c', `${program} --nope 2>/dev/full; echo "code $?"`], {
      env,
    })
    expect(stdout, 'messages that cannot be written end nothing').toBe('code 64\n')
    expect(stderr).toMatch(/^error  Writing to standard output failed: ENOSPC: .*\.\ncode 69\n$/)
  })
})
