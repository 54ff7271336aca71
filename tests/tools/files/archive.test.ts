import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderArchive } from '../../../src/tools/files/pull/archive.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { refused } from '../world.ts'

let folder: string

beforeEach(async () => {
  folder = await temporaryFolder()
})

const unpack = (archive: Buffer): string => {
  const options = { cwd: folder, input: archive, stdio: ['pipe', 'pipe', 'pipe'] as const, encoding: 'utf8' as const }
  const said = execFileSync('sh', ['-c', 'tar -xzvf - 2>&1'], { ...options, stdio: [...options.stdio] })
  return said
}
const unpacked = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(path => statSync(join(folder, path)).isFile())
      .map(path => [path, readFileSync(join(folder, path), 'utf8')]),
  )

describe('an archive of files', () => {
  it('is unpacked by tar to the same files, whatever their names and sizes', async () => {
    const files = {
      'locales/de.json': '{"a": "Ä"}\n',
      'empty.json': '',
      'exactly one block.txt': 'x'.repeat(512),
      'app/[lang]/señor "x" $(y)\'.json': '\uFEFF{"👍": "שלום"}\r\n',
      [`${'deep/'.repeat(30)}${'n'.repeat(90)}.json`]: 'deep',
      [`${'ü'.repeat(60)}.json`]: 'x'.repeat(100_000),
    }
    const archive = await renderArchive(
      Object.entries(files).map(([path, content]) => ({ path, content, source: 'l/en.json' })),
    )
    expect(unpack(archive)).not.toMatch(/tar:|warning|implausible/i)
    expect(unpacked()).toEqual(files)
    expect(statSync(join(folder, 'locales/de.json')).mode & 0o777).toBe(0o644 & ~process.umask())
  })

  it('has the same bytes for the same files in any order, in whole blocks', async () => {
    const files = ['b', 'a', 'c'].map(path => ({ path, content: `of ${path}` }))
    const archive = await renderArchive(files)
    expect(await renderArchive(files.toReversed())).toEqual(archive)
    expect(gunzipSync(archive).length % 512).toBe(0)
    expect(unpack(archive).trim().split('\n')).toEqual(['a', 'b', 'c'])
  })

  it('can be empty', async () => {
    unpack(await renderArchive([]))
    expect(unpacked()).toEqual({})
  })

  it('has at most 64 MB of files', async () => {
    const content = 'x'.repeat(32 * 1024 * 1024 - 1024)
    const two = [
      { path: 'a', content },
      { path: 'b', content },
    ]
    expect((await renderArchive(two)).length).toBeLessThan(1_000_000)
    const fault = await refused(renderArchive([...two, { path: 'c', content: 'x' }]))
    expect([fault.code, fault.fix]).toEqual(['too_large', 'Pull fewer locales at a time.'])
  })
})
