import type { AppError } from '../../errors.ts'

/** Returns the fix of an error for the reader of a page. An error whose fix names a tool has a separate fix for pages. */
export const pageFix = ({ pageFix: onPages, fix }: Pick<AppError, 'pageFix' | 'fix'>): string | undefined =>
  onPages ?? fix
