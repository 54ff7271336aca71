/**
 * Returns the key of a child. In a flat file it is the JSON key. In a nested file the names of the path are joined by `.`. A `.` or `\` inside a name is
 * escaped as `\.` or `\\`, so that keys are unique. Array elements are named by index.
 */
export function childKey(parent: string | undefined, name: string, nested: boolean): string {
  if (!nested) return name
  const segment = /[.\\]/.test(name) ? name.replace(/[.\\]/g, '\\$&') : name
  return parent === undefined ? segment : `${parent}.${segment}`
}
