import { isLanguage } from '../i18n/languages.ts'
import { setCookie } from '../requests/cookies.ts'
import type { Route } from '../requests/page-request.ts'
import { previousPage } from '../requests/previous-page.ts'
import { redirect } from '../requests/redirect.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Saves the language of this browser's pages and returns to the previous page. Without one, the browser's preference counts. */
export const languageRoute: Route = {
  path: '/language',
  post: async request => {
    const language = request.form.get('language') ?? undefined
    const { baseUrl } = request.services
    const isChoice = isLanguage(language)
    setCookie(request.response, 'language', isChoice ? language : '', { baseUrl, seconds: isChoice ? YEAR_SECONDS : 0 })
    redirect(request, previousPage(request))
  },
}
