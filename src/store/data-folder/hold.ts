import { randomBytes } from 'node:crypto'
import { access, chmod, constants, rename, rm } from 'node:fs/promises'
import type { Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { createPrivateFolder } from '../files/folder.ts'
import { claimFolder, findHolder, releaseFolder, removeDeadSockets, SOCKET_LINK, socketName } from './claim.ts'
import { getShortPath } from './short-path.ts'

/** A data folder that this process holds exclusively, with its control socket. */
export interface FolderHold {
  readonly socketPath: string
  /** Passes connections of the control socket to a server, including earlier ones. */
  attach(server: HttpServer): void
  /** Releases the folder, to the process that waits under this ID if given. Closes connections after sending pending data. */
  release(heir?: string): Promise<void>
}

/** The process that holds the folder. */
export interface FoundHolder {
  /** The socket of that process, not SOCKET_LINK, which may already lead to another one. */
  readonly socketPath: string
  readonly refusal: AppError
}

/**
 * Called repeatedly while another process holds the folder, with the ID of this process. Resolves when the folder should be tried again.
 * @throws to stop waiting.
 */
export type WaitForFolder = (id: string, found: FoundHolder) => Promise<void>

/** Process ID, start time and a random part: unique, and enough to describe the holder. */
const newHoldId = (): string =>
  [process.pid, Math.floor(performance.timeOrigin).toString(36), randomBytes(4).toString('hex')].join('-')

const MAX_SOCKET_NAME_LENGTH = socketName('0000000000-000000000-00000000').length

/**
 * Returns the path of a data folder's control socket.
 * @throws AppError `bad_config` when the path is too long and no link to it can be created.
 */
export const getControlSocketPath = (dataDir: string): string =>
  join(getShortPath(dataDir, MAX_SOCKET_NAME_LENGTH), SOCKET_LINK)

/**
 * Holds the data folder exclusively, and creates it if it is missing. A process holds the folder as long as its control socket answers, so killed processes
 * do not block it. Without `wait`, throws if another process holds it.
 * @throws AppError `bad_config` when the folder cannot be used, `folder_held` when another process holds it.
 */
export async function holdFolder(dataDir: string, wait?: WaitForFolder): Promise<FolderHold> {
  try {
    await createPrivateFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const folder = getShortPath(dataDir, MAX_SOCKET_NAME_LENGTH)
    const holder = wait === undefined ? await findHolder(folder) : undefined
    if (holder !== undefined) throw folderLockedError(dataDir, holder)
    return await claimAndListen(dataDir, folder, wait ?? refuseToWait)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_config', `The data folder ${dataDir} cannot be used: ${String(error)}.`, {
      fix: 'Set DRAGOMAN_DATA_DIR to a folder on a local disk that this user can create, read and write.',
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
      await wait(id, { socketPath: join(folder, socketName(holder)), refusal: folderLockedError(dataDir, holder) })
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

function folderLockedError(dataDir: string, id: string): AppError {
  const [pid, started] = id.split('-')
  const since = new Date(Number.parseInt(started ?? '', 36)).toISOString()
  return new AppError('folder_held', `Process ${pid}, started ${since}, holds the data folder ${dataDir}.`, {
    fix: 'Stop that process, or set DRAGOMAN_DATA_DIR to another folder.',
  })
}

/** The listening control socket. Connections wait until a server is attached. */
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

  /** The socket listens before it gets its name: other processes remove a socket that refuses connections. */
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
    // A caller that disconnects is not an error.
    socket.on('error', () => socket.destroy())
    if (this.#answering !== undefined) passConnection(socket, this.#answering)
  }
}

function passConnection(socket: Socket, server: HttpServer): void {
  server.emit('connection', socket)
  socket.resume()
}
