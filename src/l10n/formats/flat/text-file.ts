import type { WriteRequest } from '../format.ts'

/** A file whose offsets count from the start of `text`, after the byte order mark. */
export interface TextFile {
  readonly bom: string
  /** Without the byte order mark. */
  readonly text: string
}

export const splitFile = (file: string): TextFile =>
  file.startsWith('\uFEFF') ? { bom: '\uFEFF', text: file.slice(1) } : { bom: '', text: file }

const NO_KEYS: ReadonlySet<string> = new Set()

/**
 * Returns which keys leave a target file: the withdrawn ones, and those that were removed from the source; undefined if none does. `listKeys` has the keys of
 * the source, which can have a removed key again.
 */
export function findGoneKeys(
  { removed = NO_KEYS, withdrawn = NO_KEYS }: Pick<WriteRequest, 'removed' | 'withdrawn'>,
  listKeys: () => Iterable<string>,
): ((key: string) => boolean) | undefined {
  if (removed.size + withdrawn.size === 0) return undefined
  let current: ReadonlySet<string> | undefined
  const isCurrent = (key: string): boolean => {
    current ??= new Set(listKeys())
    return current.has(key)
  }
  return key => withdrawn.has(key) || (removed.has(key) && !isCurrent(key))
}
