/** Writes JSON as Xcode does: names sorted, a space before the colon, and a free line in an empty object. */
export function layOut(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const { compare } = new Intl.Collator('en', { numeric: true })
  const names = Object.entries(value).toSorted(([a], [b]) => compare(a, b))
  const lines = names.map(([name, one]) => `${indent}  ${JSON.stringify(name)} : ${layOut(one, `${indent}  `)}`)
  return `{\n${lines.join(',\n')}\n${indent}}`
}

/** Whether Xcode would save a file as it is. */
export const isAsXcodeSaves = (text: string): boolean => layOut(JSON.parse(text)) === text
