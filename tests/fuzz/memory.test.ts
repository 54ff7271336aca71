import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isNightly } from '../runs.ts'

describe.skipIf(!isNightly)('the memory of the service', () => {
  it('after 20,000 random requests is at most 10 % above that after 2,000', async () => {
    const program = join(import.meta.dirname, 'memory-process.ts')
    const options = ['--expose-gc', '--import', 'tsx', program, '2000', '20000']
    const { stdout } = await promisify(execFile)(process.execPath, options)
    const [after2000, after20000] = JSON.parse(stdout) as [number, number]
    expect(after20000 / after2000).toBeLessThan(1.1)
  })
})
