import { describe, expect, it } from 'vitest'
import { makeSuccessors } from '../../../src/auth/oauth/successors.ts'
import { kindOf, mintSecret } from '../../../src/auth/secrets.ts'

const token = `svcr_${'0a'.repeat(24)}`
const seed = '5e'.repeat(20)

describe('the tokens that a refresh token gives', () => {
  it('follow from its value and the seed', () => {
    // What an earlier version answered is answered again after an upgrade.
    const { access, refresh } = makeSuccessors(token, seed)
    expect([access.value, refresh.value]).toEqual([
      'svco_f44d4646454d5c284ed8fd03dd4e5459221197e36d24f113',
      'svcr_74a3bb4bfe8e29f02ffcf3bb1d4002674afc639d2c52ae9f',
    ])
    expect(makeSuccessors(token, seed)).toEqual({ access, refresh })
  })

  it('are an access token and a refresh token', () => {
    const { access, refresh } = makeSuccessors(mintSecret('svcr').value, seed)
    expect([kindOf(access.value), kindOf(refresh.value)]).toEqual(['svco', 'svcr'])
  })

  it('are others for another token, for another seed, and of each other', () => {
    const all = [
      makeSuccessors(token, seed),
      makeSuccessors(mintSecret('svcr').value, seed),
      makeSuccessors(token, '5f'.repeat(20)),
    ]
    const values = all.flatMap(({ access, refresh }) => [access, refresh].map(({ value }) => value.slice(5, 45)))
    expect(new Set(values).size).toBe(6)
  })
})
