import { describe, expect, it } from 'vitest'
import { openAnswer, sealAnswer } from '../../../src/auth/oauth/sealed-answer.ts'
import { mintSecret } from '../../../src/auth/secrets.ts'

const token = mintSecret('svcr').value
const answer = {
  accessToken: mintSecret('svco').value,
  refreshToken: mintSecret('svcr').value,
  scope: 'project:read',
  expiresAt: '2027-03-01T13:00:00.000Z',
}

describe('a sealed answer', () => {
  it('is opened by the token that got it, and by no other', () => {
    const sealed = sealAnswer(token, answer)
    expect(openAnswer(token, sealed)).toEqual(answer)
    expect(() => openAnswer(mintSecret('svcr').value, sealed)).toThrow()
    expect(() => openAnswer(answer.refreshToken, sealed)).toThrow()
  })

  it('is not opened when any byte of it was changed, or some are missing', () => {
    const sealed = Buffer.from(sealAnswer(token, answer), 'base64url')
    for (let at = 0; at < sealed.length; at += 7) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => openAnswer(token, changed.toString('base64url')), `byte ${at}`).toThrow()
    }
    for (const length of [0, 12, 20, sealed.length - 1]) {
      expect(() => openAnswer(token, sealed.subarray(0, length).toString('base64url'))).toThrow()
    }
  })

  it('is another text each time', () => {
    expect(sealAnswer(token, answer)).not.toBe(sealAnswer(token, answer))
  })
})
