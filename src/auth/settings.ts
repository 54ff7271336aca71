import type { Config, Lifetimes, ProviderConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { parseOperators, parseRules } from './identity/sign-in-rules.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES, isScope, type Scope } from './policy/scopes.ts'
import { LOCAL_HANDLE } from './users/handles.ts'

/** What the operator decided about signing in and about the authorization server. */
export interface AuthSettings {
  readonly newAccounts: 'open' | 'invite'
  readonly allowed: readonly string[]
  readonly operators: readonly string[]
  readonly providers: readonly ProviderConfig[]
  readonly clientDocuments: 'on' | 'known' | 'off'
  /** What a client is told to ask for first. */
  readonly challengeScopes: readonly Scope[]
  readonly lifetimes: Lifetimes
  /** How long events of the audit log are kept, in milliseconds; undefined = for ever. */
  readonly auditRetention: number | undefined
  /** The handle of the machine's own person, which nobody gets who comes from elsewhere. */
  readonly machineHandle: string
}

/** @throws AppError `bad_config` for a scope that there is not, and for an entry of who may sign in that says nobody. */
export function authSettings(
  config: Omit<AuthSettings, 'challengeScopes' | 'machineHandle'> & Pick<Config, 'challengeScopes'>,
  machineHandle: string = LOCAL_HANDLE,
): AuthSettings {
  const { newAccounts, allowed, operators, providers, clientDocuments, challengeScopes, lifetimes, auditRetention } =
    config
  const unknown = challengeScopes.filter(scope => !isScope(scope))
  if (unknown.length > 0) {
    throw new AppError('bad_config', `DRAGOMAN_CHALLENGE_SCOPES has ${unknown.join(', ')}, which is not a scope.`, {
      fix: `Use some of ${ALL_SCOPES.join(', ')}.`,
    })
  }
  parseRules(allowed, 'DRAGOMAN_ALLOWED')
  parseOperators(operators)
  const scopes = challengeScopes.length === 0 ? EVERYDAY_SCOPES : challengeScopes.filter(isScope)
  return {
    newAccounts,
    allowed,
    operators,
    providers,
    clientDocuments,
    challengeScopes: scopes,
    lifetimes,
    auditRetention,
    machineHandle,
  }
}
