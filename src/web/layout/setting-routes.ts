import { isLanguage } from '../i18n/languages.ts'
import { type CookieName, setCookie } from '../requests/cookies.ts'
import { type Route, redirect } from '../requests/page-request.ts'
import { previousPage } from '../requests/previous-page.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Saves a setting of this browser and returns to the previous page. A value that is not a choice removes it. */
const settingRoute = (cookie: CookieName, isChoice: (value: string | undefined) => boolean): Route => ({
  path: `/${cookie}`,
  post: async request => {
    const value = request.form.get(cookie) ?? undefined
    const kept = value !== undefined && isChoice(value) ? value : ''
    const { baseUrl } = request.services
    setCookie(request.response, cookie, kept, { baseUrl, seconds: kept === '' ? 0 : YEAR_SECONDS })
    redirect(request, previousPage(request))
  },
})

export const SETTING_ROUTES: readonly Route[] = [
  settingRoute('theme', value => value === 'light' || value === 'dark'),
  // Without one, the browser's preference counts.
  settingRoute('language', isLanguage),
  // Whether single letters are shortcuts (WCAG 2.1.4).
  settingRoute('letters', value => value === 'off'),
]
