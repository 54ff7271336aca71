import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { withFolder } from '../harness/folder.ts'
import { bareEnvironment, PROGRAM } from '../harness/process.ts'
import { describeWith } from '../require.ts'

describeWith('node24', 'code that Node.js has compiled', node24 => {
  const start = async (cache: string) => {
    const env = { ...bareEnvironment(), XDG_CACHE_HOME: cache }
    const { stdout } = await promisify(execFile)(node24, [...PROGRAM, '--version'], { env })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  }
  const kept = (cache: string) => readdir(join(cache, 'dragoman/compiled')).catch(() => [])

  it('is kept in the cache folder of the user', async () => {
    await withFolder(async folder => {
      await start(folder)
      expect(await kept(folder)).toEqual([expect.stringMatching(/^v24\./)])
      // A relative path is ignored, as the specification says.
      await start('relative')
      expect(await kept('relative')).toEqual([])
    })
  })

  it('is not kept where somebody else could change it', async () => {
    await withFolder(async folder => {
      const open = join(folder, 'open')
      await mkdir(open, { recursive: true })
      await chmod(open, 0o777)
      await start(open)
      expect(await kept(open)).toEqual([])
    })
  })

  it('is not kept where there can be no folder', async () => {
    await start('/dev/null/none')
    expect(await kept('/dev/null/none')).toEqual([])
  })
})
