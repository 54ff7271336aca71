import { expect, it } from 'vitest'
import { readCorpus } from '../../../bench/checks/read-corpus.ts'
import { parseSource } from '../../../src/l10n/checks/check-text.ts'
import { createCheckContext } from '../../../src/l10n/checks/define-check.ts'
import { edgeWhitespace } from '../../../src/l10n/checks/whitespace/spaces.ts'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'

/** The greatest share of published pairs with a warning of one check: decision 0049. */
const MAX_WARNED = 0.01

describeWith('corpus', 'edge_whitespace in published translations', () => {
  it.runIf(isNightly)('warns of at most 1 % of the pairs', () => {
    const pairs = readCorpus()
    const warned = pairs.filter(pair => {
      const input = { ...pair, sourceLocale: 'en' }
      return [...edgeWhitespace.find(createCheckContext(input, parseSource(input)))].length > 0
    })
    expect(pairs.length).toBeGreaterThan(50_000)
    expect(warned.length).toBeGreaterThan(0)
    expect(warned.length / pairs.length).toBeLessThanOrEqual(MAX_WARNED)
  })
})
