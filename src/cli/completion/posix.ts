/** Prints the target locales of the nearest dragoman.json; bash and zsh run it. */
export const LOCALES_FUNCTION = `__dragoman_locales() {
  local folder=$PWD
  while [ -n "$folder" ]; do
    if [ -f "$folder/dragoman.json" ]; then
      tr '\\n' ' ' < "$folder/dragoman.json" | sed -n 's/.*"target_locales"[^[]*\\[\\([^]]*\\)\\].*/\\1/p' | tr '",' '  '
      return
    fi
    folder=\${folder%/*}
  done
}`

/** Quotes a word for a shell. */
export const quoteWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
