import type { TextVersion } from './translation.ts'

type Ignores = TextVersion['ignores']

/** Returns the findings that nobody ignored. */
export const findOpen = <F extends { readonly id: string }>(findings: readonly F[], ignores: Ignores): readonly F[] =>
  ignores === undefined ? findings : findings.filter(({ id }) => !ignores.some(({ finding }) => finding === id))

/** Returns the findings of level `error` that nobody ignored. */
export const findErrors = <F extends Pick<TextVersion['findings'][number], 'id' | 'level'>>(
  findings: readonly F[],
  ignores?: Ignores,
): readonly F[] =>
  findOpen(
    findings.filter(({ level }) => level === 'error'),
    ignores,
  )

/** Returns whether a text has an error that nobody ignored. */
export const hasError = ({ findings, ignores }: Pick<TextVersion, 'findings' | 'ignores'>): boolean =>
  findErrors(findings, ignores).length > 0
