/** A part of a MediaWiki message, with its offsets. */
export type BananaPart = BananaWords | BananaValue | BananaChoice

interface BananaWords {
  readonly kind: 'words'
  readonly start: number
  readonly end: number
}

/** What is printed as it is: `$1`, `{{SITENAME}}`, and a bracket that nothing closes. */
interface BananaValue {
  readonly kind: 'value'
  readonly start: number
  readonly end: number
  /** Identifies the value: `$1`. */
  readonly key: string
}

/**
 * Texts within braces or brackets: `{{PLURAL:$1|file|files}}`, `{{GENDER:$1|he|she}}`, `[[page|label]]`, `[https://example.com label]`. `free` is syntax that
 * each language uses as it needs it: `{{GRAMMAR:genitive|word}}`, `{{#FORMAL:du|Sie}}`, `{{formatnum:$1}}`.
 */
export interface BananaChoice {
  readonly kind: 'choice'
  readonly start: number
  readonly end: number
  readonly type: 'plural' | 'gender' | 'link' | 'address' | 'free'
  /** What it chooses by, or the target of a link: `$1`. Empty if there is none. */
  readonly argument: string
  /** The values within the target of a link: `[[Page/$1|label]]`. */
  readonly values: readonly BananaValue[]
  readonly branches: readonly BananaBranch[]
}

export interface BananaBranch {
  /** The number of a form for one number only, `1=one file`. */
  readonly exact?: number
  /** The text, without the number. */
  readonly start: number
  readonly end: number
  readonly parts: readonly BananaPart[]
}

/** Lists all choices of some type, those of branches behind the one that has them. */
export function* listChoices(parts: readonly BananaPart[], type: BananaChoice['type']): Generator<BananaChoice> {
  for (const part of parts) {
    if (part.kind !== 'choice') continue
    if (part.type === type) yield part
    for (const branch of part.branches) yield* listChoices(branch.parts, type)
  }
}

/** The plural forms that the language chooses by position, without those for one number. */
export const listPositional = ({ branches }: BananaChoice): readonly BananaBranch[] =>
  branches.filter(({ exact }) => exact === undefined)
