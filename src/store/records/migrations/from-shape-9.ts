import type { OldRecord } from './migration.ts'

/** Upgrades to shape 10, which stores the lines of sources. Strings and texts of before are marked: nobody knows which earlier sources were of which string. */
export const fromShape9 = (): Readonly<Record<string, (record: OldRecord) => unknown>> => ({
  branch_files: file => ({ ...file, items: (file['items'] as readonly object[]).map(withMark) }),
  entries: withMark,
  translations: translation => ({ ...translation, texts: (translation['texts'] as readonly object[]).map(withMark) }),
})

const withMark = (record: object): object => ({ ...record, unlined: true })
