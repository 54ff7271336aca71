interface Layout {
  /** One step of indentation. */
  readonly unit: string
  /** Indentation of the line where the value starts. */
  readonly base: string
  readonly eol: string
}

/** JSON over several lines. */
export const prettyJson = (value: unknown, { unit, base, eol }: Layout): string =>
  JSON.stringify(value, null, unit).split('\n').join(`${eol}${base}`)

/** JSON on one line, with spaces: `{ "type": "http" }`. */
export function inlineJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlineJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${inlineJson(inner)}`)
  return `{ ${members.join(', ')} }`
}
