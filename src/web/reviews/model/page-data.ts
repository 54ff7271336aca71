import type { MustSeeReason } from '../../../l10n/reviews/words.ts'
import type { Piece } from './pieces.ts'

/**
 * What was decided about a translation, as one letter: `.` nothing, `g` good, `m` minor, `x` major, `n` minor and fixed, `f` major and fixed, `s` skipped,
 * `t` taken out.
 */
export type Mark = '.' | 'g' | 'm' | 'x' | 'n' | 'f' | 's' | 't'

/** A text with its language. */
export interface LocalText {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly pieces: readonly Piece[]
}

/** A string or translation: one text, or one per plural form with its name and example numbers. */
export interface MessageRow {
  readonly kind: 'source' | 'old' | 'new' | 'changed' | 'fallback'
  readonly label: string
  /** Who wrote it, and when; of a source or a fallback, its locale. */
  readonly by?: string
  readonly forms: readonly (LocalText & { readonly name?: string; readonly examples?: string })[]
}

/** A field of the editor: the translation, or one of its plural forms. */
export interface FixField {
  readonly name: string
  readonly label: string
  readonly value: string
}

/** A string before or after it in the file. */
export interface Neighbor {
  readonly key: string
  readonly state: 'untranslated' | 'needs_review' | 'translated' | 'approved'
  readonly text: LocalText
}

/** A translation of the review, as the page shows it. */
export interface PageItem {
  readonly n: number
  readonly mark: Mark
  readonly reason?: string
  readonly comment?: string
  /** Who gave the verdict. */
  readonly decided?: string
  /** Such as "Must see 35 of 40". */
  readonly place: string
  readonly key: string
  readonly file: string
  readonly href: string
  readonly excerpt: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** Why it is here. */
  readonly banner: readonly {
    readonly kind: 'danger' | 'warning' | 'info'
    readonly title: string
    readonly text: string
  }[]
  readonly rows: readonly MessageRow[]
  readonly findings: readonly {
    readonly kind: 'error' | 'warning' | 'info'
    readonly text: string
    readonly fix?: string
    /** Whether text and fix are English, whatever the language of the page. */
    readonly isEnglish: boolean
    readonly check: string
  }[]
  readonly note?: string
  readonly facts: readonly string[]
  readonly near: readonly Neighbor[]
  /** Absent if the reader can't fix it. */
  readonly fields: readonly FixField[]
}

/** Texts of the page that change with verdicts, by name; the page has an element for each. */
export type LiveTexts = Readonly<Record<string, string>>

/** The curve of what the sample proves, in the units of its drawing. */
export interface Curve {
  readonly done: string
  readonly ahead: string
  readonly x: number
  readonly y: number
  /** The radius of the dot; 0 while nothing is read. */
  readonly r: number
  readonly goal: number
}

/** What changes with every verdict. */
export interface LiveData {
  /** One letter per translation to read, from number 1. */
  readonly marks: string
  readonly live: LiveTexts
  readonly curve: Curve | undefined
  /** Share of the must-see ones that are decided, and of the sample that is read, in percent. */
  readonly bars: { readonly must: number; readonly sample: number }
  readonly isOpen: boolean
  /** Whether Accept can be pressed, with or without a reason. */
  readonly canAccept: boolean
}

/** All that the page of a review shows. The page, its script and other shells are built from it. */
export interface PageData extends LiveData {
  readonly id: string
  readonly path: string
  /** The number of the translation that is shown; 0 without one. */
  readonly n: number
  /** The numbers of must-see translations, and of all to read. */
  readonly must: number
  readonly toRead: number
  readonly mayDecide: boolean
  /** The reasons of the must-see list, and the one under which each must-see translation is. */
  readonly groups: readonly { readonly reason: MustSeeReason; readonly label: string }[]
  readonly groupOf: readonly number[]
  readonly items: readonly PageItem[]
  readonly texts: Readonly<Record<string, string>>
}
