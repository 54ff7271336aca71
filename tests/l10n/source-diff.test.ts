import { describe, expect, it } from 'vitest'
import {
  diffSource,
  type KnownEntry,
  type ListedItem,
  type PushedItem,
} from '../../src/l10n/translation/source-diff.ts'
import { runToEnd } from '../../src/workers/packing.ts'

const merged = (...sides: Parameters<typeof diffSource<PushedItem>>) => runToEnd(diffSource<PushedItem>(...sides))
const listed = (key: string, src: string, entry_id = `e-${key}`): ListedItem => ({ key, src, entry_id })
const known = (key: string, src: string, unused = false, id = `e-${key}`): KnownEntry => ({ id, key, src, unused })
const read = (key: string, src: string, context?: string): PushedItem => ({
  key,
  src,
  ...(context !== undefined && { context }),
})

describe('mergeSource', () => {
  it('sorts every entry into exactly one list', () => {
    const diff = merged(
      [listed('same', '1'), listed('edited', '2'), listed('old', '3'), listed('gone', '4')],
      [known('same', '1'), known('edited', '2'), known('old', '3'), known('gone', '4'), known('back', '5', true)],
      [read('same', '1'), read('edited', '2b'), read('new-name', '3'), read('back', '5'), read('fresh', '6')],
    )
    expect(diff).toEqual({
      unchanged: [{ item: read('same', '1'), entry_id: 'e-same' }],
      changed: [{ item: read('edited', '2b'), entry_id: 'e-edited' }],
      renamed: [{ item: read('new-name', '3'), entry_id: 'e-old', from: 'old' }],
      revived: [{ item: read('back', '5'), entry_id: 'e-back' }],
      added: [read('fresh', '6')],
      dropped: [listed('gone', '4')],
    })
  })

  it('detects no rename when several keys had or have the source', () => {
    const two = merged([listed('a', '1'), listed('b', '1')], [known('a', '1'), known('b', '1')], [read('c', '1')])
    expect([two.renamed.length, two.added.length, two.dropped.length]).toEqual([0, 1, 2])
    const split = merged([listed('a', '1')], [known('a', '1')], [read('b', '1'), read('c', '1')])
    expect([split.renamed.length, split.added.length, split.dropped.length]).toEqual([0, 2, 1])
  })

  it('detects no rename when the old key stays', () => {
    const copy = merged([listed('a', '1')], [known('a', '1')], [read('a', '1'), read('b', '1')])
    expect([copy.unchanged.length, copy.added.length, copy.renamed.length]).toEqual([1, 1, 0])
  })

  it('separates entries with one key and several contexts', () => {
    const entries = [
      { id: 'e1', key: 'Open', context: 'verb', src: '1', unused: false },
      { id: 'e2', key: 'Open', context: 'state', src: '2', unused: false },
    ]
    const diff = merged([listed('Open', '1', 'e1'), listed('Open', '2', 'e2')], entries, [
      read('Open', '2', 'state'),
      read('Open', '1b', 'verb'),
    ])
    expect(diff.unchanged.map(match => match.entry_id)).toEqual(['e2'])
    expect(diff.changed.map(match => match.entry_id)).toEqual(['e1'])
  })

  it('returns the file in order when no entry is known', () => {
    const items = ['b', 'a', '__proto__', 'constructor'].map(key => read(key, key))
    expect(merged([], [], items).added).toEqual(items)
  })
})
