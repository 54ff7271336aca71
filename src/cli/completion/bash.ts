import { quoteShellWord } from '../../shell-commands.ts'
import { type CommandEntry, LOCALES_FUNCTION, listPaths, listValueCases, type Values } from './tree.ts'

/** The completion script for bash 3.2 and later. */
export function bashScript(commands: readonly CommandEntry[]): string {
  const flagCases = commands.map(
    ({ path, flags }) =>
      `      ${quoteShellWord(path)}) __dragoman_offer ${quoteShellWord(flags.map(({ flag }) => flag).join(' '))} ;;`,
  )
  const wordCases = commands.flatMap(({ path, subcommands, args }) => {
    const words = subcommands.map(({ name }) => name)
    if (words.length > 0) return [`    ${quoteShellWord(path)}) __dragoman_offer ${quoteShellWord(words.join(' '))} ;;`]
    return args.kind === 'none' ? [] : [`    ${quoteShellWord(path)}) ${offer(args)} ;;`]
  })
  return `# bash completion for dragoman
${LOCALES_FUNCTION}
__dragoman_offer() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
__dragoman_files() { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); }
_dragoman() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= word index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${command:+$command }\${COMP_WORDS[index]}"
    case "$word" in
      ${listPaths(commands).map(quoteShellWord).join('|')}) command=$word ;;
    esac
  done
  case "$command|$previous" in
${listValueCases(commands, offer)}
  esac
  if [[ $current == -* ]]; then
    case "$command" in
${flagCases.join('\n')}
    esac
    return
  fi
  case "$command" in
${wordCases.join('\n')}
  esac
}
complete -F _dragoman dragoman
`
}

function offer(values: Values): string {
  if (values.kind === 'words') return `__dragoman_offer ${quoteShellWord(values.words.join(' '))}`
  if (values.kind === 'locales') return '__dragoman_offer "$(__dragoman_locales)"'
  return values.kind === 'files' ? '__dragoman_files' : ':'
}
