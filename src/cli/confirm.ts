import { createInterface } from 'node:readline'
import type { Io } from './io.ts'

/** Asks at a terminal, where anything but `y` or `yes` is a no; elsewhere it is a no without a question. */
export function askYesNo({ stdin, stderr }: Io, question: string): Promise<boolean> {
  if (stdin.isTTY !== true || !stderr.isTTY) return Promise.resolve(false)
  const lines = createInterface({ input: stdin, output: stderr, terminal: false })
  return new Promise(resolve => {
    lines.once('close', () => resolve(false))
    lines.question(`${question} [y/N] `, answer => {
      resolve(/^y(?:es)?$/i.test(answer.trim()))
      lines.close()
    })
  })
}
