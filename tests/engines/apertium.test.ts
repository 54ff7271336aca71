import { describe, expect, it } from 'vitest'
import { createApertiumEngine } from '../../src/engines/apertium/apertium-engine.ts'
import { EngineError } from '../../src/l10n/engines/engine.ts'
import { eachTest } from '../harness/each-test.ts'
import { installFakeApertium } from './fake-apertium.ts'

const fake = eachTest(() => installFakeApertium())
const engine = eachTest(() => createApertiumEngine({ id: 'apertium', program: fake.program, timeoutMs: 60_000 }))

async function translate(
  sources: readonly string[],
  { locale = 'es', signal = new AbortController().signal, use = engine } = {},
): Promise<readonly (string | undefined)[]> {
  const items = sources.map((source, at) => ({ id: `${at}`, key: 'k', file: 'f', source, syntax: 'plain' as const }))
  const { answers } = await use.translate(
    { kind: 'translate', sourceLocale: 'en', locale, items, idempotencyKey: 'k' },
    signal,
  )
  return items.map(({ id }) => answers.find(answer => answer.id === id)?.value as string | undefined)
}

describe('Apertium', () => {
  it('gets words only, with blanks for placeholders, tags and reserved characters', async () => {
    expect(await translate(['a {name} <b>b</b> [x] $y @z \\ ^'])).toEqual(['A {name} <b>B</b> [X] $Y @Z \\ ^'])
  })

  it('translates many strings in one process, in order', async () => {
    const sources = Array.from({ length: 100 }, (_, at) => `pid word ${at}`)
    const answers = await translate(sources)
    const pids = new Set(answers.map(answer => answer?.split(' ')[0]))
    expect(pids.size).toBe(1)
    expect(answers.map(answer => answer?.split(' ')[2])).toEqual(sources.map((_, at) => `${at}`))
    expect(pids).toEqual(new Set([String(await findPid(engine))]))
  })

  it('gives no answer for a string whose placeholder was lost', async () => {
    expect(await translate(['good {a}', 'lose {a}'])).toEqual(['GOOD {a}', undefined])
  })

  it('gives no answer for a string that takes too long, and continues with the next one', async () => {
    const hasty = createApertiumEngine({ id: 'apertium', program: fake.program, timeoutMs: 5_000 })
    expect(await translate(['one', 'hang', 'three'], { use: hasty })).toEqual(['ONE', undefined, 'THREE'])
    await hasty.close()
  })

  it('starts again after a crash, and leaves out a string that crashes it twice', async () => {
    expect(await translate(['one', 'once', 'three'])).toEqual(['ONE', 'ONCE', 'THREE'])
    expect(await translate(['one', 'crash', 'three'])).toEqual(['ONE', undefined, 'THREE'])
  })

  it('fails when no process answers', async () => {
    const broken = translate(['crash', 'crash one', 'crash two', 'crash three'])
    await expect(broken).rejects.toMatchObject({
      failure: 'unavailable',
      message: 'Apertium does not answer: its process for eng-spa ends or hangs.',
    })
  })

  it('stops when it is cancelled, and works afterwards', async () => {
    const controller = new AbortController()
    const cancelled = translate(['hang'], { signal: controller.signal })
    controller.abort(new Error('cancelled'))
    await expect(cancelled).rejects.toThrow('cancelled')
    expect(await translate(['one'])).toEqual(['ONE'])
  })

  it('ends its processes', async () => {
    const pid = await findPid(engine)
    expect(isRunning(pid)).toBe(true)
    await engine.close()
    await expect.poll(() => isRunning(pid)).toBe(false)
    await expect(translate(['one'])).rejects.toThrow(EngineError)
  })

  it('ends a process that nobody uses', async () => {
    const idle = createApertiumEngine({ id: 'apertium', program: fake.program, idleMs: 0 })
    const pid = await findPid(idle)
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect(await translate(['one'], { use: idle })).toEqual(['ONE'])
    await idle.close()
  })

  it('finds pairs by language, with the region or the language alone', async () => {
    const other = await installFakeApertium([
      'eng-por',
      'eng-por_BR',
      'en-gl',
      'spa-cat',
      'spa-cat_valencia',
      'eng-hbs',
    ])
    const several = createApertiumEngine({ id: 'apertium', program: other.program })
    const supported = [
      ['en', 'pt'],
      ['en-GB', 'pt-BR'],
      ['en', 'gl'],
      ['es-MX', 'ca-valencia'],
      ['en', 'hr'],
      ['en', 'sr-Latn'],
    ] as const
    for (const [source, target] of supported)
      expect([target, several.findUnsupported(source, target)]).toEqual([target, undefined])
    for (const locale of ['de', 'sr', 'zh', 'pt-Cyrl']) {
      expect(several.findUnsupported('en', locale)).toBe(
        `Apertium has no language pair from en to ${locale} on this server. Install the pair, or use another engine.`,
      )
    }
    await other.close()
  })

  it('tells the installed pairs, or that there is none', async () => {
    const { signal } = new AbortController()
    expect(await engine.test(signal)).toBe('Apertium answers. Language pairs: eng-spa.')
    const empty = await installFakeApertium([])
    const without = createApertiumEngine({ id: 'apertium', program: empty.program })
    await expect(without.test(signal)).rejects.toMatchObject({
      failure: 'rejected',
      message: 'Apertium is installed, but no language pair. Install one (Debian: apertium-eng-spa).',
    })
    await empty.close()
  })
})

/** The number of the process that translates. */
async function findPid(use: typeof engine): Promise<number> {
  const [answer] = await translate(['pid of it'], { use })
  expect(answer).toMatch(/^\d+ OF IT$/)
  return Number(answer?.split(' ')[0])
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
