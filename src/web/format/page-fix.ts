import type { AppError } from '../../errors.ts'

/** What the reader of a page does about an error. An error whose fix names a tool has a fix for pages beside it. */
export const pageFix = ({ pageFix: onPages, fix }: Pick<AppError, 'pageFix' | 'fix'>): string | undefined =>
  onPages ?? fix
