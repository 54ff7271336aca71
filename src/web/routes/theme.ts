import { setCookie } from '../cookies.ts'
import { localPath } from '../local-path.ts'
import { redirect } from '../page.tsx'
import type { Route } from '../visit.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Keeps whether this browser shows pages light, dark, or as its system does, and goes back to the page. */
export const themeRoute: Route = {
  path: '/theme',
  post: async visit => {
    const { form, request, response, services } = visit
    const theme = form.get('theme')
    const isChoice = theme === 'light' || theme === 'dark'
    setCookie(response, 'theme', isChoice ? theme : '', {
      baseUrl: services.baseUrl,
      seconds: isChoice ? YEAR_SECONDS : 0,
    })
    redirect(visit, pathBehind(request.headers.referer) ?? '/')
  },
}

/** The page that a form was on: the policy of our pages tells it to us alone, and the Origin of the form was checked. */
function pathBehind(referer: string | undefined): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined
  const { pathname, search } = new URL(referer)
  return localPath(`${pathname}${search}`)
}
