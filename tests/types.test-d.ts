import { z } from 'zod'
import { AppError } from '../src/errors.ts'
import type { Store } from '../src/store/store.ts'
import { readTool, writeTool } from '../src/tools/pipeline/define-tool.ts'

/** Code that the compiler must reject; `npm run check` fails when one of these compiles. */

const base = {
  name: 'probe',
  title: 'Probe',
  description: 'A probe.',
  scope: 'project:read',
  toolset: 'core',
  rest: [{ method: 'GET', path: '/api/probe' }],
  input: z.object({ limit: z.number() }),
  output: z.object({ count: z.number() }),
  structured: true,
  resource: async () => ({ target: { kind: 'none' } as const, extra: 1 }),
} as const

readTool({ ...base, handler: async ({ limit }, { resource }) => ({ count: limit + resource.extra }) })

// @ts-expect-error: no such scope
readTool({ ...base, scope: 'project:fly', handler: async () => ({ count: 1 }) })

// @ts-expect-error: the output says count
readTool({ ...base, handler: async () => ({ number: 1 }) })

// @ts-expect-error: the input has no such field
readTool({ ...base, handler: async ({ offset }) => ({ count: offset }) })

// @ts-expect-error: REST addresses are below /api/
readTool({ ...base, rest: [{ method: 'GET', path: '/other' }], handler: async () => ({ count: 1 }) })

// @ts-expect-error: a resource names the target that policy judges
readTool({ ...base, resource: async () => ({ extra: 1 }), handler: async () => ({ count: 1 }) })

// @ts-expect-error: a writing tool says whether it destroys and whether it may be repeated
writeTool({ ...base, handler: async () => ({ count: 1 }) })

readTool({
  ...base,
  handler: async (_input, context) => {
    // @ts-expect-error: what only reads has no transaction
    await context.tx.users.remove('x')
    return { count: 1 }
  },
})

export async function records(store: Store): Promise<void> {
  // @ts-expect-error: no such index
  await store.read.tokens.list('owner', 'x')
  // @ts-expect-error: no such unique key
  await store.read.users.by('email', 'x')
  // @ts-expect-error: outside a transaction nothing is written
  await store.read.users.remove('x')
  const user = await store.read.users.get('x')
  // @ts-expect-error: records are frozen
  if (user !== undefined) user.name = 'other'
}

// @ts-expect-error: the codes of errors are closed
export const wrong = new AppError('oops', 'text')
