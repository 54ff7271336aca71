import type { Call } from '../../pipeline/call.ts'

/** Whether the caller is a model, which runs a link in a shell. Programs read the URL. Each answer has a URL once. */
export const runsShell = ({ surface, program }: Pick<Call, 'surface' | 'program'>): boolean =>
  surface === 'mcp' && program === undefined

/** Quotes a word for a POSIX shell. */
export const quoteShellWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
