import { AppError } from '../../errors.ts'

interface AuthorFilter {
  readonly token?: string | undefined
  readonly client?: string | undefined
  readonly person?: string | undefined
}

/**
 * Rejects a search for changes by author if the reader sees a project only because it is public.
 * @throws AppError `forbidden`.
 */
export function assertMaySeeAuthors({ token, client, person }: AuthorFilter, isPublicReader: boolean): void {
  if (!isPublicReader || [token, client, person].every(one => one === undefined)) return
  throw new AppError('forbidden', 'Only members of the account see who changed a public project.', {
    fix: 'Leave out token, client and person.',
  })
}
