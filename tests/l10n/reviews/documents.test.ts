import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sampleSize, upperBound } from '../../../src/l10n/reviews/bound.ts'

const docs = resolve(import.meta.dirname, '../../../docs')
const page = readFileSync(join(docs, 'review-statistics.md'), 'utf8').replaceAll(/\s+/g, ' ')
const decision = readFileSync(join(docs, 'decisions/0062-review-statistics.md'), 'utf8').replaceAll(/\s+/g, ' ')

const number = (value: number) => value.toLocaleString('en')
const population = 5000

describe('the page about the statistics of reviews', () => {
  it('tells the bounds of its example', () => {
    const none = upperBound({ population, read: 59, wrong: 0 })
    const one = upperBound({ population, read: 59, wrong: 1 })
    expect(page).toContain(`at most ${none.wrong} of the ${number(population - 59)} unread ones`)
    expect(page).toContain(`with 95 % confidence: ${none.percent.toFixed(2)} %.`)
    expect(page).toContain(`at most ${one.wrong} unread ones are: ${one.percent.toFixed(2)} %.`)
    expect(page).toContain(`you read ${(sampleSize(population, 5, 1) ?? 0) - 59} more`)
  })

  it.each([
    [23, 0],
    [59, 0],
    [59, 1],
    [94, 1],
    [150, 0],
    [308, 0],
  ])('tells the bound of %d read and %d wrong', (read, wrong) => {
    const bound = upperBound({ population, read, wrong })
    expect(page).toContain(`| ${read} | ${wrong} | ${bound.wrong} | ${bound.percent.toFixed(2)} % |`)
  })

  it.each([100, 500, 1000, 5000, 100_000])('tells the plans for %d translations', total => {
    const sizes = [sampleSize(total, 5), sampleSize(total, 2), sampleSize(total, 1), sampleSize(total, 5, 1)]
    expect(page).toContain(`| ${number(total)} | ${sizes.join(' | ')} |`)
  })

  it('tells how often a batch at the goal passes, by looks', () => {
    const passed = passedAfter(4900, 245)
    const percent = (share: number) => (share * 100).toFixed(1)
    const all = percent(passed.reduce((sum, share) => sum + share, 0))
    const [first = 0, second = 0] = passed
    expect(page).toContain(`the first 59 pass ${percent(first)} %.`)
    expect(page).toContain(`after one major fault, ${percent(first + second)} % pass`)
    expect(page).toContain(`as many looks as 1,000 read ones allow, ${all} % do`)
    expect(decision).toContain(`${all} % then pass within 1,000 read, and ${percent(first)} % at the first look`)
  })
})

/** P(the goal of 5 % is met for the first time with so many found wrong), by reading on after each, up to 1,000. */
function passedAfter(total: number, marked: number): readonly number[] {
  const passed: number[] = []
  /** Probability by found ones, of those that have not passed after so many were read. */
  let open = [1]
  for (let read = 0; read < 1000; read += 1) {
    const next: number[] = []
    for (const [found, share] of open.entries()) {
      const wrong = (marked - found) / (total - read)
      next[found] = (next[found] ?? 0) + share * (1 - wrong)
      next[found + 1] = (next[found + 1] ?? 0) + share * wrong
    }
    open = next.map((share, found) => {
      if (share < 1e-12 || (sizes[found] ??= sampleSize(total, 5, found) ?? total) > read + 1) return share
      passed[found] = (passed[found] ?? 0) + share
      return 0
    })
  }
  return passed
}

/** Sizes of samples for so many found, as far as they were needed. */
const sizes: number[] = []
