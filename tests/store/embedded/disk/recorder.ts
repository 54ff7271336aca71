import * as machine from 'node:fs/promises'
import { relative } from 'node:path'
import type { FileSystem } from '../../../../src/store/files/system.ts'

/** One system call that changes a file or a name, or makes the change durable; or a mark of the test. */
export interface Call {
  readonly what:
    | 'open'
    | 'truncate'
    | 'write'
    | 'sync'
    | 'mkdir'
    | 'copy'
    | 'rename'
    | 'unlink'
    | 'rm'
    | 'close'
    | 'mark'
  /** Relative to the folder of the test. */
  readonly path: string
  /** As `text` shows it. */
  readonly line: string
  /** What a write wrote. */
  readonly bytes?: string
  /** True for a write that returns when its bytes are on the disk. */
  readonly isSynced?: boolean
  /** The calls that were under way when this one began. */
  readonly during: readonly Call[]
  /** How many calls had begun and ended before this one ended; undefined while it is under way, or when it failed. */
  end?: number
  readonly start: number
}

/** The file system of the machine, which writes down each call that matters for durability. */
export class Recorder {
  readonly calls: Call[] = []
  /** Throws where a call is to fail. */
  fault: (line: string) => void = () => undefined
  /** How many bytes the system takes of each write to a journal; it may take fewer than it was given. */
  shortWrites = Number.POSITIVE_INFINITY
  readonly #root: string
  readonly #underWay = new Set<Call>()
  readonly #handles = new Set<machine.FileHandle>()
  #clock = 0

  constructor(root: string) {
    this.#root = root
  }

  /** Each recorded call, in the order of their start; a call that did not wait for another one is marked. */
  get lines(): readonly string[] {
    return this.calls
      .filter(({ what, during }) => what !== 'close' || during.length > 0)
      .map(({ line, during }) =>
        during.length === 0 ? line : `${line}, during ${during.map(call => call.line).join(', ')}`,
      )
  }

  /** How many descriptors are open. */
  get openHandles(): number {
    return this.#handles.size
  }

  /** Forgets what was recorded. */
  clear(): void {
    this.calls.length = 0
  }

  /** Notes that something happened outside of the store, such as an acknowledgement. */
  mark(what: string): void {
    const call = this.#begin('mark', what, what)
    this.#end(call)
  }

  readonly system: FileSystem = {
    readFile: machine.readFile,
    readdir: machine.readdir,
    stat: machine.stat,
    statfs: machine.statfs,
    mkdir: ((path: string, options: object) =>
      this.#record('mkdir', path, () => machine.mkdir(path, options))) as FileSystem['mkdir'],
    rm: ((path: string, options: object) =>
      this.#record('rm', path, () => machine.rm(path, options))) as FileSystem['rm'],
    unlink: path => this.#record('unlink', String(path), () => machine.unlink(path)),
    rename: (from, to) =>
      this.#record('rename', String(from), () => machine.rename(from, to), ` to ${this.#name(String(to))}`),
    copyFile: (from, to, mode) =>
      this.#record('copy', String(to), () => machine.copyFile(from, to, mode), ` of ${this.#name(String(from))}`),
    open: async (path, flags = 'r', mode) => {
      const isRead = flags === 'r'
      const isSynced = typeof flags === 'number' && (flags & machine.constants.O_DSYNC) !== 0
      const how = isSynced ? ', each write synced' : ''
      const open = () => machine.open(path, flags, mode)
      const file = await (isRead ? open() : this.#record('open', String(path), open, how))
      this.#handles.add(file)
      const isFolder = isRead && (await file.stat()).isDirectory()
      return this.#watch(file, String(path), { isSynced, isFolder })
    },
  }

  /** The same handle, whose calls are recorded. */
  #watch(
    file: machine.FileHandle,
    path: string,
    { isSynced, isFolder }: { readonly isSynced: boolean; readonly isFolder: boolean },
  ): machine.FileHandle {
    const sync = (act: () => Promise<void>) => this.#record('sync', path, act, isFolder ? ', the folder' : '')
    const write = <T>(bytes: string, act: () => Promise<T>): Promise<T> =>
      this.#record('write', path, act, isSynced ? ', synced' : '', { bytes, isSynced })
    const watched: Partial<Record<keyof machine.FileHandle, unknown>> = {
      truncate: (length: number) => this.#record('truncate', path, () => file.truncate(length), ` at ${length}`),
      writeFile: (data: Buffer) => write(String(data), () => file.writeFile(data)),
      write: (data: Buffer, offset = 0) => write(String(data.subarray(offset)), () => file.write(data, offset)),
      writev: (pieces: readonly Buffer[], position: number) => {
        const taken = Buffer.concat(pieces).subarray(0, this.shortWrites)
        return write(String(taken), () => file.writev([taken], position))
      },
      sync: () => sync(() => file.sync()),
      datasync: () => sync(() => file.datasync()),
      close: () => {
        this.#handles.delete(file)
        return this.#record('close', path, () => file.close())
      },
    }
    return new Proxy(file, {
      get: (target, name) => {
        const own = watched[name as keyof machine.FileHandle]
        if (own !== undefined) return own
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  async #record<T>(
    what: Call['what'],
    path: string,
    act: () => Promise<T>,
    more = '',
    written: Pick<Call, 'bytes' | 'isSynced'> = {},
  ): Promise<T> {
    const name = this.#name(path)
    const call = this.#begin(what, name, `${what} ${name}${more}`, written)
    try {
      this.fault(call.line)
      const result = await act()
      this.#end(call)
      return result
    } finally {
      this.#underWay.delete(call)
    }
  }

  #begin(what: Call['what'], path: string, line: string, written: Pick<Call, 'bytes' | 'isSynced'> = {}): Call {
    const call: Call = { what, path, line, ...written, during: [...this.#underWay], start: ++this.#clock }
    this.#underWay.add(call)
    this.calls.push(call)
    return call
  }

  #end(call: Call): void {
    call.end = ++this.#clock
    this.#underWay.delete(call)
  }

  #name(path: string): string {
    return relative(this.#root, path) || '.'
  }
}
