import type { Entry } from './edit/config-format.ts'

/** The machine and the folders in which clients look for their configuration. */
export interface Place {
  readonly home: string
  /** The folder of the repository. */
  readonly root: string
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

/** `project` = a file of the repository, for everyone who works on it. `user` = a file of the home folder. */
export const SCOPES = ['project', 'user'] as const
export type Scope = (typeof SCOPES)[number]

type PathIn = (place: Place) => string

/** How a client gets to know a server. */
interface ClientBase {
  /** Name in commands: `claude-code`. */
  readonly id: string
  readonly name: string
  /** How to sign in, as a sentence. */
  readonly signIn: string
  /** Program in PATH. */
  readonly program?: string
  /** Folders that exist when the client is installed. */
  readonly folders?: (place: Place) => readonly string[]
  /** In WSL it runs in Windows and keeps its user settings there. */
  readonly isWindowsApp?: boolean
}

export interface FileClient extends ClientBase {
  readonly format: 'json' | 'toml' | 'yaml'
  /** The object with all servers. */
  readonly section: string
  /** The first scope is the default. */
  readonly files: Readonly<Partial<Record<Scope, PathIn>>>
  readonly http?: (url: string) => Entry
  readonly stdio: (command: string, args: readonly string[]) => Entry
  /** The folder of skills. */
  readonly skills?: Readonly<Partial<Record<Scope, PathIn>>>
  /** Reads `opencode.jsonc` instead of `opencode.json`, too. */
  readonly readsJsonc?: boolean
  /** What to do where the client takes no address of a server. */
  readonly steps?: (url: string) => readonly string[]
}

/** A client that is set up by hand. */
export interface ManualClient extends ClientBase {
  readonly steps: (url: string) => readonly string[]
}

export type Client = FileClient | ManualClient

export const isFileClient = (client: Client): client is FileClient => 'files' in client
