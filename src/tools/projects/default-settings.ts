import type { Settings } from '../../store/records/localization.ts'

/** How a new project treats texts. */
export const DEFAULT_SETTINGS: Settings = {
  review: 'none',
  approve: 'people',
  four_eyes: false,
  agents_replace: false,
  export: 'translated',
  levels: {},
}
