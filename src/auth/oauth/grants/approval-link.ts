/** Returns the path of the page where the user adds scopes to a grant. */
export const approvalPath = (grantId: string, scopes: readonly string[]): string =>
  `/account/apps/${grantId}/scopes?add=${scopes.join('+')}`

/** Returns the absolute URL of `approvalPath`, for an agent to show to its user. */
export const approvalLink = (baseUrl: string, grantId: string, scopes: readonly string[]): string =>
  `${baseUrl}${approvalPath(grantId, scopes)}`
