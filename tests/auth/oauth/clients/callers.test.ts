import { describe, expect, it } from 'vitest'
import { authenticateClient, type ClientCredentials } from '../../../../src/auth/oauth/clients/authentication.ts'
import type { ClientLookup } from '../../../../src/auth/oauth/clients/lookup.ts'
import { hashSecret } from '../../../../src/auth/secrets.ts'
import { authorizationTables } from '../../../store/authorization-samples.ts'

const ID = 'https://app.example/client?a=1&b=ä b'
const SECRET = 'p:ss+w%rd ü'

async function find(clientId: string): Promise<ClientLookup> {
  const [sample] = authorizationTables('name').clients
  if (clientId !== ID || sample === undefined) return { fault: { why: 'unknown' } }
  return { client: { ...sample, id: ID, secret_hash: hashSecret(SECRET) } }
}

const authenticate = (given: Partial<ClientCredentials>) =>
  authenticateClient({ authorization: [], clientId: undefined, clientSecret: undefined, ...given }, find)

const header = (text: string) => [`Basic ${Buffer.from(text).toString('base64')}`]
const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)

describe('username and password of HTTP Basic', () => {
  it('are decoded as form values (RFC 6749 2.3.1)', async () => {
    expect(await authenticate({ authorization: header(`${encode(ID)}:${encode(SECRET)}`) })).toMatchObject({
      client: { id: ID },
    })
  })

  it('are rejected when the body names another client', async () => {
    const authorization = header(`${encode(ID)}:${encode(SECRET)}`)
    expect(await authenticate({ authorization, clientId: ID })).toMatchObject({ client: { id: ID } })
    expect(await authenticate({ authorization, clientId: encode(ID) })).toEqual({
      fault: { why: 'two_ids', basic: false },
    })
  })

  it('are rejected when they are not form-encoded', async () => {
    expect(await authenticate({ authorization: header(`${encode(ID)}:${SECRET}`) })).toMatchObject({
      fault: { why: 'unreadable_basic', basic: true },
    })
    expect(await authenticate({ authorization: header(`${encode(ID)}:${encode(SECRET)}x`) })).toMatchObject({
      fault: { why: 'wrong_secret', basic: true },
    })
  })
})
