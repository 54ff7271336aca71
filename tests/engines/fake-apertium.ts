import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Answers like a pair of Apertium: at each NUL, with the words in upper case. `crash` ends the process, `once` only the first one, `hang` is never answered, `lose`
 * loses a blank, and `pid` is answered with the number of the process.
 */
const PAIR = `
const { existsSync, writeFileSync } = require('node:fs')
let rest = ''
process.stdin.setEncoding('utf8').on('data', text => {
  const texts = (rest + text).split('\\0')
  rest = texts.pop()
  for (const one of texts) {
    if (one.includes('crash')) process.exit(1)
    if (one.includes('once') && !existsSync(process.argv[2])) {
      writeFileSync(process.argv[2], '')
      process.exit(1)
    }
    if (one.includes('hang')) return
    const lost = one.includes('lose') ? one.replace('[1]', '') : one
    const answer = lost.replace(/\\\\.|\\[[^\\]]*\\]|[a-z]+/g, piece =>
      piece === 'pid' ? String(process.pid) : /^[a-z]/.test(piece) ? piece.toUpperCase() : piece)
    process.stdout.write(answer + '\\0')
  }
})
`

interface FakeApertium {
  readonly program: string
  readonly close: () => Promise<void>
}

/** Installs a program with these pairs into a folder of its own. */
export async function installFakeApertium(modes: readonly string[] = ['eng-spa']): Promise<FakeApertium> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-apertium-'))
  const [programs, data] = [join(folder, 'bin'), join(folder, 'share', 'apertium', 'modes')]
  await mkdir(programs)
  await mkdir(data, { recursive: true })
  const pair = join(folder, 'pair.cjs')
  await writeFile(pair, PAIR)
  const program = join(programs, 'apertium')
  await writeFile(program, '#!/bin/sh\n')
  await writeFile(join(programs, 'apertium-wblank-mode'), '#!/bin/sh\ncat "$2"\n')
  for (const name of ['apertium', 'apertium-wblank-mode']) await chmod(join(programs, name), 0o755)
  for (const mode of modes) {
    await writeFile(join(data, `${mode}.mode`), `'${process.execPath}' '${pair}' '${join(folder, 'crashed')}'\n`)
  }
  return { program, close: () => rm(folder, { recursive: true, force: true }) }
}
