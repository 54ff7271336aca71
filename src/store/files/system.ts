import * as system from 'node:fs/promises'

/** The calls of `node:fs/promises` with which the store writes, so that a test can record their order. */
export type FileSystem = Pick<
  typeof system,
  'copyFile' | 'mkdir' | 'open' | 'readdir' | 'readFile' | 'rename' | 'rm' | 'stat' | 'unlink'
>

/** The file system of the machine. */
export const machineFiles: FileSystem = system
