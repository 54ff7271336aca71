/** A new name of 60 characters, the longest that a project may have, and wide letters: a page with it is narrower than any other. */
export const longestProject = (account: string, start: string, id: string): string =>
  `${account}/${`${start}-${id}`.padEnd(60, 'w')}`
