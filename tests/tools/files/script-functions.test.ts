import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

const PATH = 'src/locales/en.ts'
const EN = `export default {
  close: 'Close {name}',
  total: (num: number): string => \`Total \${num} items\`,
  selected: rows => rows === 1 ? '1 record' : rows + ' records',
}
`
const DE = `export default {
  close: '{name} schließen',
  total: (num: number): string => \`\${num} Einträge\`,
  selected: (rows) => \`\${rows} \${rows === 1 ? 'Datensatz' : 'Datensätze'}\`,
}
`

let loop: Loop

beforeEach(async () => {
  loop = await openLoop(['de'])
  await loop.push(EN, {}, PATH)
})
afterEach(() => loop.close())

const importDe = (content: string) =>
  loop.ada.call('push_translations', {
    project: loop.project,
    files: [{ path: 'src/locales/de.ts', content, locale: 'de' }],
  })

describe('functions of a script', () => {
  it('are texts, whose placeholders stay', async () => {
    const { items } = await loop.work({ file: PATH })
    expect(items.map(({ key, text }) => [key, text])).toEqual([
      ['close', 'Close {name}'],
      ['total', 'Total ${num} items'],
    ])
    const [close, total] = items.map(({ id, src }) => ({ id, src }))
    const lost = await loop.submit([{ ...total, text: 'Einträge' }])
    expect(JSON.stringify(lost.refused)).toContain('Put \\"${num}\\" back')
    await loop.submit([
      { ...close, text: '{name} schließen' },
      { ...total, text: '${num} Einträge' },
    ])
    expect((await loop.pull()).content).toBe(DE.replace(/^ {2}selected.*\n/m, ''))
  })

  it('are imported and pulled as they are', async () => {
    expect(JSON.stringify(await importDe(DE))).not.toMatch(/placeholders|warning/)
    expect((await loop.work({ file: PATH })).items).toEqual([])
    expect((await loop.pull()).content).toBe(DE)
  })
})
