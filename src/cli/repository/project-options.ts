import { Option } from 'commander'

/** `--project` and `--server`, which a repository with `dragoman.json` does not need. */
export interface ProjectOptions {
  readonly project?: string | undefined
  readonly server?: string | undefined
}

export const projectOption = (): Option =>
  new Option('--project <name>', 'account and project, such as acme/app (default: of dragoman.json)')

export const serverOption = (): Option =>
  new Option('--server <url>', 'base URL of the server (default: of dragoman.json)')

/** Splits the words of a command into a project, which has a slash, and the others. */
export function splitProject(words: readonly string[]): {
  readonly project?: string
  readonly others: readonly string[]
} {
  const [first, ...others] = words
  return first?.includes('/') === true ? { project: first, others } : { others: words }
}
