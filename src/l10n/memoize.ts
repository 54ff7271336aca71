/** Caches the results of a function for its most recently used keys, at most `max`. For small, costly results, such as the plural rules of a locale. */
export function memoize<Value, Key extends string>(max: number, make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return key => {
    const found = known.get(key)
    const value = found ?? make(key)
    if (found !== undefined) known.delete(key)
    else if (known.size >= max) known.delete(known.keys().next().value ?? key)
    known.set(key, value)
    return value
  }
}
