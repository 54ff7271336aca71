export const TONES = ['casual', 'formal', 'playful', 'authoritative', 'neutral'] as const
export const FORMALITIES = ['informal', 'neutral', 'formal', 'very_formal'] as const

/** The tone and style of translations. Absent fields are inherited from the base voice, or from the account. */
export interface VoiceFields {
  readonly tone?: (typeof TONES)[number] | undefined
  readonly formality?: (typeof FORMALITIES)[number] | undefined
  readonly target_audience?: string | undefined
  readonly guidelines?: string | undefined
  readonly description?: string | undefined
  /** ISO 3166-1 alpha-2. */
  readonly target_countries?: readonly string[] | undefined
  /** By country. */
  readonly cultural_notes?: Readonly<Record<string, string>> | undefined
  /** Whether guidelines and description are added to those of the base, or of the account, instead of replacing them. */
  readonly append?: true | undefined
}

/** The fields with one value each. */
export const SINGLE_FIELDS = [
  'tone',
  'formality',
  'target_audience',
  'guidelines',
  'description',
  'target_countries',
] as const satisfies readonly (keyof VoiceFields)[]

/** A voice with overrides by locale. */
export interface Voice extends VoiceFields {
  readonly overrides?: Readonly<Record<string, VoiceFields>> | undefined
}
