/**
 * Folds a name as the most tolerant file system does: case-insensitive, Unicode-normalized, without invisible characters, and without the trailing dots and
 * spaces that Windows drops.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    // Via uppercase, which maps ı to I and ſ to S.
    .toUpperCase()
    .toLowerCase()
    .replace(/[. ]+$/, '')
