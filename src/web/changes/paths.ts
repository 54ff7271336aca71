interface Named {
  /** `acme/app`. */
  readonly name: string
}

/** The page with the changes of a project. */
export const changesPath = ({ name }: Named): string => `/p/${name}/changes`

export const batchPath = (project: Named, batch: string): string => `${changesPath(project)}/${batch}`

/** The page of a string, for its translation into a locale. */
export const stringHref = ({ name }: Named, id: string, locale: string | undefined): string =>
  `/p/${name}/strings/${id}${locale === undefined ? '' : `?${new URLSearchParams({ locale })}`}`
