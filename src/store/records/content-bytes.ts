const sizes = new WeakMap<object, number>()

/** Bytes of a file, counted once for each version of its record: each sum asks for them when a record comes and when it goes. */
export function contentBytes(file: { readonly content: string }): number {
  let size = sizes.get(file)
  if (size === undefined) sizes.set(file, (size = Buffer.byteLength(file.content)))
  return size
}
