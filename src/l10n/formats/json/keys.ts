/**
 * The key of a child. In a flat file the key is exactly the JSON key. In a nested file the names on the way are joined by `.`, and a `.` or `\` inside a
 * name is written `\.` or `\\`, so that two paths never make one key; array elements are named by their index.
 */
export function childKey(parent: string | undefined, name: string, nested: boolean): string {
  if (!nested) return name
  const segment = /[.\\]/.test(name) ? name.replace(/[.\\]/g, '\\$&') : name
  return parent === undefined ? segment : `${parent}.${segment}`
}
