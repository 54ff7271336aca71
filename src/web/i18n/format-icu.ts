import { IntlMessageFormat } from 'intl-messageformat'

/** Formats an ICU message of a project with a number for its plural; other arguments stay as they are. Undefined if it has no plural, or is not valid. */
export function formatIcu(text: string, locale: string, number: number): string | undefined {
  const [, argument] = /\{\s*([\w.]+)\s*,\s*(?:plural|selectordinal)/.exec(text) ?? []
  if (argument === undefined) return undefined
  const show = (name: string): string | number => (name === argument ? number : `{${name}}`)
  const values = new Proxy<Record<string, string | number>>(
    {},
    { get: (_, name) => show(String(name)), has: () => true },
  )
  try {
    return String(new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).format(values))
  } catch {
    return undefined
  }
}
