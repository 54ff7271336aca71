/**
 * A function that keeps the results for the keys that it was asked for last, at most `max` of them: for what is costly to make and small, such as the plural
 * rules of a locale.
 */
export function memoize<Value>(max: number, make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return key => {
    const found = known.get(key)
    const value = found ?? make(key)
    if (found !== undefined) known.delete(key)
    else if (known.size >= max) known.delete(known.keys().next().value ?? key)
    known.set(key, value)
    return value
  }
}
