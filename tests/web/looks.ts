import type { Page } from 'playwright-core'
import { isNightly } from '../runs.ts'

/** A way in which a page is looked at. */
export interface Look {
  readonly colorScheme: 'light' | 'dark'
  /** CSS pixels. */
  readonly width: 390 | 1280
  readonly language: 'en' | 'ar' | 'de' | 'es' | 'ja'
}

/** Neighbours differ in all three, so that a few pages of one kind see the most. */
const LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 390, language: 'en' },
  { colorScheme: 'dark', width: 1280, language: 'ar' },
  { colorScheme: 'dark', width: 390, language: 'en' },
  { colorScheme: 'light', width: 1280, language: 'ar' },
  { colorScheme: 'light', width: 1280, language: 'en' },
  { colorScheme: 'dark', width: 390, language: 'ar' },
  { colorScheme: 'dark', width: 1280, language: 'en' },
  { colorScheme: 'light', width: 390, language: 'ar' },
]

/** The other languages, where their longer or shorter words can break a page first. */
const NARROW = (['de', 'es', 'ja'] as const).map((language): Look => ({ colorScheme: 'light', width: 390, language }))

/** The looks of the page at this place in a list: one in every run, all at night. English ones come first, because a page that a form led to may not come back. */
export function looksOf(place: number): readonly Look[] {
  if (!isNightly) return LOOKS.slice(place % LOOKS.length, (place % LOOKS.length) + 1)
  return [
    ...LOOKS.filter(({ language }) => language === 'en'),
    ...LOOKS.filter(({ language }) => language === 'ar'),
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
