import { setTimeout } from 'node:timers/promises'
import type { SignInLink } from '../../src/operator/users/sign-in-link.ts'
import type { Dragoman } from '../harness.ts'
import { type Jar, openJar, type Seen } from '../web/jar.ts'
import { type Form, filled, formsOf } from './forms.ts'

/** What a user does on the consent page. The other fields stay as the page proposes. */
export interface Choice {
  readonly deny?: boolean
  /** Selected in addition to the proposal of the page. */
  readonly tick?: readonly string[]
  /** Deselected from the proposal of the page. */
  readonly untick?: readonly string[]
}

/** A user with a browser, who signs in by a link from the machine's operator. */
export interface BrowserUser {
  readonly jar: Jar
  signIn(): Promise<void>
  /** Follows an authorization URL to its end, and signs in if needed. Returns where the browser is redirected. */
  answer(authorizationUrl: string | URL, choice?: Choice): Promise<URL>
  /** The same, and lets the browser continue to the client's own listener. */
  deliver(authorizationUrl: string | URL, choice?: Choice): Promise<URL>
  /** Opens the URL that a device shows, and allows the device. */
  allowDevice(address: string): Promise<void>
  /** Opens the URL that a refused call named, and adds the scope there. */
  approve(approvalLink: string): Promise<void>
}

export function openUser(dragoman: Pick<Dragoman, 'url' | 'operator'>, handle = 'ada'): BrowserUser {
  const jar = openJar(dragoman.url)
  const signIn = async (): Promise<Seen> => {
    const input = { user: handle, own: true, operator: false }
    const link = (await dragoman.operator('login-link', input)) as SignInLink
    return jar.get(link.url)
  }
  const signedIn = async (): Promise<void> => {
    if (!jar.cookies.has('dragoman_session')) await signIn()
  }
  const answer = async (authorizationUrl: string | URL, choice: Choice = {}): Promise<URL> => {
    let seen = await jar.get(String(authorizationUrl))
    if (seen.path.startsWith('/login')) seen = await signIn()
    const asked = findForm(seen, '/oauth/consent/')
    if (asked !== undefined) seen = await submit(jar, asked, choice)
    return destination(seen)
  }
  return {
    jar,
    signIn: async () => void (await signIn()),
    answer,
    deliver: async (authorizationUrl, choice) => {
      const back = await answer(authorizationUrl, choice)
      await land(back)
      return back
    },
    allowDevice: async address => {
      await signedIn()
      const typed = await jar.get(address)
      const asked = await submit(jar, formIn(typed, '/device'), {})
      const after = await submit(jar, formIn(asked, '/device'), {})
      if (after.status !== 200) throw new Error(`the device was answered ${after.status}:\n${after.text}`)
    },
    approve: async approvalLink => {
      await signedIn()
      const asked = await jar.get(approvalLink)
      const tick = new URL(approvalLink).searchParams.getAll('add')
      const after = await submit(jar, formIn(asked, '/scopes'), { tick })
      if (after.status !== 200) throw new Error(`the approval was answered ${after.status}:\n${after.text}`)
    },
  }
}

const MAX_TRIES = 600

/** A client may begin to listen only while its user reads: people are slower than this browser, and a busy machine is slower than both. */
async function land(url: URL): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await fetch(url)
      return
    } catch (error) {
      if (tries === MAX_TRIES) throw error
      await setTimeout(100)
    }
  }
}

const urlOf = ({ path }: Seen): string => new URL(path, 'http://service').href

const findForm = (seen: Seen, path: string): Form | undefined =>
  formsOf(seen.text, urlOf(seen)).find(({ action }) => new URL(action).pathname.includes(path))

function formIn(seen: Seen, path: string): Form {
  const form = findForm(seen, path)
  if (form === undefined) throw new Error(`no form for ${path} at ${seen.path} (${seen.status}):\n${seen.text}`)
  return form
}

/** Answers a form that has an Allow and a Deny, or one button. */
function submit(jar: Jar, form: Form, choice: Choice): Promise<Seen> {
  const wanted = choice.deny === true ? 'deny' : 'allow'
  const buttons = form.fields.filter(({ type }) => type === 'submit')
  const button = buttons.find(({ value }) => value === wanted)
  if (buttons.length > 0 && button === undefined) throw new Error(`no ${wanted} among ${JSON.stringify(buttons)}`)
  const fields = ticked(form, choice)
  if (button !== undefined) fields.set(button.name, button.value)
  const { pathname, search } = new URL(form.action)
  return jar.post(`${pathname}${search}`, grouped(fields))
}

/** The fields as a browser would send them after the user changed the selected scopes. */
function ticked(form: Form, { tick = [], untick = [] }: Choice): URLSearchParams {
  const boxes = form.fields.filter(({ type }) => type === 'checkbox')
  const missing = tick.filter(scope => !boxes.some(({ value }) => value === scope))
  if (missing.length > 0) throw new Error(`the form has no box for ${missing.join(', ')}`)
  const fields = form.fields.map(field => ({
    ...field,
    checked: (field.checked || tick.includes(field.value)) && !untick.includes(field.value),
  }))
  return filled({ ...form, fields })
}

const grouped = (fields: URLSearchParams): Record<string, string[]> =>
  Object.fromEntries([...new Set(fields.keys())].map(name => [name, fields.getAll(name)]))

function destination({ location, path, status, text }: Seen): URL {
  if (location === undefined) throw new Error(`${path} leads nowhere (${status}):\n${text}`)
  return new URL(location)
}
