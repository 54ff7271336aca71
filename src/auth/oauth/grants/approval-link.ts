/** Where the owner of a grant adds scopes to it. */
export const approvalPath = (grantId: string, scopes: readonly string[]): string =>
  `/account/apps/${grantId}/scopes?add=${scopes.join('+')}`

/** As `approvalPath`, as an agent shows it to its person. */
export const approvalLink = (baseUrl: string, grantId: string, scopes: readonly string[]): string =>
  `${baseUrl}${approvalPath(grantId, scopes)}`
