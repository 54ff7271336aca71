import { quoteShellWord } from '../../shell-commands.ts'
import { type CommandEntry, LOCALES_FUNCTION, listPaths, listValueCases, type Values } from './tree.ts'

/** The completion script for zsh: to source, or as a file \`_dragoman\` in fpath. */
export function zshScript(commands: readonly CommandEntry[]): string {
  const flagCases = commands.map(
    ({ path, flags }) =>
      `      ${quoteShellWord(path)}) items=(${flags.map(({ flag, description }) => item(flag, description)).join(' ')}) ;;`,
  )
  const wordCases = commands.flatMap(({ path, subcommands, args }) => {
    if (subcommands.length > 0) {
      return [
        `    ${quoteShellWord(path)}) items=(${subcommands.map(({ name, description }) => item(name, description)).join(' ')}) ;;`,
      ]
    }
    return args.kind === 'none' ? [] : [`    ${quoteShellWord(path)}) ${offer(args)}; return ;;`]
  })
  return `#compdef dragoman
${LOCALES_FUNCTION}
_dragoman() {
  local command= word index
  local -a items
  for ((index = 2; index < CURRENT; index++)); do
    word="\${command:+$command }\${words[index]}"
    case "$word" in
      ${listPaths(commands).map(quoteShellWord).join('|')}) command=$word ;;
    esac
  done
  case "$command|\${words[CURRENT-1]}" in
${listValueCases(commands, offer)}
  esac
  if [[ $PREFIX == -* ]]; then
    case "$command" in
${flagCases.join('\n')}
    esac
    _describe option items
    return
  fi
  case "$command" in
${wordCases.join('\n')}
  esac
  _describe command items
}
compdef _dragoman dragoman
`
}

/** An item of _describe: colons separate the description. */
const item = (name: string, description: string): string =>
  quoteShellWord(`${name.replaceAll(':', '\\:')}:${description.replaceAll('\n', ' ')}`)

function offer(values: Values): string {
  if (values.kind === 'words') return `compadd -- ${values.words.map(quoteShellWord).join(' ')}`
  if (values.kind === 'locales') return 'compadd -- $(__dragoman_locales)'
  return values.kind === 'files' ? '_files' : ':'
}
