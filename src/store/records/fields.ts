import { z } from 'zod'

/** Field schemas that several records share. */
export const Id = z.string().min(1)
export const Instant = z.iso.datetime()
export const Sha256 = z.string().length(64)

/** A sign-in provider: a code host, or any OpenID Connect provider. */
export const Provider = z.enum(['github', 'gitlab', 'oidc'])

/** The writer of a translation. Derived from the surface and the engine, never from an argument. */
export const Origin = z.object({
  kind: z.enum(['human', 'agent', 'llm', 'mt', 'memory', 'import', 'pseudo']),
  user_id: Id,
  /** The credential, as `token:<id>` or `stdio`. */
  credential: z.string(),
  client: z.string().optional(),
  engine: z.string().optional(),
  model: z.string().optional(),
  run_id: Id.optional(),
  prompt_version: z.string().optional(),
  voice_version: z.number().int().optional(),
  glossary_version: z.number().int().optional(),
  score: z.number().optional(),
})

/** The target path for the translations of source files. */
export const FileRule = z.object({
  /** Path or pattern with `*`. */
  source: z.string(),
  /** Template with `{locale}`. */
  target: z.string(),
  /** Locale → its name in paths. */
  aliases: z.record(z.string(), z.string()),
  /** Locales whose path needed an administrator's approval and has it. */
  approved: z.array(z.string()).optional(),
})
