import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  call,
  command,
  EN,
  german,
  project,
  read,
  repository,
  startProject,
  submit,
  useRepository,
  write,
  XCSTRINGS,
} from './daily-repository.ts'

useRepository()

it('status and pull count the texts of older source strings that the policy leaves out', async () => {
  await startProject({ 'l/en.json': EN, 'l/de.json': german('Start') })
  await call('update_project_policy', { stale: 'omit' })
  await write({ 'l/en.json': EN.replace('"Home"', '"Home page"') })
  expect((await command('push')).stdout).toContain('l/en.json\t1 changed\n')
  expect(await command('status')).toMatchObject({ stdout: 'de\t66\t1\t2\t0\t0\t1\n' })
  expect((await command('status', '--json', 'locale,omitted')).stdout).toBe('[{"locale":"de","omitted":1}]\n')
  expect(JSON.parse((await command('pull', '--dry-run', '--json')).stdout)).toMatchObject({ omitted: 1 })
  expect((await command('pull')).stdout).toBe(
    'l/de.json\t-1\n1 file changed, 0 lines.\n1 translation of older source strings is not in the files.\n',
  )
  expect(await read('l/de.json')).toBe(german('Start').replace('    "home": "Start",\n', ''))
  expect(await call('pull_translations', {})).toMatchObject({
    files: [{ path: 'l/de.json', omitted: 1 }],
    next: expect.stringContaining('Omitted: 1, of older source strings. They count as missing.'),
  })
})

describe('pull --preview', () => {
  beforeEach(async () => {
    await startProject({ 'l/en.json': EN, 'l/de.json': german('Start') })
    await call('update_project_policy', { review: 'required' })
    await submit('home', 'In Prüfung')
  })

  it('writes texts in review below the folder, and nothing else', async () => {
    expect(await command('pull', '--include', 'all')).toMatchObject({
      code: 77,
      stderr: expect.stringContaining('project:admin'),
    })
    await write({ 'l/de.json': german('Von Hand') })
    const previewed = await command('pull', '--include', 'all', '--preview')
    expect(previewed).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('1 file changed below preview, 5 lines.'),
    })
    expect(JSON.parse(await read('preview/l/de.json'))).toMatchObject({ home: 'In Prüfung' })
    expect(await read('l/de.json')).toBe(german('Von Hand'))
    await command('pull', 'de', '--include', 'all', '--preview', 'tmp/look/', '--quiet')
    expect(JSON.parse(await read('tmp/look/l/de.json'))).toMatchObject({ home: 'In Prüfung' })
    expect((await command('pull', 'fr', '--preview', 'other')).code).not.toBe(0)
  })

  it('replaces what a preview wrote, and no other file', async () => {
    await command('pull', '--preview')
    await submit('save', 'Ablegen')
    expect(await command('pull', '--include', 'all', '--preview')).toMatchObject({ code: 0 })
    expect(JSON.parse(await read('preview/l/de.json'))).toMatchObject({ save: 'Ablegen' })
    const own = await read('l/de.json')
    await write({ 'web/l/de.json': own })
    expect(await command('pull', '--preview', 'web')).toMatchObject({
      code: 73,
      stderr: expect.stringContaining('"web/l/de.json" exists, and no preview wrote it'),
    })
    expect(await read('web/l/de.json')).toBe(own)
    expect((await command('pull', '--preview', '--force')).code).toBe(64)
    for (const preview of [
      '../out',
      './',
      '.',
      '',
      'a/../',
      'a/../..',
      dirname(repository),
      '.git/x',
      'node_modules/x',
      'L',
      'l/',
    ]) {
      const refused = await command('pull', '--preview', preview)
      expect([preview, refused.code, refused.stderr]).toEqual([preview, 65, expect.stringContaining('preview "')])
    }
    expect((await command('pull', '--preview', './a/../look/')).stdout).toContain('below look,')
    expect((await readdir(repository)).sort()).toEqual(['dragoman.json', 'l', 'look', 'preview', 'web'])
  })

  it('works for the call of a tool', async () => {
    await write({ 'l/de.json': german('Von Hand') })
    const pulled = await command(
      'call',
      'pull_translations',
      '--json',
      JSON.stringify({ project, include: 'all', preview: 'look' }),
    )
    expect(pulled).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(await read('look/l/de.json'))).toMatchObject({ home: 'In Prüfung' })
    expect(await read('l/de.json')).toBe(german('Von Hand'))
  })
})

it('pull --preview writes a file with all locales', async () => {
  await startProject({ 'App/Localizable.xcstrings': XCSTRINGS('Start') })
  expect(await command('pull', '--preview')).toMatchObject({ code: 0, stderr: '' })
  expect(await read('preview/App/Localizable.xcstrings')).toBe(XCSTRINGS('Start'))
})
