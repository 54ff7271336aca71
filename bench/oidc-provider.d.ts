/** What we use of oidc-provider, which brings no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Kept {
    /** Resolves with the value that clients are given. */
    save(): Promise<string>
  }

  interface KeptGrant extends Kept {
    addOIDCScope(scope: string): void
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    readonly Client: { find(id: string): Promise<object | undefined> }
    readonly Grant: new (of: {
      accountId: string
      clientId: string
    }) => KeptGrant
    readonly AuthorizationCode: new (
      of: object,
    ) => Kept
  }
}
