import * as system from 'node:fs/promises'

/** The `node:fs/promises` calls that the store uses; tests record their order. */
export type FileSystem = Pick<
  typeof system,
  'copyFile' | 'mkdir' | 'open' | 'readdir' | 'readFile' | 'rename' | 'rm' | 'stat' | 'statfs' | 'unlink'
>

/** The file system of the machine. */
export const machineFiles: FileSystem = system
