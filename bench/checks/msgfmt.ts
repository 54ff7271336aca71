import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '../../src/l10n/message/message.ts'
import type { Pair } from './pair.ts'

export const hasMsgfmt = (): boolean => spawnSync('msgfmt', ['--version']).status === 0

/** How many of the pairs `msgfmt --check-format` refuses. Each is an entry of its own, with the flags of its file. */
export function countRefused(pairs: readonly Pair[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'msgfmt-'))
  try {
    let refused = 0
    for (let at = 0; at < pairs.length; at += PER_FILE) refused += checkFile(folder, pairs.slice(at, at + PER_FILE))
    return refused
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** After 20 errors, msgfmt ends. */
const PER_FILE = 20

function checkFile(folder: string, pairs: readonly Pair[]): number {
  const path = join(folder, 'pairs.po')
  const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
  let text = header
  /** The first line of each entry. */
  const starts: number[] = []
  for (const [at, pair] of pairs.entries()) {
    starts.push(text.split('\n').length)
    text += formatEntry(pair, at)
  }
  writeFileSync(path, text)
  const { stderr } = spawnSync('msgfmt', ['--check-format', '-o', '/dev/null', path], { encoding: 'utf8' })
  const found = [...stderr.matchAll(/pairs\.po:(\d+):(?!.*warning)/g)].map(([, line]) =>
    starts.findLastIndex(start => start <= Number(line)),
  )
  return new Set(found).size
}

function formatEntry({ source, target, tags = [] }: Pair, at: number): string {
  const flags = tags.filter(tag => tag.endsWith('-format'))
  const lines = [...(flags.length > 0 ? [`#, ${flags.join(', ')}`] : []), `msgctxt "${at}"`]
  if (typeof source === 'string') {
    lines.push(`msgid ${JSON.stringify(source)}`, `msgstr ${JSON.stringify(firstForm(target))}`)
  } else {
    const forms = typeof target === 'string' ? [target] : Object.values(target)
    lines.push(`msgid ${JSON.stringify(source['one'] ?? '')}`, `msgid_plural ${JSON.stringify(source['other'] ?? '')}`)
    for (const [index, form] of forms.entries()) lines.push(`msgstr[${index}] ${JSON.stringify(form)}`)
  }
  return `${lines.join('\n')}\n\n`
}

const firstForm = (message: Message): string =>
  typeof message === 'string' ? message : (Object.values(message)[0] ?? '')
