import { setCookie } from '../requests/cookies.ts'
import type { Route } from '../requests/page-request.ts'
import { previousPage } from '../requests/previous-page.ts'
import { redirect } from '../requests/redirect.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Saves the theme of this browser (light, dark or system) and returns to the previous page. */
export const themeRoute: Route = {
  path: '/theme',
  post: async request => {
    const theme = request.form.get('theme')
    const isChoice = theme === 'light' || theme === 'dark'
    const { baseUrl } = request.services
    setCookie(request.response, 'theme', isChoice ? theme : '', { baseUrl, seconds: isChoice ? YEAR_SECONDS : 0 })
    redirect(request, previousPage(request))
  },
}
