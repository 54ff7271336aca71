import type { TextVersion, Translation } from './translation.ts'

type Ignores = Pick<Translation, 'ignores'>

/** Returns the findings of level `error` that no user ignored. */
export const findErrors = <F extends Pick<TextVersion['findings'][number], 'id' | 'level'>>(
  { ignores }: Ignores,
  findings: readonly F[],
): readonly F[] =>
  findings.filter(({ id, level }) => level === 'error' && !ignores.some(({ finding }) => finding === id))

/** Returns whether a text has an error that no user ignored. */
export const hasError = (translation: Ignores, { findings }: Pick<TextVersion, 'findings'>): boolean =>
  findErrors(translation, findings).length > 0
