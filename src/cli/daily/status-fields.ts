/** The fields of `status --json`. */
export const STATUS_FIELDS = [
  'locale',
  'ready',
  'strings',
  'left',
  'words',
  'review',
  'findings',
  'errors',
  'warnings',
  'stale',
  'omitted',
  'conflicts',
  'suggestions',
] as const
