import { describe, expect, it } from 'vitest'
import { hadSource, nextLine } from '../../../src/l10n/translation/line.ts'

describe('the line of a string', () => {
  it('begins with its source alone', () => {
    expect(nextLine(undefined, 'a')).toEqual({ src: 'a' })
  })

  it('stays while the source does', () => {
    expect(nextLine({ src: 'b', earlier: ['a'] }, 'b')).toEqual({ src: 'b', earlier: ['a'] })
  })

  it('has the sources before a change, newest first, and each once', () => {
    const line = nextLine(nextLine(nextLine({ src: 'a' }, 'b'), 'c'), 'a')
    expect(line).toEqual({ src: 'a', earlier: ['c', 'b'] })
  })

  it('has at most 20 earlier sources', () => {
    let line = nextLine(undefined, 's0')
    for (let at = 1; at <= 30; at++) line = nextLine(line, `s${at}`)
    expect(line.earlier).toHaveLength(20)
    expect([line.earlier?.[0], line.earlier?.at(-1)]).toEqual(['s29', 's10'])
    expect([hadSource(line, 's30'), hadSource(line, 's10'), hadSource(line, 's9')]).toEqual([true, true, false])
  })

  it('keeps the mark of a string from before lines were stored', () => {
    expect(nextLine({ src: 'a', unlined: true }, 'b')).toEqual({ src: 'b', earlier: ['a'], unlined: true })
  })
})
