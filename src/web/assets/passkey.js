// Creates or uses a passkey: asks the server for a challenge, the browser for its answer, and sends that with the form.
import { fetchPatiently } from './busy.js'

const toBytes = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), one => one.charCodeAt(0))
const toText = buffer =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

const withBytes = list => list?.map(one => ({ ...one, id: toBytes(one.id) }))

// Browsers of 2024 and earlier have no conversion of their own.
const parseCreation = options =>
  PublicKeyCredential.parseCreationOptionsFromJSON?.(options) ?? {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: withBytes(options.excludeCredentials),
  }
const parseRequest = options =>
  PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: withBytes(options.allowCredentials),
  }

const FIELDS = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']

// Not toJSON: some password managers replace the credential by an object without it.
const toJson = ({ id, rawId, type, response }) => {
  const sent = FIELDS.filter(name => response[name]).map(name => [name, toText(response[name])])
  return JSON.stringify({
    id,
    rawId: toText(rawId),
    type,
    response: {
      ...Object.fromEntries(sent),
      ...(response.attestationObject && { transports: response.getTransports?.() ?? [] }),
    },
  })
}

const explain = ({ detail, fix }) => [detail, fix].filter(Boolean).join(' ')

const askServer = async (form, say) => {
  const body = new URLSearchParams(new FormData(form))
  const options = { method: 'POST', body, headers: { accept: 'application/json' } }
  const onWait = busy =>
    void busy
      .clone()
      .json()
      .then(
        answer => say(explain(answer)),
        () => undefined,
      )
  const response = await fetchPatiently(form.action, options, onWait)
  const answer = await response.json()
  return response.ok ? answer : { refused: explain(answer) }
}

const askBrowser = ({ create, get }) =>
  create
    ? navigator.credentials.create({ publicKey: parseCreation(create) })
    : navigator.credentials.get({ publicKey: parseRequest(get) })

const describe = ({ name }, { canceled, exists, failed }) => {
  if (name === 'NotAllowedError' || name === 'AbortError') return canceled
  return name === 'InvalidStateError' ? exists : failed
}

for (const box of document.querySelectorAll('[data-passkey]')) {
  const { dataset } = box
  const form = box.closest('form')
  const button = box.querySelector('button')
  const status = box.querySelector('[role="status"]')
  const say = text => {
    status.textContent = text
  }
  const fail = text => {
    say(text)
    button.disabled = false
    // A focused button that is disabled loses the focus.
    if (document.activeElement === document.body) button.focus()
  }
  const run = async () => {
    const answer = await askServer(form, say)
    if (answer.refused) return fail(answer.refused)
    if (answer.location) return location.assign(answer.location)
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name: 'credential', value: toJson(await askBrowser(answer)) })
    form.append(field)
    form.submit()
  }
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    say('')
    run().catch(error => fail(describe(error, dataset)))
  })
  // A page from the browser's history has the answer of an earlier challenge.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const field of form.querySelectorAll('[name="credential"]')) field.remove()
    button.disabled = false
  })
  if (location.origin !== dataset.origin) say(dataset.elsewhere)
  else if (window.PublicKeyCredential === undefined) say(dataset.unsupported)
  else button.hidden = false
}
