import type { Scope } from '../../auth/policy/scopes.ts'
import { t } from '../i18n/t.ts'

type ScopeName<S extends Scope> = S extends `${infer Resource}:${infer Action}` ? `${Resource}_${Action}` : never

/** Describes the effects of a scope. The English sentences are those of `SCOPE_DESCRIPTIONS`. */
export const scopeSentence = (scope: Scope): string =>
  t(`scopes.sentences.${scope.replace(':', '_') as ScopeName<Scope>}`)
