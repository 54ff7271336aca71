import { beforeEach, expect, it } from 'vitest'
import { call, command, read, startProject, useRepository } from './daily-repository.ts'

useRepository()

beforeEach(async () => {
  await startProject({
    'locales/en.json': '{\n  "save": "Save",\n  "open": "Open"\n}\n',
    'locales/de.json': '{\n  "save": "Speichern",\n  "open": "Öffnen"\n}\n',
    'locales/de-AT.json': '{\n  "save": "Sichern"\n}\n',
  })
  await call('update_project', { fallbacks: { 'de-AT': 'de' } })
})

it('pull writes the texts of fallbacks with --fallback write, and says how many', async () => {
  expect((await command('pull')).stdout).toMatch(/^Everything is up to date[.]/)
  const pulled = await command('pull', '--fallback', 'write')
  expect(pulled).toMatchObject({ code: 0, stderr: '' })
  expect(pulled.stdout).toContain('1 missing translation filled from fallbacks.')
  expect(await read('locales/de-AT.json')).toBe('{\n  "save": "Sichern",\n  "open": "Öffnen"\n}\n')
  expect(JSON.parse((await command('pull', '--fallback', 'write', '--json')).stdout)).toEqual({
    files: [],
    fallback: 1,
  })
  expect(await command('pull', '--fallback', 'always')).toMatchObject({
    code: 65,
    stderr: expect.stringContaining('fallback'),
  })
})

it('push imports none of them, and says so', async () => {
  await command('pull', '--fallback', 'write')
  const pushed = await command('push', '--translations')
  expect(pushed.stdout).toContain('1 equal to a fallback, not imported')
  expect((await command('status', '--json', 'locale,left')).stdout).toContain('{"locale":"de-AT","left":1}')
})
