import { z } from 'zod'

/** The writer of something, as the tools return it. Readers of a public project learn the kind only. */
export const Author = z.object({
  kind: z.enum(['human', 'agent', 'llm', 'mt', 'memory', 'import', 'pseudo']),
  person: z.string().optional(),
  token: z.string().optional(),
  client: z.string().optional(),
})

/** A writer; of a machine, with its model. */
export type Author = z.output<typeof Author> & { readonly model?: string | undefined }
