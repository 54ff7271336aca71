import type { Root, RootOptions } from './root.ts'

/** Opens the root of a process. Loads what reads and writes files, the formats among it, at the first access. */
export function createLazyRoot(options: RootOptions): Root {
  let opened: Promise<Root> | undefined
  const open = (): Promise<Root> => {
    opened ??= import('./root.ts').then(({ openRoot }) => openRoot(options))
    return opened
  }
  return {
    folder: options.folder,
    read: async path => (await open()).read(path),
    existing: async (path, content) => (await open()).existing(path, content),
    write: async (path, content) => (await open()).write(path, content),
  }
}
