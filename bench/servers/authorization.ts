import { createHash } from 'node:crypto'

/** Where an authorization server under measurement answers, and the confidential client that it knows. */
export interface Authorization {
  readonly token: string
  readonly introspect: string
  readonly register: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Every code of the benchmark is bound to this verifier. */
export const VERIFIER = 'the-verifier-of-the-benchmark-which-is-long-enough'
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
export const REDIRECT = 'http://127.0.0.1/callback'

/** Makes authorization codes when the bench asks: what a person's consent costs is not measured. */
export function onCodes(make: (count: number) => Promise<readonly string[]>): void {
  process.on('message', message => {
    if (typeof message !== 'object' || message === null || !('codes' in message)) return
    void make(Number(message.codes)).then(codes => process.send?.(codes))
  })
}
