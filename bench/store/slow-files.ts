import { setTimeout as sleep } from 'node:timers/promises'
import { type DurableFiles, durableFiles } from '../../src/store/embedded/disk/durable-files.ts'

/** The file system of the machine, where everything that reaches the disk takes some milliseconds longer. */
export function slowFiles(delay: number): DurableFiles {
  const late = async <T>(done: Promise<T>): Promise<T> => {
    const result = await done
    await sleep(delay)
    return result
  }
  return {
    ...durableFiles,
    write: (path, pieces) => late(durableFiles.write(path, pieces)),
    replace: (from, to) => late(durableFiles.replace(from, to)),
    async grow(path, size) {
      const file = await late(durableFiles.grow(path, size))
      return { append: pieces => late(file.append(pieces)), close: () => file.close() }
    },
  }
}
