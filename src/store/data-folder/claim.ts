import { readdir, readlink, rename, symlink, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { getErrorCode } from '../files/error-code.ts'

/** Link to the socket of the process that holds the folder. */
export const SOCKET_LINK = 'control.sock'
export const socketName = (id: string): string => `control.${id}.sock`
const SOCKET_NAME = /^control\.(\d+-[0-9a-z]+-[0-9a-f]{8})\.sock$/
const claimName = (id: string): string => `control.${id}.next`

const MAX_ATTEMPTS = 50

type IsAlive = (folder: string, id: string) => Promise<boolean>

/** Returns the ID of the process that holds the folder, if its socket answers. */
export async function findHolder(folder: string): Promise<string | undefined> {
  const last = (await readClaims(folder)).at(-1)
  return last !== undefined && (await isAnswering(folder, last)) ? last : undefined
}

/**
 * Makes the process with this ID the holder, unless another one is alive; returns the ID of the holder.
 *
 * IDs are never reused, and a dead socket stays dead. A dead holder has one heir: the process that creates the link `control.<dead id>.next`, which can be
 * created only once. If the heir dies, it has its own heir, and so on. An heir that finds the chain unchanged after creating its link is alone; otherwise it
 * starts over.
 */
export async function claimFolder(folder: string, id: string, isAlive: IsAlive = isAnswering): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const chain = await readClaims(folder)
    const last = chain.at(-1)
    if (last === undefined) {
      if (await makeLink(folder, SOCKET_LINK, id)) return id
      continue
    }
    if (await isAlive(folder, last)) return last
    if (!(await makeLink(folder, claimName(last), id))) continue
    if ((await readClaims(folder)).join() !== [...chain, id].join()) {
      await remove(folder, claimName(last))
      continue
    }
    await linkSocket(folder, id)
    for (const dead of chain) await Promise.all([remove(folder, claimName(dead)), remove(folder, socketName(dead))])
    return id
  }
  throw new AppError('folder_held', `Too many processes are trying to use ${folder}.`, {
    fix: 'Start one at a time.',
  })
}

/**
 * Releases the folder if this ID still holds it (the folder may have been replaced). A living heir takes over atomically, so that no other process can claim
 * the folder in between.
 */
export async function releaseFolder(folder: string, id: string, heir: string | undefined): Promise<void> {
  if ((await readId(folder, SOCKET_LINK)) !== id) return
  if (heir !== undefined && (await isAnswering(folder, heir))) await linkSocket(folder, heir)
  else await remove(folder, SOCKET_LINK)
}

/** Removes sockets of dead processes that never held the folder. A living process answers, even while it waits. */
export async function removeDeadSockets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const id = SOCKET_NAME.exec(name)?.[1]
    if (id !== undefined && !(await isAnswering(folder, id))) await remove(folder, name)
  }
}

async function readClaims(folder: string): Promise<readonly string[]> {
  const chain: string[] = []
  for (let id = await readId(folder, SOCKET_LINK); id !== undefined; id = await readId(folder, claimName(id))) {
    chain.push(id)
  }
  return chain
}

async function readId(folder: string, name: string): Promise<string | undefined> {
  try {
    const found = SOCKET_NAME.exec(await readlink(join(folder, name)))
    if (found?.[1] !== undefined) return found[1]
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined
    if (getErrorCode(error) !== 'EINVAL') throw error
  }
  throw new AppError('bad_config', `${join(folder, name)} was not created by dragoman.`, {
    fix: 'Check that no process uses the data folder, then remove this file.',
  })
}

async function makeLink(folder: string, name: string, id: string): Promise<boolean> {
  try {
    await symlink(socketName(id), join(folder, name))
    return true
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Points SOCKET_LINK to the socket of this ID. */
async function linkSocket(folder: string, id: string): Promise<void> {
  await makeLink(folder, `control.${id}.link`, id)
  await rename(join(folder, `control.${id}.link`), join(folder, SOCKET_LINK))
}

async function remove(folder: string, name: string): Promise<void> {
  await unlink(join(folder, name)).catch(error => {
    if (getErrorCode(error) !== 'ENOENT') throw error
  })
}

/** Everything but a refused connection counts as alive: two holders would be worse than none. */
function isAnswering(folder: string, id: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(join(folder, socketName(id)))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', error => resolve(!['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(getErrorCode(error))))
  })
}
