import type { Loop, Translation } from '../loop.ts'

export interface TextChange {
  readonly kind?: Translation['texts'][number]['origin']['kind']
  readonly state?: 'approved' | 'needs_review'
  readonly faulty?: boolean
}

/** Makes the translation of `a` another writer's, or approved. */
export const changeText = (loop: Loop, change: TextChange): Promise<void> =>
  loop.alter('a', ({ texts }) => ({
    texts: texts.map(text => ({
      ...text,
      state: change.state ?? text.state,
      origin: {
        ...text.origin,
        kind: change.kind ?? text.origin.kind,
        // An agent may replace its own imports.
        ...(change.kind === 'import' && { credential: 'token:of-another' }),
      },
      findings: change.faulty === true ? [{ id: 'placeholders', level: 'error' as const, message: 'wrong' }] : [],
    })),
  }))
