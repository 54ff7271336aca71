import { setCookie } from '../requests/cookies.ts'
import type { Route } from '../requests/page-request.ts'
import { previousPage } from '../requests/previous-page.ts'
import { redirect } from '../requests/redirect.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Saves whether single letters are shortcuts in this browser (WCAG 2.1.4), and returns to the previous page. */
export const lettersRoute: Route = {
  path: '/letters',
  post: async request => {
    const isOff = request.form.get('letters') === 'off'
    const { baseUrl } = request.services
    setCookie(request.response, 'letters', isOff ? 'off' : '', { baseUrl, seconds: isOff ? YEAR_SECONDS : 0 })
    redirect(request, previousPage(request))
  },
}
