/** The page of a string in one locale: its translation, findings and suggestions. `project` = `acme/app`, `id` = the short ID. */
export const stringLink = (baseUrl: string, project: string, id: string, locale: string): string =>
  `${baseUrl}/p/${project}/strings/${id}?locale=${encodeURIComponent(locale)}`
