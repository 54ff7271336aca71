/** Escapes pipes in a table cell. The space keeps a backslash away from the pipe behind the cell. */
export const escapePipes = (value: string): string => value.replaceAll('|', '\\|').replace(/\\$/, '\\ ')

/** Reads escaped pipes in a table cell. */
export const unescapePipes = (raw: string): string =>
  raw.replace(/\\[\\|]/g, escaped => (escaped === '\\|' ? '|' : escaped))
