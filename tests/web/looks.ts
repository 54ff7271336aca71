import type { Page } from 'playwright-core'
import { isNightly } from '../runs.ts'

/** A way in which a page is looked at. */
export interface Look {
  readonly colorScheme: 'light' | 'dark'
  /** CSS pixels. */
  readonly width: 390 | 1280
  readonly language: 'en' | 'ar' | 'de' | 'es' | 'ja'
}

/** The looks of the night. English ones come first, because a page that a form led to may not come back. */
const ALL: readonly Look[] = [
  ...(['en', 'ar'] as const).flatMap((language): Look[] => [
    { colorScheme: 'light', width: 390, language },
    { colorScheme: 'dark', width: 1280, language },
    { colorScheme: 'dark', width: 390, language },
    { colorScheme: 'light', width: 1280, language },
  ]),
  // The other languages, where their longer or shorter words can break a page first.
  ...(['de', 'es', 'ja'] as const).map((language): Look => ({ colorScheme: 'light', width: 390, language })),
]

/** The looks by day. Neighbors differ, so that a few pages of one kind see the most. */
const WEEK: readonly Look[] = [
  { colorScheme: 'dark', width: 1280, language: 'en' },
  { colorScheme: 'light', width: 390, language: 'de' },
  { colorScheme: 'dark', width: 390, language: 'ar' },
  { colorScheme: 'light', width: 390, language: 'ja' },
  { colorScheme: 'dark', width: 390, language: 'en' },
  { colorScheme: 'light', width: 1280, language: 'ar' },
  { colorScheme: 'light', width: 390, language: 'es' },
]

/** 0 is Sunday. DRAGOMAN_TEST_DAY repeats the run of another day. */
export const DAY = readDay(process.env['DRAGOMAN_TEST_DAY'])

function readDay(given = String(new Date().getUTCDay())): number {
  if (/^[0-6]$/.test(given)) return Number(given)
  throw new Error(`DRAGOMAN_TEST_DAY is ${JSON.stringify(given)}. Set it to a day from 0, Sunday, to 6, or not at all.`)
}

/** The looks of the page at this place in a list: by day one, which is another one on each day of a week, and at night all. */
export function looksOf(place: number): readonly Look[] {
  return isNightly ? ALL : WEEK.filter((_, at) => at === (place + DAY) % WEEK.length)
}

/** The look for the message of a failed assertion. */
export const nameLook = (look: Look): string => `${JSON.stringify(look)}, DRAGOMAN_TEST_DAY=${DAY}`

/** Shows the current page in this look; another language loads it again. */
export async function showLook(page: Page, { colorScheme, width, language }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
  if ((await page.locator('html').getAttribute('lang')) === language) return
  await page.context().addCookies([{ name: 'dragoman_language', value: language, url: page.url() }])
  await page.reload()
  await page.locator(`html[lang="${language}"]`).waitFor()
}
