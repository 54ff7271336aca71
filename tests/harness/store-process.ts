import { join } from 'node:path'
import { demand } from '../run/demand.ts'

const FOLDER = await demand('store-processes')

/** The built program of a `*-process.ts`, by its path below tests/store without the ending. */
export const storeProcess = (name: string): string => join(FOLDER, `${name}.js`)
