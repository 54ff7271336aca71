import { describe, expect, it } from 'vitest'
import { dragoman, FILES, read, start, useRepository, type WorkLine } from './daily-repository.ts'

useRepository()

/** Pushes these source strings; the lines of work for German. */
async function startWork(
  strings: object,
): Promise<readonly (WorkLine & { readonly id: string; readonly src: string })[]> {
  await start({ 'l/en.json': `${JSON.stringify(strings)}\n`, 'l/de.json': '{}\n' })
  await dragoman(['push', '--create'])
  return (await dragoman(['work', 'de'])).stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}
const toLines = (lines: readonly object[]): string => lines.map(line => JSON.stringify(line)).join('\n')

describe('submit', () => {
  it('reports each line, and exits with 1 when one is refused', async () => {
    const lines = await startWork({ hi: 'Hello {name}', bye: 'Bye' })
    const done = toLines(lines.map(line => ({ ...line, text: 'Tschüss' })))
    expect(await dragoman(['submit'], done)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^refused\tde\thi\t[^\n]*\{name\}[^\n]*\nstored\tde\tbye\n$/),
      stderr: expect.stringMatching(/^1 stored, 1 refused[.] Left: de 1[.]/),
    })
    const [refused] = (await dragoman(['submit', '--json', '--dry-run'], done)).stdout.split('\n')
    expect(JSON.parse(refused ?? '')).toMatchObject({ outcome: 'refused', key: 'hi', code: 'invalid' })
  })

  it('prints the key of a string whose line has only its ID', async () => {
    const lines = await startWork({ hi: 'Hello {name}', bye: 'Bye' })
    const done = lines.map(({ id, src }) => ({ locale: 'de', id, src, text: 'Tschüss' }))
    const sent = toLines([...done, { locale: 'de', id: 'e99', src: '00000000', text: 'x' }])
    const { stdout } = await dragoman(['submit', '--json', '--dry-run'], sent)
    const outcomes = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Readonly<Record<string, unknown>>)
    expect(outcomes).toMatchObject([
      { outcome: 'refused', id: 'e1', key: 'hi' },
      { outcome: 'valid', id: 'e2', key: 'bye' },
      { outcome: 'refused', id: 'e99', fix: 'Take the id from dragoman work.' },
    ])
    expect(outcomes[2]).not.toHaveProperty('key')
    expect((await dragoman(['submit'], sent)).stdout).toMatch(
      /^refused\tde\thi\t.*\nstored\tde\tbye\nrefused\tde\te99\t.*Take the id from dragoman work\.\n$/,
    )
    const other = JSON.stringify({ ...done[1], locale: 'fr' })
    expect((await dragoman(['submit'], other)).stderr).toMatch(/^0 stored, 1 refused[.] Correct/)
  })

  it('sends the reason for a text that overrides an error', async () => {
    const [work] = await startWork({ go: 'Press <b>Start</b>' })
    const line = { ...work, text: 'Drücke Start' }
    expect(await dragoman(['submit'], JSON.stringify(line))).toMatchObject({ code: 1 })
    const sure = JSON.stringify({ ...line, override: { check: 'markup', why: 'No bold on this button.' } })
    expect(await dragoman(['submit'], sure)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^stored\tde\tgo/),
    })
    await dragoman(['pull'])
    expect(await read('l/de.json')).toBe('{}\n')
    const unsure = JSON.stringify({ ...line, override: { check: 'markup', why: '' } })
    expect(await dragoman(['submit'], unsure)).toMatchObject({ stderr: expect.stringContaining('override') })
  })

  it('prints the warnings of stored translations', async () => {
    const [work] = await startWork({ hi: 'Good morning to you all' })
    const line = { ...work, text: 'Good morning to you all' }
    const dry = await dragoman(['submit', '--dry-run', '--json'], JSON.stringify(line))
    expect(JSON.parse(dry.stdout)).toMatchObject({ outcome: 'valid', key: 'hi', warnings: [expect.any(String)] })
    expect(await dragoman(['submit'], JSON.stringify(line))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^stored\tde\thi\twarning: [^\n]+\n$/),
      stderr: expect.stringContaining('Warnings in de: 1. All: dragoman work de --finding warning\n'),
    })
  })

  it('says which translation is stored with other line endings', async () => {
    const lines = await startWork({ hi: 'Good\nmorning', bye: 'Bye' })
    const texts: Readonly<Record<string, string>> = { hi: 'Guten\r\nMorgen', bye: 'Tschüss' }
    const done = toLines(lines.map(line => ({ ...line, text: texts[line.key ?? ''] })))
    const dry = await dragoman(['submit', '--dry-run', '--json'], done)
    const outcomes = dry.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as object)
    expect(outcomes).toMatchObject([{ key: 'hi', repaired: ['line_endings'] }, { key: 'bye' }])
    expect(outcomes[1]).not.toHaveProperty('repaired')
    expect((await dragoman(['submit'], done)).stdout).toBe('stored\tde\thi\tchanged: line endings\nstored\tde\tbye\n')
  })

  it('says why an unchanged translation keeps an earlier voice', async () => {
    const [work] = await startWork({ bye: 'Bye' })
    const line = JSON.stringify({ ...work, text: 'Tschüss' })
    expect((await dragoman(['submit'], line)).stdout).toBe('stored\tde\tbye\n')
    const { project } = JSON.parse(await read('dragoman.json')) as { project: string }
    const call = (tool: string, args: object) => dragoman(['call', tool, '--json', JSON.stringify(args)])
    const policy = JSON.stringify({ project, approve: 'anyone' })
    const change = ['call', 'update_project_policy', '--json', policy, '--scopes', 'all']
    expect(await dragoman(change)).toMatchObject({ code: 0 })
    expect(await call('annotate_entry', { project, id: work?.id, locale: 'de', lock: true })).toMatchObject({ code: 0 })
    expect(await call('save_voice', { target: project, voice: { tone: 'formal' } })).toMatchObject({ code: 0 })
    expect(await dragoman(['submit'], line)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^unchanged\tde\tbye\tThe translation is locked, [^\n]+\n$/),
    })
  })

  it('sends nothing when a line is not valid', async () => {
    await start(FILES)
    expect(await dragoman(['submit'], '{"id":"e1","src":"00000000","locale":"de"}\n')).toMatchObject({
      code: 65,
      stderr: expect.stringContaining('Line 1 is not valid: text or forms is missing. Nothing was sent.'),
    })
    const line = (locale: string, text: string) => JSON.stringify({ id: 'e1', src: '00000000', locale, text })
    const twice = [line('de', 'eins'), '', line('fr', 'un'), line('de', 'zwei')].join('\n')
    expect(await dragoman(['submit'], twice)).toMatchObject({
      code: 65,
      stdout: '',
      stderr: expect.stringContaining('Line 4 has the string and locale of line 1. Nothing was sent.'),
    })
  })
})
