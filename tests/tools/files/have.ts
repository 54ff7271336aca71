import { createHash } from 'node:crypto'

/** Tells a pull which files its caller has: their SHA-256, by path. */
export const have = (files: Readonly<Record<string, string>>): { readonly have: Readonly<Record<string, string>> } => ({
  have: Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, createHash('sha256').update(content).digest('hex')]),
  ),
})
