/** What a client of either SDK stores between its steps, in memory. */
export interface Wallet<Info, Tokens, Discovery> {
  readonly redirectUrl: string
  readonly clientMetadata: {
    redirect_uris: string[]
    client_name: string
    grant_types: string[]
    response_types: string[]
    token_endpoint_auth_method: string
  }
  state(): string
  clientInformation(): Info | undefined
  saveClientInformation(info: Info): void
  tokens(): Tokens | undefined
  saveTokens(tokens: Tokens): void
  redirectToAuthorization(url: URL): void
  saveCodeVerifier(verifier: string): void
  codeVerifier(): string
  /** What it found out about the server, so that another server's answer is not confused with this one's. */
  discoveryState(): Discovery | undefined
  saveDiscoveryState(state: Discovery): void
  invalidateCredentials(scope: string): void
  /** Where the client last sent its user. @throws Error when it sent the user nowhere. */
  takeAuthorization(): URL
  /** The client forgets the access token, as if it had expired; only a refresh helps. */
  spoilAccessToken(): void
}

/** As the providers in both SDKs' documentation, for a client that listens on `redirectUrl`. */
export function openWallet<Info, Tokens extends { access_token: string }, Discovery>(
  redirectUrl: string,
): Wallet<Info, Tokens, Discovery> {
  let info: Info | undefined
  let tokens: Tokens | undefined
  let discovery: Discovery | undefined
  let verifier = ''
  let sent: URL | undefined
  return {
    redirectUrl,
    clientMetadata: {
      redirect_uris: [redirectUrl],
      client_name: 'A client of the SDK',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'a state/with+odd=chars&%',
    clientInformation: () => info,
    saveClientInformation: given => {
      info = given
    },
    tokens: () => tokens,
    saveTokens: given => {
      tokens = given
    },
    redirectToAuthorization: url => {
      sent = url
    },
    saveCodeVerifier: given => {
      verifier = given
    },
    codeVerifier: () => verifier,
    discoveryState: () => discovery,
    saveDiscoveryState: given => {
      discovery = given
    },
    invalidateCredentials: scope => {
      if (scope === 'all' || scope === 'client') info = undefined
      if (scope === 'all' || scope === 'tokens') tokens = undefined
      if (scope === 'all' || scope === 'discovery') discovery = undefined
    },
    takeAuthorization: () => {
      const url = sent
      sent = undefined
      if (url === undefined) throw new Error('the client sent nobody to authorize it')
      return url
    },
    spoilAccessToken: () => {
      if (tokens !== undefined) tokens = { ...tokens, access_token: `svco_${'0'.repeat(48)}` }
    },
  }
}
