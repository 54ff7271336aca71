import { isLanguage } from '../i18n/languages.ts'
import { setCookie } from '../requests/cookies.ts'
import { previousPage } from '../requests/previous-page.ts'
import { redirect } from '../requests/redirect.ts'
import type { Route } from '../requests/visit.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Saves the language of this browser's pages and returns to the previous page. Without one, the browser's preference counts. */
export const languageRoute: Route = {
  path: '/language',
  post: async visit => {
    const language = visit.form.get('language') ?? undefined
    const { baseUrl } = visit.services
    const isChoice = isLanguage(language)
    setCookie(visit.response, 'language', isChoice ? language : '', { baseUrl, seconds: isChoice ? YEAR_SECONDS : 0 })
    redirect(visit, previousPage(visit))
  },
}
