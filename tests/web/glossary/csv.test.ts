import { beforeEach, describe, expect, it } from 'vitest'
import { formatCsvLine, parseCsv } from '../../../src/web/glossary/term-table.ts'
import { useOwnAcme } from '../scene.ts'
import { openStrings } from '../string-scene.ts'
import { visible } from '../visible.ts'

const cells = (text: string) => parseCsv(text).map(({ cells: found }) => found)

describe('CSV', () => {
  it.each([
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['\uFEFFa, b ,\n', [['a', 'b', '']]],
    ['"a,1","b ""quoted""","c\nd"', [['a,1', 'b "quoted"', 'c\nd']]],
    ['a\n\n,\nb', [['a'], ['b']]],
    ['a"b,"open', [['a"b', '"open']]],
    ['', []],
  ])('is split into cells: %j', (text, expected) => {
    expect(cells(text)).toEqual(expected)
  })

  it('counts lines of the file, not of the table', () => {
    expect(parseCsv('a\n"b\nb"\n\nc').map(({ line }) => line)).toEqual([1, 2, 5])
  })

  it('keeps every cell, and lets no spreadsheet run one', () => {
    const given = ['=1+1', '-a', '@b', "'=c", '+d', 'a "b", c', 'line\nbreak', "it's", '']
    const line = formatCsvLine(given)
    expect(line).toContain("'=1+1")
    expect(cells(line)).toEqual([given])
  })
})

const scene = useOwnAcme()
const ada = scene.agent
let path: string

beforeEach(async () => {
  await openStrings(scene.testApp, ada, `${scene.acme}/app`, { hi: 'Hi' }, ['de', 'pl'])
  await ada.call('save_glossary', {
    target: `${scene.acme}/app`,
    upsert: [
      {
        term: 'invoice, paid',
        case_sensitive: true,
        source_variants: ['invoices', 'bill'],
        translations: { de: { translation: '=Rechnung', forbidden: ['Faktura', 'Note'] } },
      },
    ],
  })
  await ada.call('save_glossary', { target: scene.acme, upsert: [{ term: 'inherited' }] })
  path = `/p/${scene.acme}/app/glossary`
})

const version = async () => {
  return (await ada.call('get_glossary', { target: `${scene.acme}/app` })).version
}

it('the export of a glossary is a CSV file with its own terms, which an import reads back', async () => {
  const { text, headers } = await scene.ada.get(`${path}/export`)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe(`attachment; filename="${scene.acme}-app-glossary.csv"`)
  expect(text).toContain('"invoice, paid",normal,yes,invoices | bill')
  expect(text).toContain("'=Rechnung")
  expect(text).not.toContain('inherited')
  const again = await scene.ada.sendForm(`${path}/import`, { csv: text, action: 'check' })
  expect(visible(again.text)).toContain('The glossary already has these terms')
})

describe('the import of a glossary', () => {
  it('is checked first, then saved', async () => {
    await scene.ada.get(`${path}/import`)
    const csv = 'term,kind,de,de forbidden\r\ncoupon,normal,Gutschein,Bon | Coupon\r\n"invoice, paid",,Rechnung,'
    const checked = await scene.ada.post(`${path}/import`, { csv, action: 'check' })
    expect(checked.status).toBe(200)
    expect(visible(checked.text)).toContain('1 new term, 1 changed.')
    expect(await version()).toBe(1)
    const done = await scene.ada.post(`${path}/import`, { csv, action: 'import' })
    expect(visible(done.text)).toContain('Terms imported')
    expect(visible(done.text)).toContain('coupon')
    expect(await version()).toBe(2)
    // An empty cell leaves the field as it is.
    expect(visible((await scene.ada.get(`${path}?q=paid`)).text)).toMatch(/de Rechnung Not: Faktura · Note/)
  })

  it.each([
    ['', 'Line 1: The file is empty.'],
    ['kind\nnormal', 'Line 1: The column “term” is missing.'],
    ['term,colour!\na,b', 'Line 1: Column “colour!” is not known.'],
    ['term\na\nb\nA', 'Line 4: “A” is also in line 2.'],
    ['term,kind\n,normal\na,usual', 'Line 3: “usual” is not a kind.'],
    ['term,case_sensitive\na,maybe', 'Line 2: case_sensitive is yes or no.'],
    ['term\na,b', 'Line 2: The line has more than 1 cells.'],
  ])('names each fault with its line: %j', async (csv, message) => {
    const { status, text } = await scene.ada.sendForm(`${path}/import`, { csv, action: 'import' })
    expect(status).toBe(400)
    expect(visible(text)).toContain(message)
    expect(text).toContain('id="csv-fault"')
    expect(visible(text)).toContain(visible(csv).trim())
    expect(await version()).toBe(1)
  })

  it('shows the errors of terms, and keeps the file', async () => {
    const { status, text } = await scene.ada.sendForm(`${path}/import`, {
      csv: `term\n${'x'.repeat(201)}`,
      action: 'import',
    })
    expect(status).toBe(400)
    expect(visible(text)).toContain('The terms were not imported')
    expect(text).toContain('x'.repeat(201))
  })
})
