import { describe, expect, it } from 'vitest'
import { makeSuccessors } from '../../../../src/auth/oauth/token/refresh-token.ts'
import { mintSecret, parseSecretKind } from '../../../../src/auth/secrets.ts'

const token = `svcr_${'0a'.repeat(24)}`
const seed = '5e'.repeat(20)

describe('the tokens that follow from a refresh token', () => {
  it('depend on its value and the seed', () => {
    // An upgrade must not change the answer to a repeated request.
    const { access, refresh } = makeSuccessors(token, seed)
    expect([access.value, refresh.value]).toEqual([
      'svco_4cc73b4a0d933db8953dc9e255f6a52d85650aaa138f2335',
      'svcr_3907c62960e82927ee89d9193bf8b6cef1568a8a388462de',
    ])
    expect(makeSuccessors(token, seed)).toEqual({ access, refresh })
  })

  it('are an access token and a refresh token', () => {
    const { access, refresh } = makeSuccessors(mintSecret('svcr').value, seed)
    expect([parseSecretKind(access.value), parseSecretKind(refresh.value)]).toEqual(['svco', 'svcr'])
  })

  it('differ for every token and every seed, and from each other', () => {
    const all = [
      makeSuccessors(token, seed),
      makeSuccessors(mintSecret('svcr').value, seed),
      makeSuccessors(token, '5f'.repeat(20)),
    ]
    const values = all.flatMap(({ access, refresh }) => [access, refresh].map(({ value }) => value.slice(5, 45)))
    expect(new Set(values).size).toBe(6)
  })
})
