import type { Command } from 'commander'
import type { CliContext } from '../../src/cli/context.ts'
import { createProgram } from '../../src/cli/program.ts'

/** The command line with all commands and options. */
export const PROGRAM = createProgram(
  { command: String, commandAnywhere: String, version: '' } as unknown as CliContext,
  () => async () => {},
)

/** What runs `dragoman` in a line: itself, through npm, or in a container. */
const RUNNERS = [
  /^(?:\w+=\S+ )*(?:\S+\/)?dragoman /,
  /^npm run --silent dragoman -- /,
  /^docker exec (?:--\S+ )*dragoman dragoman /,
  /^docker run (?:\S+ )*dragoman (?=[a-z])/,
]

/** The words after `dragoman` of each command in a line of code. */
export function findCommands(code: string): readonly string[] {
  // Quoted text has spaces, pipes and hashes of its own; what it contains is an argument, or a command that a shell runs in it.
  const inner = [...code.matchAll(/\$\(([^()]*)\)/g)].flatMap(([, text = '']) => findCommands(text))
  const plain = code.replaceAll(/'[^']*'|"[^"]*"/g, 'QUOTED')
  const parts = plain.replace(/(?:^|\s)#.*/, '').split(/\s*(?:&&|\|\||[;|&])\s*|\s[<>]/)
  const own = parts.flatMap(part => {
    const line = part.trim().replace(/^(?:\$|-|run:|entry:) /, '')
    const runner = RUNNERS.find(pattern => pattern.test(line))
    return runner === undefined ? [] : [line.replace(runner, '').trim()]
  })
  return [...own, ...inner]
}

/** What a command names that does not exist, if anything. */
export function findFault(command: string): string | undefined {
  const words = command.split(/[\s[\]]+/).filter(word => word !== '')
  let known: Command = PROGRAM
  let at = 0
  for (; at < words.length; at += 1) {
    const next = known.commands.find(one => one.name() === words[at])
    if (next === undefined) break
    known = next
  }
  const flags = words.slice(at).filter(word => /^--?[a-z]/.test(word))
  const isOption = (flag: string): boolean =>
    [...known.options, { long: '--help', short: '-h' }].some(({ long, short }) => long === flag || short === flag)
  const missing = flags.map(flag => flag.replace(/=.*/, '')).filter(flag => !isOption(flag))
  if (known === PROGRAM && /^[a-z][a-z-]*$/.test(words[0] ?? '')) return 'no such command'
  if (known.commands.length > 0 && /^[a-z]/.test(words[at] ?? '')) return 'no such subcommand'
  return missing.length > 0 ? `no such option: ${missing.join(' ')}` : undefined
}
