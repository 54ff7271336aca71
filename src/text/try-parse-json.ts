/** Parses JSON; undefined if it is not valid. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a JSON object; undefined for any other text. */
export function tryParseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = tryParseJson(text)
  return isObject(value) ? value : undefined
}
