import { z } from 'zod'
import { Time } from '../format/time.tsx'
import { t } from '../i18n/t.ts'

/** The writer of something, as the tools return it. Readers of a public project learn the kind only. */
export const Author = z.object({
  kind: z.enum(['human', 'agent', 'llm', 'mt', 'memory', 'import', 'pseudo']),
  person: z.string().optional(),
  token: z.string().optional(),
  client: z.string().optional(),
})

/** A writer; of a machine, with its model. */
export type Author = z.output<typeof Author> & { readonly model?: string | undefined }

/** Who wrote something, with what, and when. */
export function AuthorLine({ by, at }: { readonly by: Author | undefined; readonly at: string | undefined }) {
  return (
    <span class="hint">
      {by !== undefined && <AuthorName by={by} />}
      {by !== undefined && at !== undefined && ' · '}
      {at !== undefined && <Time at={at} />}
    </span>
  )
}

/** A user's name; for a program also its kind, client, model and token. */
function AuthorName({ by: { kind, person, client, model, token } }: { readonly by: Author }) {
  const own = token && t('strings.author.token', { token })
  const facts = [kind === 'human' ? undefined : t(`strings.author.kind.${kind}`), client, model, own]
  const words = kind === 'human' ? [] : facts.filter(fact => fact !== undefined)
  return (
    <>
      <bdi class="who">{person ?? t('strings.author.deleted')}</bdi>
      {words.map(word => (
        <>
          {' · '}
          <bdi>{word}</bdi>
        </>
      ))}
    </>
  )
}
