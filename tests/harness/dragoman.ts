import type { Services } from '../../src/tools/pipeline/call.ts'

/** A real service. */
export interface Dragoman {
  readonly url: string
  readonly dataDir: string
  readonly services: Services
  /** Creates an account token and returns its value. An unknown user is created. */
  token(scopes?: string, user?: string): Promise<string>
  /** Runs an operator's command in this process. */
  operator(command: string, input: unknown): Promise<unknown>
  /** Stops the service and starts it again, with the same data and at the same address. */
  restart(): Promise<void>
  /** Stops the service and removes its data. */
  readonly stop: () => Promise<void>
}
