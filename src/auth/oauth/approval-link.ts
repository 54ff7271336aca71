/** Where the owner of a grant adds scopes to it: an agent shows this address to its person. */
export const approvalLink = (baseUrl: string, grantId: string, scopes: readonly string[]): string =>
  `${baseUrl}/account/apps/${grantId}/scopes?add=${scopes.join('+')}`
