import type { Page } from 'playwright-core'
import { isNightly } from '../runs.ts'

/** A way in which a page is looked at. */
export interface Look {
  readonly colorScheme: 'light' | 'dark'
  /** CSS pixels. */
  readonly width: 390 | 1280
  readonly language: 'en' | 'ar' | 'de' | 'es' | 'ja'
}

/** Pairs that differ in all three: a page that is seen in one of them is seen light and dark, narrow and wide, in English and in Arabic. */
const PAIRS: readonly (readonly [Look, Look])[] = [
  [
    { colorScheme: 'light', width: 390, language: 'en' },
    { colorScheme: 'dark', width: 1280, language: 'ar' },
  ],
  [
    { colorScheme: 'dark', width: 390, language: 'en' },
    { colorScheme: 'light', width: 1280, language: 'ar' },
  ],
  [
    { colorScheme: 'light', width: 1280, language: 'en' },
    { colorScheme: 'dark', width: 390, language: 'ar' },
  ],
  [
    { colorScheme: 'dark', width: 1280, language: 'en' },
    { colorScheme: 'light', width: 390, language: 'ar' },
  ],
]

/** The other languages, where their longer or shorter words can break a page first. */
const NARROW = (['de', 'es', 'ja'] as const).map((language): Look => ({ colorScheme: 'light', width: 390, language }))

/** The looks of the page at this place in a list: a pair in every run, all at night. English ones come first, because a page that a form led to may not come back. */
export function looksOf(place: number): readonly Look[] {
  if (!isNightly) return PAIRS[place % PAIRS.length] ?? []
  const inPairs = PAIRS.flat()
  return [
    ...inPairs.filter(look => look.language === 'en'),
    ...inPairs.filter(look => look.language === 'ar'),
    ...NARROW,
  ]
}

/** Shows the current page in this look; another language loads it again. */
export async function showLook(page: Page, { colorScheme, width, language }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
  if ((await page.locator('html').getAttribute('lang')) === language) return
  await page.context().addCookies([{ name: 'dragoman_language', value: language, url: page.url() }])
  await page.reload()
  await page.locator(`html[lang="${language}"]`).waitFor()
}
