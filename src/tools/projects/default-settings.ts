import type { Settings } from '../../store/records/localization.ts'

/** The settings of a new project. */
export const DEFAULT_SETTINGS: Settings = {
  review: 'none',
  approve: 'people',
  four_eyes: false,
  agents_replace: false,
  export: 'translated',
  levels: {},
}
