import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/errors.ts'
import { isNightly } from '../../../runs.ts'
import { contentOf, expectSame } from '../folder.ts'
import { memoryOpener, type OpenMemory } from '../memory.ts'
import { isUntouched, lineEnds, makeSample, placesIn, type Sample, spoil } from '../sample.ts'

const FLIPS: readonly ((byte: number) => number)[] = [byte => byte ^ 1, byte => byte ^ 0x80, () => 0]
/** Every flip of every byte at night, otherwise one of a byte. */
const FLIPS_OF_A_BYTE = isNightly ? FLIPS.length : 1

let open: OpenMemory
let sample: Sample

beforeEach(async () => {
  open = await memoryOpener()
  sample = await makeSample(open)
})

/** Changes one byte after the other (lowdb-torn.test.ts has the very last one), and reports those with an unexpected answer. */
async function spoilEach(name: string, judge: (answer: Answer, at: number) => boolean): Promise<readonly string[]> {
  const bytes = sample.content.get(name) ?? Buffer.alloc(0)
  const wrong: string[] = []
  for (const at of placesIn(bytes, 7)) {
    if (at >= bytes.length - Number(name === sample.journals.at(-1))) continue
    for (let n = 0; n < FLIPS_OF_A_BYTE; n++) {
      const spoiled = Buffer.from(bytes)
      spoiled[at] = FLIPS[(at + n) % FLIPS.length]?.(bytes[at] ?? 0) ?? 0
      const answer = await answerOf(name, spoiled)
      if (!judge(answer, at)) wrong.push(`byte ${at}, ${bytes[at]} → ${spoiled[at]}: ${JSON.stringify(answer)}`)
    }
  }
  return wrong
}

interface Answer {
  readonly refused?: string
  readonly unreadable?: string
  readonly untouched: boolean
}

/** The result of opening a folder with a changed file. Throws when it opens with other content. */
async function answerOf(name: string, spoiled: Buffer): Promise<Answer> {
  const files = spoil(sample.content, name, spoiled)
  const before = files.content
  const untouched = () => isUntouched(files, before)
  const opened = await attempt(() => open(files))
  if (opened.failed) return { refused: messageOf(opened.error), untouched: untouched() }
  const content = await attempt(() => contentOf(opened.value))
  await opened.value.close()
  if (content.failed) return { unreadable: messageOf(content.error), untouched: untouched() }
  expectSame(content.value, sample.states.at(-1))
  return { untouched: untouched() }
}

async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ failed: false; value: T } | { failed: true; error: unknown }> {
  try {
    return { failed: false, value: await work() }
  } catch (error) {
    return { failed: true, error }
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof AppError) || error.code !== 'bad_config') throw error
  expect(error.fix).toContain('dragoman recover')
  return error.message
}

describe('a changed byte', () => {
  it.each(['manifest.json', 'users.1.2.json', 'audit.1.index.json', 'audit.2.index.json'])(
    'in %s keeps the store from opening',
    async name => {
      expect(
        await spoilEach(name, ({ refused, untouched }) => untouched && refused?.includes(`/${name}: `) === true),
      ).toEqual([])
    },
  )

  it.each(['journal.3.jsonl', 'journal.4.jsonl', 'journal.5.jsonl'])(
    'in %s keeps the store from opening, and the error names the place',
    async name => {
      const bytes = sample.content.get(name) ?? Buffer.alloc(0)
      const ends = lineEnds(bytes)
      const startOf = (at: number) => ends.findLast(end => end <= at) ?? 0
      const isRefused = ({ refused, untouched }: Answer, at: number) =>
        untouched &&
        refused?.endsWith(
          `/${name}: line ${ends.filter(end => end <= at).length + 1} is damaged, at byte ${startOf(at)}.`,
        ) === true
      expect(await spoilEach(name, (answer, at) => at === bytes.length - 1 || isRefused(answer, at))).toEqual([])
    },
  )

  it.each(['audit.1.jsonl', 'audit.2.jsonl'])(
    'in %s is found on reading, and the error names the place',
    async name => {
      const last = (sample.content.get(name)?.length ?? 0) - 1
      const isFound = ({ unreadable, untouched }: Answer) =>
        untouched && unreadable?.endsWith(`/${name}: the line at byte 0 is damaged.`) === true
      expect(await spoilEach(name, (answer, at) => (at === last ? answer.untouched : isFound(answer)))).toEqual([])
    },
  )
})
