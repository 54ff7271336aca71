import type { Config, Lifetimes, ProviderConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES, isScope, type Scope } from './policy/scopes.ts'
import { parseOperators, parseRules } from './sign-in/sign-in-rules.ts'
import { LOCAL_HANDLE } from './users/handles.ts'

/** The operator's settings of sign-in and of the authorization server. */
export interface AuthSettings {
  readonly newAccounts: 'open' | 'invite'
  readonly allowed: readonly string[]
  readonly operators: readonly string[]
  readonly providers: readonly ProviderConfig[]
  readonly clientDocuments: 'on' | 'known' | 'off'
  /** The scopes in a challenge, which clients request first. */
  readonly challengeScopes: readonly Scope[]
  readonly lifetimes: Lifetimes
  /** Retention of audit events, in milliseconds; undefined keeps them forever. */
  readonly auditRetention: number | undefined
  /** The handle of the machine's local user. Users of providers can't get it. */
  readonly machineHandle: string
}

/** Reads these settings from the configuration. @throws AppError `bad_config` for an unknown scope or an invalid sign-in rule. */
export function authSettings(
  config: Omit<AuthSettings, 'challengeScopes' | 'machineHandle'> & Pick<Config, 'challengeScopes'>,
  machineHandle: string = LOCAL_HANDLE,
): AuthSettings {
  const { newAccounts, allowed, operators, providers, clientDocuments, challengeScopes, lifetimes, auditRetention } =
    config
  const unknown = challengeScopes.filter(scope => !isScope(scope))
  if (unknown.length > 0) {
    throw new AppError('bad_config', `DRAGOMAN_CHALLENGE_SCOPES has unknown scopes: ${unknown.join(', ')}.`, {
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
