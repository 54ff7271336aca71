import { t } from '../i18n/t.ts'

/** The resources with a name and a description on pages. */
const NAMED = ['user', 'account', 'organization', 'members', 'project', 'voice', 'glossary'] as const

/** Returns the name and the description of a resource. A resource without them shows its API name. */
export function nameResource(resource: string): { readonly name: string; readonly covers?: string } {
  const named = NAMED.find(one => one === resource)
  if (named === undefined) return { name: resource }
  return { name: t(`tokens.access.resources.${named}.name`), covers: t(`tokens.access.resources.${named}.covers`) }
}
