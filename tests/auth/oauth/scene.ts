import { beforeEach } from 'vitest'
import type { AuthorizationCodeRecord } from '../../../src/store/records/authorization.ts'
import { type SharedTestApp, useTestApp } from '../../http/shared-test-app.ts'
import {
  createExchange,
  firstTokens,
  type MadeClient,
  makeClient,
  makeCode,
  type OAuthAnswer,
  postForm,
  refreshOf,
  type Tokens,
  tokensOf,
} from './authorized.ts'

type Fields = Readonly<Record<string, string | undefined>>
type Headers = Readonly<Record<string, string>>

/** The shared start of the tests of an endpoint. */
interface Scene extends SharedTestApp {
  /** A new one for each test. */
  client: MadeClient
  readonly post: (fields: Fields | string, headers?: Headers) => Promise<OAuthAnswer>
  readonly refresh: (token: string, change?: Fields, headers?: Headers) => Promise<OAuthAnswer>
  readonly refreshed: (token: string, change?: Fields) => Promise<Tokens>
}

/** Opens a testApp for all tests of this file, and makes a client for each; `post` and `refresh` go to the token endpoint. */
export function useClient(): Scene {
  const post: Scene['post'] = (fields, headers) => postForm(scene.testApp, '/oauth/token', fields, headers)
  const refresh: Scene['refresh'] = (token, change = {}, headers = {}) =>
    post({ ...refreshOf(scene.client, token), ...change }, headers)
  const refreshed: Scene['refreshed'] = async (token, change) => tokensOf(await refresh(token, change))
  const scene: Scene = Object.assign(useTestApp(), { client: { id: '', secret: '' }, post, refresh, refreshed })
  beforeEach(async () => {
    scene.client = await makeClient(scene.testApp.services)
  })
  return scene
}

/** The same with the first tokens that a user allowed the client. */
export function useTokens(): Scene & { first: Awaited<ReturnType<typeof firstTokens>> } {
  const scene = useClient() as ReturnType<typeof useTokens>
  beforeEach(async () => {
    scene.first = await firstTokens(scene.testApp, scene.client)
  })
  return scene
}

/** The same with a code that the client may exchange. */
export function useCode(): Scene & {
  code: string
  readonly exchange: (change?: Fields, headers?: Headers) => Promise<OAuthAnswer>
  /** Replaces the code by another one of the client. */
  readonly newCode: (differs?: Partial<AuthorizationCodeRecord>) => Promise<void>
} {
  const scene = useClient()
  const exchange = (change: Fields = {}, headers: Headers = {}) =>
    scene.post({ ...createExchange(withCode.client, withCode.code), ...change }, headers)
  const newCode = async (code: Partial<AuthorizationCodeRecord> = {}): Promise<void> => {
    withCode.code = (await makeCode(scene.testApp.services, { client: scene.client, code })).code
  }
  const withCode = Object.assign(scene, { code: '', exchange, newCode })
  beforeEach(() => newCode())
  return withCode
}
