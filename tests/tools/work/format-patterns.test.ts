import { describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const PATH = 'config/locales/en.yml'
const EN = `en:
  date:
    formats:
      short: "%b %d"
  time:
    formats:
      default: "%a, %d %b %Y %I:%M %p"
  number:
    format:
      delimiter: ","
    currency:
      format:
        format: "%u%n"
  hello: "Hello %{name}"
`
const FR = `fr:
  date:
    formats:
      short: "%e %b"
  time:
    formats:
      default: "%A %-d %B %Y à %Hh%M"
  number:
    format:
      delimiter: " "
    currency:
      format:
        format: "%n %u"
  hello: "Bonjour %{name}"
`

const loop = eachLoop(['fr'])

describe('formats of dates and numbers', () => {
  it('are written as each language has them, also beside a syntax that a user set', async () => {
    await loop.call('update_project_policy', { syntax: 'ruby' })
    await loop.push(EN, {}, PATH)
    const { items: rows, rules = {} } = await loop.work({ file: PATH })
    expect(Object.keys(rules)).toEqual(expect.arrayContaining(['strftime', 'format', 'ruby']))
    const texts = ['%e %b', '%A %-d %B %Y à %Hh%M', ' ', '%n %u', 'Bonjour %{name}']
    const answer = await loop.submit(rows.map(({ id, src }, at) => ({ id, src, text: texts[at] ?? '' })))
    expect([answer.accepted, answer.refused, answer.warnings, answer.repaired]).toEqual([
      5,
      undefined,
      undefined,
      undefined,
    ])
    expect((await loop.pull()).content).toBe(FR)
  })

  it('are refused with a directive that does not exist', async () => {
    await loop.push(EN, {}, PATH)
    const { items: rows } = await loop.work({ file: PATH })
    const [date, , , price] = rows
    const answer = await loop.submit([
      { id: date?.id ?? '', src: date?.src ?? '', text: '%{jour} %b' },
      { id: price?.id ?? '', src: price?.src ?? '', text: '%2$n' },
    ])
    expect(answer.accepted).toBe(0)
    expect(JSON.stringify(answer.refused)).not.toContain('$n back')
    expect(JSON.stringify(answer.refused)).toContain('Write a directive such as %d')
  })
})
