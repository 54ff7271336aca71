import { setCookie } from '../requests/cookies.ts'
import { previousPage } from '../requests/previous-page.ts'
import { redirect } from '../requests/redirect.ts'
import type { Route } from '../requests/visit.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Saves the theme of this browser (light, dark or system) and returns to the previous page. */
export const themeRoute: Route = {
  path: '/theme',
  post: async visit => {
    const theme = visit.form.get('theme')
    const isChoice = theme === 'light' || theme === 'dark'
    const { baseUrl } = visit.services
    setCookie(visit.response, 'theme', isChoice ? theme : '', { baseUrl, seconds: isChoice ? YEAR_SECONDS : 0 })
    redirect(visit, previousPage(visit))
  },
}
