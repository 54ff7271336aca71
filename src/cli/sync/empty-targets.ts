import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Formats whose files without translations have no bytes, as a pull writes them. In others, such a file is a fault. */
const WITHOUT_BYTES = /\.(?:strings|properties|toml|ftl)$/

/** Separates the translated files that have no translations, so that a push reports them and sends the others. */
export async function separateEmpty<T extends { readonly path: string }>(
  targets: readonly T[],
  root: string,
): Promise<{ readonly targets: readonly T[]; readonly empty: readonly string[] }> {
  const empty = new Set<string>()
  for (const { path } of targets) {
    if (WITHOUT_BYTES.test(path) && (await stat(join(root, path))).size === 0) empty.add(path)
  }
  return { targets: targets.filter(({ path }) => !empty.has(path)), empty: [...empty] }
}
