import { createInterface } from 'node:readline'
import type { Io } from '../io.ts'
import { paint } from '../io.ts'

/** Asks questions on a terminal. */
export interface Asker {
  /** Returns the answer; an empty one means `preset`. */
  ask(question: string, preset: string): Promise<string>
  /** Returns whether the user agrees. */
  confirm(question: string): Promise<boolean>
  close(): void
}

/** Opens the questions of a command on stderr; undefined without a terminal, where nobody can answer. */
export function openAsker({ stdin, stderr }: Io): Asker | undefined {
  if (stdin.isTTY !== true || !stderr.isTTY) return undefined
  const colour = paint(stderr)
  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  const read = async (): Promise<string> => {
    const { value, done } = await lines.next()
    return done === true ? '' : value.trim()
  }
  return {
    ask: async (question, preset) => {
      stderr.write(`${colour('cyan', '?')} ${question}${preset === '' ? '' : `  ${colour('dim', `(${preset})`)}`}  `)
      return (await read()) || preset
    },
    confirm: async question => {
      stderr.write(`${colour('cyan', '?')} ${question} ${colour('dim', '(y/N)')}  `)
      return /^y(?:es)?$/i.test(await read())
    },
    close: () => void lines.return?.(),
  }
}
