/** The first page of a project, which lists what waits for a user. */
export const projectLink = (baseUrl: string, project: string): string => `${baseUrl}/p/${project}`

interface StringLink {
  /** `acme/app`. */
  readonly project: string
  /** The short ID of the entry. */
  readonly id: string
  readonly locale: string
  /** Undefined for the main branch. */
  readonly branch?: string | undefined
}

/** The page of a string in one locale, where users read and decide about its translation, findings, conflicts and suggestions. */
export function stringLink(baseUrl: string, { project, id, locale, branch }: StringLink): string {
  const query = new URLSearchParams({ locale, ...(branch !== undefined && { branch }) })
  return `${baseUrl}/p/${project}/strings/${id}?${query}`
}

/** The address of the pages of strings, with `{id}` and, without a locale, `{locale}` to fill in. Members of the account can open them. */
export const stringPageTemplate = (
  baseUrl: string,
  project: string,
  locale: string | undefined,
  branch: string | undefined,
): string =>
  stringLink(baseUrl, { project, id: '{id}', locale: locale ?? PLACEHOLDER, branch }).replace(
    encodeURIComponent(PLACEHOLDER),
    PLACEHOLDER,
  )

const PLACEHOLDER = '{locale}'
