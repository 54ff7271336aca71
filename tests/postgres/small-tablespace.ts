import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mountSmallDisk, type SmallDisk } from '../store/embedded/disk/small-disk.ts'
import type { Database } from './databases.ts'
import { giveToServer } from './programs.ts'
import type { OwnServer } from './server.ts'

/** A tablespace on a small disk, which `disk.fill()` makes full: writes fail with SQLSTATE 53100 (disk_full), and the server runs on. */
export interface SmallTablespace {
  readonly disk: SmallDisk
  /** An empty database on the disk; it takes about 8 MiB. */
  createDatabase(): Promise<Database>
  /** Drops the databases and the tablespace; the server must run. */
  remove(): Promise<void>
}

/** Creates one on a server of our own. Suites with `describeWith('tmpfs', …)` around can. */
export async function createSmallTablespace(server: OwnServer, bytes: number): Promise<SmallTablespace> {
  const disk = mountSmallDisk(bytes)
  const name = 'small'
  const made: Database[] = []
  try {
    const folder = join(disk.path, 'tablespace')
    await mkdir(folder, { mode: 0o700 })
    giveToServer(disk.path, folder)
    await server.query(`CREATE TABLESPACE ${name} LOCATION '${folder}'`)
  } catch (error) {
    disk.unmount()
    throw error
  }
  return {
    disk,
    createDatabase: async () => {
      const database = await server.createDatabase({ tablespace: name })
      made.push(database)
      return database
    },
    remove: async () => {
      try {
        disk.free()
        for (const database of made) await database.drop()
        await server.query(`DROP TABLESPACE ${name}`)
      } finally {
        disk.unmount()
      }
    },
  }
}
