import type { z } from 'zod'
import type { Target } from '../../auth/policy/authorize.ts'
import type { Scope } from '../../auth/policy/scopes.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Reader } from '../../store/store.ts'
import type { ChangeableFields, ImmutableFields } from '../schemas/field-rules.ts'
import type { Call, ReadContext, WriteContext } from './call.ts'
import type { Toolset } from './toolsets.ts'

/** MCP tool annotations. Only `readOnly` tools run outside of transactions. */
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
  /** The body is one file, `files[0].content`; all other fields come from the query. */
  readonly body?: 'file'
  /** The response is a file, or an archive of files, unless the caller asks for JSON. */
  readonly answer?: 'file' | 'archive'
  /** The field of the response whose rows (of all pages) are available as JSON Lines. */
  readonly lines?: string
}

/** The target for policy, and any other data that the handler needs. */
export interface Resource {
  readonly target: Target
  /** Writing calls of one lock run one after the other, those of different locks in parallel. Usually the project's id. */
  readonly lock?: string
}

export interface Spec<I extends z.ZodObject, O extends z.ZodType, R extends Resource> {
  readonly name: string
  readonly title: string
  /** At most 400 characters: what the tool does, and what to call next. */
  readonly description: string
  /** The scope that the credential must carry; null = any valid credential. */
  readonly scope: Scope | null
  /** Scopes without which the answer lacks a part. The error about `scope` names them, too, so that a user is asked once. */
  readonly alsoReads?: readonly Scope[]
  readonly toolset: Toolset
  readonly rest: readonly RestRoute[]
  /** Input fields that MCP does not list, because only programs send them. */
  readonly unlisted?: readonly string[]
  readonly input: I
  readonly output: O
  /** Whether MCP lists the output schema and sends `structuredContent`: for small outputs. */
  readonly structured?: true
  /** @throws AppError `not_found`. */
  readonly resource: (input: z.output<I>, call: Call & { readonly read: Reader }) => Promise<R>
}

export interface ReadSpec<I extends z.ZodObject, O extends z.ZodType, R extends Resource> extends Spec<I, O, R> {
  readonly handler: (input: z.output<I>, context: ReadContext & { readonly resource: R }) => Promise<Frozen<z.input<O>>>
}

export interface WriteSpec<I extends z.ZodObject, O extends z.ZodType, R extends Resource> extends Spec<I, O, R> {
  /** The title in the past tense, for the audit log: `Deleted project`. */
  readonly pastTense: string
  /** Whether the response contains a secret that is shown once. Such a tool has no idempotency key. */
  readonly secret?: true
  readonly hints: { readonly destructive: boolean; readonly idempotent: boolean }
  /** Fields that calls must not contain, not even as `null`. */
  readonly immutable?: ImmutableFields
  /** Fields of which a call needs at least one; absent for tools with a required field to change. */
  readonly changes?: ChangeableFields
  /** Whether it revokes permissions. It then runs before all waiting calls. */
  readonly urgent?: true
  /** Whether it adds records. It is then rejected while memory is short. Deleting, revoking, restoring and changing single records still works. */
  readonly grows: boolean
  /**
   * Computes values for the handler's `computed` before the transaction. If other calls wrote meanwhile and a value is missing, `prepare` and the transaction
   * run again. Errors of the call are left to the handler.
   */
  readonly prepare?: (input: z.output<I>, context: ReadContext & { readonly resource: R }) => Promise<void>
  readonly handler: (
    input: z.output<I>,
    context: WriteContext & { readonly resource: R },
  ) => Promise<Frozen<z.input<O>>>
}

/** A tool for any surface: data and `invoke`. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** The title in the past tense, for the audit log; absent for reading tools, which it does not record. */
  readonly pastTense?: string
  readonly description: string
  readonly scope: Scope | null
  readonly alsoReads?: readonly Scope[] | undefined
  readonly hints: Hints
  /** Whether it adds records. It is then rejected while memory is short. */
  readonly grows: boolean
  readonly toolset: Toolset
  readonly rest: readonly RestRoute[]
  readonly unlisted?: readonly string[]
  readonly input: z.ZodObject
  readonly output: z.ZodType
  readonly structured: boolean
  /**
   * Runs a call through the pipeline.
   * @throws AppError
   */
  readonly invoke: (raw: unknown, call: Call) => Promise<unknown>
}
