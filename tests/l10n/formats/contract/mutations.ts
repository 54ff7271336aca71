import { expect, it } from 'vitest'
import { AppError } from '../../../../src/errors.ts'
import type { Format } from '../../../../src/l10n/formats/format.ts'
import { isNightly } from '../../../runs.ts'

/** A file to mutate; `source` is set for target files. */
export interface MutationSample {
  readonly name: string
  readonly text: string
  readonly locale: string
  readonly source?: string
}

/** Pieces that break most formats somewhere. */
const PIECES =
  '" \' < > </ { } [ ] ( = \\ & # % \n \r\n \t : - | \0 \uFEFF \u2028 😀 <![CDATA[ ]]> <!-- */ /* ---\n'.split(' ')

/**
 * Mutated files never crash a format: reading and writing end, or throw `invalid_input` with line and column. What is read can be written, and read again.
 * By day 60 files per format, at night 2,000. The mutations are the same in each run.
 */
export function surviveMutations(format: Format, samples: readonly MutationSample[]): void {
  const count = isNightly ? 2_000 : 60
  it(`reads ${count} mutated files of ${format.id}, or names the line and column of the fault`, () => {
    const random = createRandom(format.id.length * 7919 + 17)
    let accepted = 0
    for (let at = 0; at < count; at += 1) {
      const sample = samples[at % samples.length]
      if (sample === undefined) throw new Error('no sample')
      const text = mutate(sample.text, random)
      const label = `${sample.name}, mutation ${at}`
      const { locale, source } = sample
      const values = attempt(label, () =>
        source === undefined ? format.read(text, undefined, 'en').entries : format.readTarget(text, locale, source),
      )
      if (values === undefined) continue
      accepted += 1
      attempt(label, () => {
        const written = format.write({
          source: source ?? text,
          base: source === undefined ? undefined : text,
          locale,
          values: new Map(values.map(({ key, value }) => [key, value])),
        })
        format.readTarget(written, locale, source ?? text)
      })
    }
    expect(accepted).toBeGreaterThan(0)
  })
}

function attempt<T>(label: string, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof AppError)) throw new Error(`${label} crashed`, { cause: error })
    expect(error.code, label).toBe('invalid_input')
    expect(error.message, label).toMatch(/ at \d+:\d+: /)
    return undefined
  }
}

function mutate(text: string, random: (below: number) => number): string {
  let result = text.slice(0, 20_000)
  for (let count = 1 + random(4); count > 0; count -= 1) {
    const start = random(result.length + 1)
    const end = Math.min(result.length, start + random(12))
    const piece = PIECES[random(PIECES.length)] ?? ''
    switch (random(5)) {
      case 0:
        result = result.slice(0, start) + result.slice(end)
        break
      case 1:
        result = result.slice(0, start) + piece + result.slice(start)
        break
      case 2:
        result = result.slice(0, start) + piece + result.slice(end)
        break
      case 3:
        result = result.slice(0, start) + result.slice(start, end).repeat(3) + result.slice(end)
        break
      default:
        result = result.slice(0, start)
    }
  }
  return result
}

/** Mulberry32. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}
