import { randomBytes } from 'node:crypto'
import { access, chmod, constants, rename, rm } from 'node:fs/promises'
import type { Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { createPrivateFolder } from '../files/folder.ts'
import { claimFolder, findHolder, releaseFolder, removeDeadSockets, SOCKET_LINK, socketName } from './claim.ts'
import { getShortPath } from './short-path.ts'

/** A data folder that this process alone may use, and the socket on which others reach it. */
export interface FolderHold {
  readonly socketPath: string
  /** Lets a server answer the connections of the control socket, with those that came before. */
  attach(server: HttpServer): void
  /** Gives the folder to the process that waits under this id, else to whoever comes, and ends the connections once what was written to them is sent. */
  release(heir?: string): Promise<void>
}

/** The process that was found to hold the folder. */
export interface FoundHolder {
  /** Its own address, not that of whoever holds the folder: by now this may be the one that looked. */
  readonly socketPath: string
  readonly refusal: AppError
}

/**
 * Called again and again while another process holds the folder, with the id under which this one waits; resolves when it is time to look again.
 * @throws what ends the waiting, such as the refusal.
 */
export type WaitForFolder = (id: string, found: FoundHolder) => Promise<void>

/** Process id, start and a random part: what a message about the holder can be made from, and never the same twice. */
const newHoldId = (): string =>
  [process.pid, Math.floor(performance.timeOrigin).toString(36), randomBytes(4).toString('hex')].join('-')

const MAX_SOCKET_NAME_LENGTH = socketName('0000000000-000000000-00000000').length

/**
 * The address of the control socket of a data folder, whether somebody holds it or not.
 * @throws AppError `bad_config` when the path is too long and no link to it can be made.
 */
export const getControlSocketPath = (dataDir: string): string =>
  join(getShortPath(dataDir, MAX_SOCKET_NAME_LENGTH), SOCKET_LINK)

/**
 * Makes this process the only one that uses the data folder, which is made if it is missing. It is held as long as its control socket answers:
 * what a killed process left behind holds nothing. Without `wait`, another holder is a refusal.
 * @throws AppError `bad_config` when the folder cannot be used, `folder_held` when another process has it.
 */
export async function holdFolder(dataDir: string, wait?: WaitForFolder): Promise<FolderHold> {
  try {
    await createPrivateFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const folder = getShortPath(dataDir, MAX_SOCKET_NAME_LENGTH)
    const holder = wait === undefined ? await findHolder(folder) : undefined
    if (holder !== undefined) throw folderHeldError(dataDir, holder)
    return await claimAndListen(dataDir, folder, wait ?? refuseToWait)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_config', `The data folder ${dataDir} cannot be used: ${String(error)}.`, {
      fix: 'Set DRAGOMAN_DATA_DIR to a folder on a local disk that the user of this process can make, read and write.',
      cause: error,
    })
  }
}

const refuseToWait: WaitForFolder = (_, { refusal }) => Promise.reject(refusal)

async function claimAndListen(dataDir: string, folder: string, wait: WaitForFolder): Promise<FolderHold> {
  const id = newHoldId()
  const door = new ControlSocket(folder, id)
  try {
    await door.open()
    for (let holder = await claimFolder(folder, id); holder !== id; holder = await claimFolder(folder, id)) {
      await wait(id, { socketPath: join(folder, socketName(holder)), refusal: folderHeldError(dataDir, holder) })
    }
    await removeDeadSockets(folder)
  } catch (error) {
    await door.close()
    throw error
  }
  return {
    socketPath: join(folder, SOCKET_LINK),
    attach: server => door.attach(server),
    release: async heir => {
      await releaseFolder(folder, id, heir)
      await door.close()
    },
  }
}

function folderHeldError(dataDir: string, id: string): AppError {
  const [pid, started] = id.split('-')
  const since = new Date(Number.parseInt(started ?? '', 36)).toISOString()
  return new AppError('folder_held', `Process ${pid}, started ${since}, holds the data folder ${dataDir}.`, {
    fix: 'Use that one, stop it first, or set DRAGOMAN_DATA_DIR to another folder.',
  })
}

/** The listening end of the control socket: connections wait until there is somebody to answer them. */
class ControlSocket {
  readonly #server: Server
  readonly #path: string
  readonly #unopened: string
  readonly #sockets = new Set<Socket>()
  #answering: HttpServer | undefined

  constructor(folder: string, id: string) {
    this.#server = createServer({ pauseOnConnect: true }, socket => this.#enter(socket))
    this.#path = join(folder, socketName(id))
    this.#unopened = join(folder, `control.${id}.new`)
  }

  /** A socket's file is there before it listens. Under its name it must never refuse while its process lives: others would remove it. */
  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.#unopened, resolve)
    })
    await chmod(this.#unopened, 0o600)
    await rename(this.#unopened, this.#path)
  }

  attach(server: HttpServer): void {
    this.#answering = server
    for (const socket of this.#sockets) passConnection(socket, server)
  }

  async close(): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroySoon()
    await rm(this.#path, { force: true })
  }

  #enter(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    /** A caller that goes away is no error of ours; the socket closes either way. */
    socket.on('error', () => socket.destroy())
    if (this.#answering !== undefined) passConnection(socket, this.#answering)
  }
}

function passConnection(socket: Socket, server: HttpServer): void {
  server.emit('connection', socket)
  socket.resume()
}
