import * as fc from 'fast-check'
import { ROUTES } from '../../src/web/routes.ts'
import type { Known } from './known.ts'
import type { Sent } from './send.ts'
import { encoded, mutated, oddText, wellFormed } from './values.ts'

/** Would end the fuzzing by signing out. */
const ENDS = ['/logout', '/logout/everywhere', '/account/sessions/end']

/** Every route with X for what a fuzzer puts there, and an address that no page has; `/oauth/authorize` has a surface of its own. */
const PATHS = [
  ...ROUTES.map(({ path }) => path).filter(path => !ENDS.includes(path) && path !== '/oauth/authorize'),
  '/:x',
].map(path => path.replaceAll(/:\w+/g, 'X'))

const FIELDS = {
  next: '/account',
  add: 'project:admin',
  user_code: 'BCDF-GHJK',
  state: 'x',
  code: 'x',
  answer: 'allow',
  scope: 'project:read',
  account: 'ada',
  session: 'x',
  theme: 'dark',
  sure: '1',
  name: 'ci',
  description: 'x',
  expires: '30',
  step: 'create',
  once: 'x',
  kept: 'x.y',
  cursor: 'x',
  setting: 'name',
  public: 'yes',
  confirm: 'acme',
  to: 'ada',
  change: 'admin',
  changed: 'ada',
  user: 'ada',
  role: 'member',
  note: 'x',
  expires_in_days: '7',
  organization: 'acme',
  invitation: 'x',
  action: 'sign_in',
  since: '2027-02-01',
  surface: 'web',
}

const FORM = 'application/x-www-form-urlencoded'

/** As it stands in an address: escaped, or with escapes that stand for no text. */
const segment = fc.oneof(
  { weight: 3, arbitrary: oddText.map(text => encodeURIComponent(wellFormed(text))) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '%zz',
      '%',
      '%ff',
      '%c0%ae',
      '%ED%A0%80',
      '%00',
      '..',
      '%2e%2e',
      '%2F',
      '__proto__',
      'oidc',
    ),
  },
)

/** Pages of a user who is signed in or not: the paths of every route. */
export function pages(known: Known): fc.Arbitrary<Sent> {
  const lookalike = encodeURIComponent(known.organization.replaceAll('k', '\u212a'))
  const name = fc.oneof({ weight: 2, arbitrary: segment }, fc.constantFrom(known.grant, known.organization, lookalike))
  return fc
    .record({
      template: fc.constantFrom(...PATHS),
      name,
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom('GET', 'POST') },
        fc.constantFrom('HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'),
      ),
      pairs: mutated(FIELDS),
      raw: fc.boolean(),
      odd: fc.option(oddText, { freq: 5 }),
      type: fc.oneof(
        { weight: 8, arbitrary: fc.constant(FORM) },
        fc.constantFrom('application/json', 'text/plain', ''),
      ),
      isIn: fc.boolean(),
      dest: fc.oneof({ weight: 8, arbitrary: fc.constant('document') }, fc.constantFrom('image', 'empty', '?1')),
      referer: fc.webUrl(),
    })
    .map(({ template, name: one, method, pairs, raw, odd, type, isIn, dest, referer }) => {
      const path = template.replaceAll('X', () => one.slice(0, 3000))
      const body = odd ?? encoded([...pairs, ['csrf', known.csrf(path)]], raw)
      const isRead = method === 'GET' || method === 'HEAD'
      return {
        method,
        path: isRead ? `${path}?${encoded(pairs, raw)}`.slice(0, 8000) : path,
        headers: {
          accept: 'text/html',
          'content-type': type,
          'sec-fetch-dest': dest,
          referer,
          ...(isIn && { cookie: known.cookie }),
        },
        body: isRead ? '' : body,
      }
    })
}
