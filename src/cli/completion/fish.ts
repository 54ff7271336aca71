import type { CommandEntry, Values } from './tree.ts'

/** The completion script for fish 3. */
export function fishScript(commands: readonly CommandEntry[]): string {
  const paths = commands.map(({ path }) => path).filter(path => path !== '')
  const lines = commands.flatMap(({ path, subcommands, flags, args }) => {
    const at = `complete -c dragoman -n ${quoteFish(`__dragoman_at ${quoteFish(path)}`)}`
    return [
      ...subcommands.map(({ name, description }) => `${at} -a ${quoteFish(name)} -d ${quoteFish(description)}`),
      ...flags.map(
        ({ flag, description, values }) =>
          `${at} -l ${flag.slice(2)} -d ${quoteFish(description)}${values === undefined ? '' : ` -r${offer(values, ' -f')}`}`,
      ),
      ...(args.kind === 'none' ? [] : [`${at}${offer(args, '')}`]),
    ]
  })
  return `# fish completion for dragoman
function __dragoman_locales
    set -l folder $PWD
    while test -n "$folder"
        if test -f "$folder/dragoman.json"
            tr '\\n' ' ' <"$folder/dragoman.json" | sed -n 's/.*"target_locales"[^[]*\\[\\([^]]*\\)\\].*/\\1/p' | tr '", ' '\\n\\n\\n' | string match -r '\\S+'
            return
        end
        set folder (string replace -r '/[^/]*$' '' -- $folder)
    end
end
function __dragoman_at
    set -l found ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$found $word")
        switch $next
            case ${paths.map(quoteFish).join(' ')}
                set found $next
        end
    end
    test "$found" = "$argv[1]"
end
complete -c dragoman -f
${lines.join('\n')}
`
}

const quoteFish = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function offer(values: Values, noFiles: string): string {
  if (values.kind === 'words') return `${noFiles} -a ${quoteFish(values.words.join(' '))}`
  if (values.kind === 'locales') return `${noFiles} -a '(__dragoman_locales)'`
  return values.kind === 'files' ? ' -F' : noFiles
}
