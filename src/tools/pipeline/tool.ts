import type { z } from 'zod'
import type { Target } from '../../auth/policy/authorize.ts'
import type { Scope } from '../../auth/policy/scopes.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Reader } from '../../store/store.ts'
import type { ChangeableFields } from '../schemas/changeable-fields.ts'
import type { ImmutableFields } from '../schemas/immutable-fields.ts'
import type { Call, ReadContext, WriteContext } from './call.ts'

/** Groups of tools that a client can list with `/mcp?toolsets=`; `core` is what it sees by default. */
export const TOOLSETS = ['core', 'organizations', 'advanced'] as const
export type Toolset = (typeof TOOLSETS)[number]

/** MCP tool annotations; reads are `readOnly`, and only they run outside a transaction. */
export interface Hints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
}

/**
 * A REST address of the tool. Path parameters (`:account`) are input fields of that name unless `bind` builds a field from several:
 * `{ project: ':account/:project' }`. The other fields come from the query (GET, DELETE) or the JSON body.
 */
export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}`
  readonly bind?: Readonly<Record<string, string>>
  /** Default 200; 204 sends no body. */
  readonly status?: 200 | 201 | 204
  /** The body is the bytes of one file, `files[0].content`; its other fields and those of the call come from the query. */
  readonly body?: 'file'
  /** The answer is the bytes of a file, or of an archive of files, unless the caller asks for JSON. */
  readonly answer?: 'file' | 'archive'
  /** The field of the answer whose rows come as JSON lines, all pages of them, to whoever asks for that type. */
  readonly lines?: string
}

/** What a call acts on: the target that policy judges, and whatever else the handler needs of it. */
export interface Resource {
  readonly target: Target
  /** Calls that write to one lane run one after the other, those of different lanes side by side: the project, or what else is written to as a whole. */
  readonly lane?: string
}

export interface Spec<I extends z.ZodObject, O extends z.ZodType, R extends Resource> {
  readonly name: string
  readonly title: string
  /** At most 400 characters; what it does and what to call next. */
  readonly description: string
  /** The scope that the credential must carry; null = any valid credential. */
  readonly scope: Scope | null
  readonly toolset: Toolset
  readonly rest: readonly RestRoute[]
  readonly input: I
  readonly output: O
  /** Small answers list their output schema and travel as `structuredContent` too; large readers do not. */
  readonly structured: boolean
  /** @throws AppError `not_found` when there is nothing to act on. */
  readonly resource: (input: z.output<I>, call: Call & { readonly read: Reader }) => Promise<R>
}

export interface ReadSpec<I extends z.ZodObject, O extends z.ZodType, R extends Resource> extends Spec<I, O, R> {
  readonly handler: (input: z.output<I>, context: ReadContext & { readonly resource: R }) => Promise<Frozen<z.input<O>>>
}

export interface WriteSpec<I extends z.ZodObject, O extends z.ZodType, R extends Resource> extends Spec<I, O, R> {
  /** Whether the answer holds a secret, which is shown once: such a tool takes no idempotency key. */
  readonly secret?: true
  readonly hints: { readonly destructive: boolean; readonly idempotent: boolean }
  /** What the call may not give: any value of it is refused, also `null`. */
  readonly immutable?: ImmutableFields
  /** Absent = a required field is what changes, or the tool changes nothing that is there. */
  readonly changes?: ChangeableFields
  /** Whether it takes a right away, and so goes before all that waits. */
  readonly urgent?: true
  /**
   * Whether it adds records that stay in memory, and is refused while memory is short. What deletes, revokes, restores or changes single records goes on.
   */
  readonly grows: boolean
  /**
   * Computes before the transaction what the handler will ask `computed` for, against what is stored by then: inside, the handler finds the results. Where
   * others wrote meanwhile and a result is missing, the transaction begins again behind this. What is wrong with the call is left to the handler.
   */
  readonly prepare?: (input: z.output<I>, context: ReadContext & { readonly resource: R }) => Promise<void>
  readonly handler: (
    input: z.output<I>,
    context: WriteContext & { readonly resource: R },
  ) => Promise<Frozen<z.input<O>>>
}

/** A tool as every surface sees it: data, and one way to run it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: Scope | null
  readonly hints: Hints
  /** Whether it is refused while memory is short. */
  readonly grows: boolean
  readonly toolset: Toolset
  readonly rest: readonly RestRoute[]
  readonly input: z.ZodObject
  readonly output: z.ZodType
  readonly structured: boolean
  /** Runs the pipeline. @throws AppError. */
  readonly invoke: (raw: unknown, call: Call) => Promise<unknown>
}
