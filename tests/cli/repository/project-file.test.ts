import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRepository, openRepository, parseProjectFile } from '../../../src/cli/repository/project-file.ts'
import { temporaryFolder } from '../../harness/folder.ts'

const MINIMAL = {
  project: 'acme/app',
  source_locale: 'en',
  target_locales: ['de'],
  files: [{ source: 'locales/en.json' }],
}

describe('dragoman.json', () => {
  it('may have comments and trailing commas', () => {
    const text = `// ours\n${JSON.stringify(MINIMAL).replace(/}$/, ',}')}`
    expect(parseProjectFile(text)).toEqual(MINIMAL)
  })

  it('keeps only the origin of the server', () => {
    expect(parseProjectFile(JSON.stringify({ ...MINIMAL, server: 'https://l10n.example.org/' })).server).toBe(
      'https://l10n.example.org',
    )
  })

  it.each([
    ['{\n"project": }', 'line 2'],
    [JSON.stringify({ ...MINIMAL, project: 'app' }), 'project: Give account and project'],
    [JSON.stringify({ ...MINIMAL, server: 'https://x.example/app' }), 'server: Give the base URL'],
    [JSON.stringify({ ...MINIMAL, files: [] }), 'files: Give at least one source file'],
    [JSON.stringify({ ...MINIMAL, targets: [] }), 'dragoman.json is not valid: unknown field targets.'],
    [JSON.stringify({ ...MINIMAL, server: 5 }), 'dragoman.json is not valid: server is 5: give a string.'],
    [JSON.stringify({ ...MINIMAL, files: [{ source: 3 }] }), 'not valid: files.0.source is 3: give a string.'],
    ['[]', 'dragoman.json is not valid: give one JSON object.'],
  ])('is refused with the place of the fault: %s', (text, place) => {
    expect(() => parseProjectFile(text)).toThrow(place)
  })

  it('is found from any folder below', async () => {
    const root = await temporaryFolder()
    await mkdir(join(root, 'packages/web'), { recursive: true })
    await writeFile(join(root, 'dragoman.json'), JSON.stringify(MINIMAL))
    expect(await findRepository(join(root, 'packages/web'))).toEqual({ root, file: MINIMAL })
  })

  it('is not looked for in a folder that the user cannot enter', async () => {
    const root = await temporaryFolder()
    await writeFile(join(root, 'dragoman.json'), JSON.stringify(MINIMAL))
    await chmod(root, 0)
    // Root could enter it.
    const isRoot = process.getuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    try {
      expect(await findRepository(root)).toBeUndefined()
    } finally {
      if (isRoot) process.seteuid?.(0)
      await chmod(root, 0o700)
    }
  })

  it('is missed with the command that writes it', async () => {
    const root = await temporaryFolder()
    await expect(openRepository(root)).rejects.toMatchObject({
      code: 'not_found',
      fix: expect.stringContaining('init'),
    })
  })
})
