import type { Entry } from './records.ts'

/** Returns the ID of the file in which a branch lists an entry, if it does. */
export const fileOn = ({ file_id, places }: Pick<Entry, 'file_id' | 'places'>, branch: string): string =>
  places?.[branch] ?? file_id
