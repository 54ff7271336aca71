// The page of a review by keyboard and without page loads: verdicts are sent in the background, in order, and none is lost.
import { fetchPatiently, waitOf } from './busy.js'
import { toLatin } from './keys.js'
import { build, buildItem, buildNeighbor, byId, data, square, symbolOf } from './review-elements.js'

const root = document.getElementById('review')
const { texts, path, groups, groupOf, must, csrf, letters, user } = data
const form = root.querySelector('.rv-decide')
const items = new Map(data.items.map(item => [item.n, item]))
let marks = [...data.marks]
let n = data.n

/** Items that are loaded ahead of the current one. */
const AHEAD = 40
const MAX_LISTED = 40
const MAX_RETRY_MS = 15_000
const PER_ROW = 20
/** Browsers refuse to send more than 64 KiB after the page is left. */
const MAX_KEPT_ALIVE = 60_000
const LETTERS = { good: 'g', minor: 'm', major: 'x', skip: 's', undo: '.' }
const FIXED = { minor: 'n', major: 'f' }
const markOf = place => marks[place - 1] ?? '.'
const letterOf = ({ verdict, fields }) => (fields === undefined ? LETTERS : FIXED)[verdict]
const isFault = mark => 'mxnf'.includes(mark)
const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (all, name) => values[name] ?? all)

const say = text => {
  const place = byId('said')
  place.textContent = place.textContent === text ? `${text}\u00a0` : text
}

// What changes with every verdict.
const showMarks = () => {
  const cells = byId('cells')?.children ?? []
  for (const [at, cell] of [...cells].entries()) {
    const place = must + at + 1
    const symbol = symbolOf(markOf(place))
    cell.setAttribute('href', `#c-${symbol}`)
    cell.classList.toggle('here', place === n)
  }
  const current = n <= must ? groupOf[n - 1] : undefined
  for (const [group] of groups.entries()) {
    const section = root.querySelector(`[data-group="${group}"]`)
    const places = groupOf.flatMap((of, at) => (of === group ? [at + 1] : []))
    const first = places.find(place => markOf(place) === '.') ?? places[0]
    const head = section.querySelector('.rv-group-head')
    head.setAttribute('aria-expanded', String(group === current))
    head.dataset.n = first
    head.href = `?n=${first}`
    section.querySelector('.rv-count').toggleAttribute('data-done', !places.some(place => '.s'.includes(markOf(place))))
    const known = group === current ? places.flatMap(place => items.get(place) ?? []) : []
    const at = Math.max(0, known.findIndex(item => item.n === n) - MAX_LISTED / 2)
    section.querySelector('.rv-keys').replaceChildren(...known.slice(at, at + MAX_LISTED).map(buildListed))
  }
  root.querySelector('.rv-keys [aria-current]')?.scrollIntoView({ block: 'nearest' })
}
const buildListed = item =>
  build(
    'li',
    {},
    build(
      'a',
      { href: `?n=${item.n}`, 'data-n': item.n, 'aria-current': item.n === n ? 'true' : undefined },
      square(markOf(item.n)),
      build('span', { class: 'rv-key' }, build('bdi', {}, item.key)),
      build('span', { class: 'rv-excerpt', lang: item.lang, dir: item.dir }, item.excerpt),
    ),
  )
const showCurve = curve => {
  const drawing = byId('curve')
  if (drawing === null || !curve) return
  drawing.querySelector('.ahead').setAttribute('points', curve.ahead)
  drawing.querySelector('.done').setAttribute('points', curve.done)
  const dot = drawing.querySelector('.dot')
  const now = drawing.querySelector('.now')
  const read = drawing.querySelector('.read')
  const places = [
    [dot, { cx: curve.x, cy: curve.y, r: curve.r }],
    [now, { x: curve.x + 8, y: Math.max(12, curve.y - 7) }],
    [read, { x: curve.x }],
  ]
  for (const [element, attributes] of places) {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  }
  now.textContent = data.live['curve-now']
  read.textContent = data.live['curve-read']
  drawing.setAttribute('aria-label', data.live['curve-label'])
}
const apply = answer => {
  Object.assign(data, { live: answer.live, canAccept: answer.canAccept })
  if (!answer.isOpen || answer.toRead !== data.toRead) {
    // A page that is loaded again takes the cursor from a text: the next move does it.
    isStale = true
    if (queue.length === 0 && !isTyping()) leave(() => location.reload())
    return
  }
  marks = [...answer.marks]
  for (const one of queue) marks[one.n - 1] = letterOf(one)
  for (const [name, text] of Object.entries(answer.live)) {
    for (const place of root.querySelectorAll(`[data-live="${name}"]`)) place.textContent = text
  }
  for (const bar of root.querySelectorAll('[data-bar]')) bar.setAttribute('width', `${answer.bars[bar.dataset.bar]}%`)
  byId('cells')?.setAttribute('aria-label', answer.live['sample-label'])
  const accept = byId('end-accept')
  accept?.toggleAttribute('aria-disabled', !answer.canAccept)
  if (!answer.canAccept) accept?.setAttribute('aria-disabled', 'true')
  accept?.classList.toggle('primary', answer.canAccept)
  form?.querySelector('[value="good"]').classList.toggle('primary', !answer.canAccept)
  showCurve(answer.curve)
  showMarks()
}

// Loading: the page has the first translations, the others follow.
const headers = { accept: 'application/json' }
const load = async from => {
  const answer = await fetchPatiently(`${path}?from=${from}`, { headers })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  for (const item of (await answer.json()).items) items.set(item.n, item)
}
let isLoading = false
const loadAhead = async () => {
  if (isLoading) return
  const end = Math.min(n + AHEAD, data.toRead)
  let from = n
  while (from <= end && items.has(from)) from += 1
  if (from > end || n === 0) return
  isLoading = true
  try {
    await load(from)
    // A removed string has no item.
    if (items.has(from)) showMarks()
  } catch {
    // The next move tries again.
  } finally {
    isLoading = false
  }
}

const show = async (place, text) => {
  if (place < 1 || place > data.toRead) return
  if (!items.has(place)) {
    say(texts.loading)
    await load(place).catch(() => undefined)
    if (!items.has(place)) return leave(() => location.assign(`${path}?n=${place}`))
  }
  if (form !== null) saveNote()
  if (isStale && queue.length === 0) return leave(() => location.assign(`${path}?n=${place}`))
  const item = items.get(place)
  n = place
  const isOnButton = document.activeElement?.closest('.rv-verdicts') !== null
  byId('item').replaceWith(buildItem(item))
  byId('near').hidden = item.near.length === 0
  byId('near')
    .querySelector('ul')
    .replaceChildren(...item.near.map(buildNeighbor))
  history.replaceState(null, '', `${path}?n=${place}`)
  byId('before').href = `?n=${Math.max(1, place - 1)}`
  byId('after').href = `?n=${Math.min(data.toRead, place + 1)}`
  if (form !== null) showForm(item)
  showMarks()
  if (!isOnButton) byId('item-key').focus({ preventScroll: true })
  byId('item').scrollIntoView({ block: 'nearest' })
  say(text ?? fill(texts.moved, item))
  void loadAhead()
}
const showForm = item => {
  const mark = markOf(item.n)
  const draft = drafts[item.n] ?? {}
  form.elements.n.value = item.n
  for (const radio of form.querySelectorAll('[name="reason"]')) radio.checked = radio.value === item.reason
  form.elements.comment.value = draft.comment ?? item.comment ?? ''
  byId('note').open = draft.comment !== undefined
  byId('fix').open = item.fields.some(({ name }) => draft[name] !== undefined)
  byId('fix').hidden = item.fields.length === 0
  byId('fix-fields').replaceChildren(
    ...item.fields.map(({ name, label, value }) => {
      const language = { lang: item.lang, dir: item.dir }
      const area = build('textarea', {
        name,
        rows: 3,
        ...language,
        maxlength: byId('fix-fields').dataset.max,
        autocomplete: 'off',
        'aria-describedby': 'fix-fault',
      })
      area.value = draft[name] ?? value
      return build('label', {}, build('span', {}, label), area)
    }),
  )
  showFault()
  const fix = byId('fix-open')
  if (fix !== null) fix.hidden = item.fields.length === 0
  byId('undo').hidden = '.t'.includes(mark)
  byId('decided').hidden = '.t'.includes(mark)
  byId('decided').textContent = '.t'.includes(mark) ? '' : (item.decided ?? texts[mark])
  const takeOut = byId('take-out')
  if (takeOut !== null) {
    takeOut.hidden = item.n > must || mark === 't'
    takeOut.querySelector('button').value = item.n
  }
}
const findNext = from => {
  const order = marks.map((_, at) => ((from + at) % marks.length) + 1)
  return order.find(place => markOf(place) === '.') ?? order.find(place => place !== from && markOf(place) === 's')
}

// Verdicts wait in a queue until the server has answered, and typed texts until they are sent. Both survive a reload of the tab, for their user only.
const STORE = `review ${data.id} ${user}`
const { queue: kept = [], drafts = {} } = data.isOpen ? JSON.parse(sessionStorage.getItem(STORE) ?? '{}') : {}
let queue = kept
const keep = () => sessionStorage.setItem(STORE, JSON.stringify({ queue, drafts }))
let isSending = false
let failures = 0
/** Whether the plan or the state of the review is not the one of this page. */
let isStale = false
/** A form that is submitted when the queue is empty. */
let waiting
const decided = []
/** Why fixes were refused, by translation. */
const faults = new Map()

const isTyping = () => document.activeElement?.matches('textarea, select, input:not([type="radio"])') === true
/** Keeps what the fields of the translation have and the server does not. */
const keepDraft = () => {
  const item = items.get(n)
  // The white space around a comment is dropped; that of a translation is part of it.
  const toSent = (name, text) => (name === 'comment' ? text.trim() : text)
  const isUnsent = ([name, value]) =>
    toSent(name, form.elements[name].value) !== toSent(name, value.replaceAll(/\r\n?/g, '\n'))
  const saved = [['comment', item.comment ?? ''], ...item.fields.map(({ name, value }) => [name, value])]
  drafts[n] = Object.fromEntries(saved.filter(isUnsent).map(([name]) => [name, form.elements[name].value]))
  dropSent(n, {})
}
/** Forgets typed texts of a translation that were sent as they are. */
const dropSent = (place, sent) => {
  const left = Object.entries(drafts[place] ?? {}).filter(([name, text]) => sent[name] !== text)
  drafts[place] = Object.fromEntries(left)
  if (left.length === 0) delete drafts[place]
  keep()
}
/** Shows why the fix of the translation was refused. */
const showFault = () => {
  const { why, fix: advice, isEnglish } = faults.get(n) ?? {}
  const english = isEnglish ? { lang: 'en', dir: 'auto' } : {}
  const words = [why, advice].filter(Boolean).flatMap(text => [build('span', english, text), ' '])
  byId('fix-fault').replaceChildren(...words)
  for (const area of byId('fix-fields').querySelectorAll('textarea')) {
    if (words.length > 0) area.setAttribute('aria-invalid', 'true')
    else area.removeAttribute('aria-invalid')
  }
}

const showUnsaved = text => {
  keep()
  const place = byId('unsaved')
  place.hidden = queue.length === 0 || (queue.length === 1 && failures === 0)
  place.textContent = text ?? fill(texts.unsaved, { count: queue.length })
}
const post = fields => {
  const body = new URLSearchParams({ ...fields, csrf })
  return fetch(path, { method: 'POST', headers, keepalive: `${body}`.length < MAX_KEPT_ALIVE, body })
}
/** A fix is sent alone: it can be long, and can be refused. */
const takeBatch = () => {
  const at = queue.findIndex(({ fields }) => fields !== undefined)
  return at === 0 ? queue.slice(0, 1) : queue.slice(0, Math.min(50, at < 0 ? queue.length : at))
}
const send = async () => {
  if (isSending || queue.length === 0) return
  isSending = true
  const batch = takeBatch()
  const [{ n: place, verdict, fields }] = batch
  let answer
  let wait
  try {
    const response = await post(fields ? { ...fields, fix: verdict } : { verdicts: JSON.stringify(batch) })
    answer = await response.json().catch(() => ({}))
    const { status } = response
    wait = waitOf(response)
    if (fields && ([409, 413].includes(status) || answer.code === 'invalid_input')) {
      answer = { refused: [{ n: place, why: answer.detail, fix: answer.fix }] }
    } else if (status === 409) return reload()
    else if ([400, 401, 403].includes(status)) return stop(answer, status)
    else if (!response.ok) throw new Error(`status ${status}`)
  } catch {
    isSending = false
    failures += 1
    const text = fill(wait === undefined ? texts.offline : texts.busy, { count: queue.length })
    showUnsaved(text)
    if (failures === 1) say(text)
    // A busy server says when, and goes on being asked: the verdicts of the user stay in the queue.
    setTimeout(send, wait ?? Math.min(MAX_RETRY_MS, 500 * 2 ** failures))
    return
  }
  isSending = false
  failures = 0
  queue = queue.filter(one => !batch.includes(one))
  showUnsaved()
  for (const item of answer.items ?? []) items.set(item.n, item)
  const isSaved = fields !== undefined && answer.refused.length === 0
  if (isSaved) finishFix(place, fields)
  if (answer.marks !== undefined) apply(answer)
  for (const refusal of answer.refused) {
    const refused = batch.find(one => one.n === refusal.n)
    await showRefusal(refusal, refused)
  }
  if (queue.length > 0) return send()
  if (waiting !== undefined) {
    const [target, button] = waiting
    waiting = undefined
    target.requestSubmit(button)
  }
}
const finishFix = (place, fields) => {
  const { key } = items.get(place) ?? {}
  const isShown = place === n
  faults.delete(place)
  dropSent(place, fields)
  if (!isShown || drafts[n] !== undefined) {
    if (key !== undefined) say(fill(texts.fixed, { key }))
  } else void moveOn(texts[markOf(n)])
}
/** Says why a verdict or a fix was not saved. A fix stays in its fields. */
const showRefusal = async (refusal, { fields, comment }) => {
  const { n: place, why } = refusal
  const isFix = fields !== undefined
  waiting = undefined
  if (!isFix && comment !== undefined) drafts[place] = { ...drafts[place], comment }
  keep()
  await load(place).catch(() => undefined)
  const item = items.get(place)
  if (item === undefined) return
  marks[place - 1] = queue.some(one => one.n === place) ? markOf(place) : item.mark
  showMarks()
  if (isFix) faults.set(place, refusal)
  const text = fill(texts.refused, { key: item.key, why })
  if (!isFix || place !== n) say(text)
  if (place !== n) {
    byId('unsaved').textContent = text
    byId('unsaved').hidden = false
    return
  }
  if (!isFix) return show(place, byId('said').textContent)
  showFault()
  byId('fix').open = true
  if (!isTyping()) byId('fix-fields').querySelector('textarea')?.focus()
  byId('fix-fault').scrollIntoView({ block: 'nearest' })
}
/** The review has ended meanwhile: nothing can be decided. */
const reload = () => {
  queue = []
  showUnsaved()
  leave(() => location.reload())
}
/** Signed out, or refused as a whole: nothing is sent again before the page is loaded again. */
const stop = ({ code, detail }, status) => {
  const isLost = status === 400 && code === 'invalid_input'
  if (isLost) queue = []
  failures = 1
  const text = isLost ? detail : texts.signed_out
  showUnsaved(text)
  byId('unsaved').hidden = false
  say(text)
  isSending = isLost ? false : isSending
}
const enqueue = verdict => {
  // What was not sent yet is replaced, so that the last verdict about a translation counts.
  if (!isSending) queue = queue.filter(one => one.n !== verdict.n)
  queue.push(verdict)
  const mark = letterOf(verdict)
  marks[verdict.n - 1] = mark
  const { decided: _, ...rest } = items.get(verdict.n)
  items.set(verdict.n, { ...rest, mark, reason: verdict.reason, comment: verdict.comment })
  if (verdict.fields === undefined && verdict.verdict !== 'undo') {
    faults.delete(verdict.n)
    dropSent(verdict.n, { comment: drafts[verdict.n]?.comment })
  }
  showUnsaved()
  void send()
}

const readNote = verdict => {
  const reason = form.querySelector('[name="reason"]:checked')?.value
  const comment = form.elements.comment.value.trim()
  const isFaulty = verdict === 'minor' || verdict === 'major'
  return { ...(reason && isFaulty && { reason }), ...(comment && { comment }) }
}
const VERDICTS = { g: 'good', m: 'minor', x: 'major', n: 'minor', f: 'major', s: 'skip' }
const isFixing = place => queue.some(one => one.n === place && one.fields !== undefined)
/** Sends a reason or a comment that was added to a verdict. */
const saveNote = () => {
  // A comment that was added to a fix that waits is kept, and sent after it.
  if (isFixing(n)) return
  const verdict = VERDICTS[markOf(n)]
  const item = items.get(n)
  const note = verdict && readNote(verdict)
  if (!verdict || (note.reason === item.reason && (note.comment ?? '') === (item.comment ?? ''))) return
  enqueue({ n, verdict, ...note })
}
const moveOn = word => {
  const { key } = items.get(n)
  const next = findNext(n)
  if (next !== undefined) {
    const known = items.get(next)
    const text = known && fill(texts.said, { verdict: word, key, next: known.key, place: known.place })
    return show(next, text)
  }
  showForm(items.get(n))
  showMarks()
  byId('end-accept').focus()
  say(fill(texts.done, { verdict: word, key }))
}
const decide = verdict => {
  decided.push(n)
  enqueue({ n, verdict, ...readNote(verdict) })
  const word = texts[markOf(n)]
  if (verdict === 'good' || verdict === 'skip') return moveOn(word)
  const { key } = items.get(n)
  byId('note').open = true
  byId('note').scrollIntoView({ block: 'nearest' })
  byId('undo').hidden = false
  showMarks()
  say(fill(texts.chosen, { verdict: word, key }))
}
const undo = async () => {
  const place = '.t'.includes(markOf(n)) ? decided.pop() : n
  if (place === undefined) return say(texts.nothing)
  enqueue({ n: place, verdict: 'undo' })
  await show(place, fill(texts.undone, items.get(place)))
}
const next = () => {
  saveNote()
  void moveOn(texts[markOf(n)])
}
const fix = button => {
  const verdict = button.value
  const { csrf: _, ...fields } = Object.fromEntries(new FormData(form))
  const isSame = one => one.verdict === verdict && JSON.stringify(one.fields) === JSON.stringify(fields)
  if (queue.some(isSame)) return send()
  decided.push(n)
  enqueue({ n, verdict, ...readNote(verdict), fields })
}
const openField = (panel, field) => {
  byId(panel).open = true
  byId(panel).querySelector(field)?.focus()
}

root.addEventListener('submit', event => void submit(event))
function submit(event) {
  const { target, submitter } = event
  if (target.method === 'dialog') return
  if (submitter?.getAttribute('aria-disabled') === 'true') {
    event.preventDefault()
    return say(fill(texts.blocked, { missing: data.live['end-missing'] }))
  }
  if (target === form && submitter?.name === 'verdict') {
    event.preventDefault()
    return submitter.value === 'undo' ? undo() : decide(submitter.value)
  }
  if (target === form && submitter?.name === 'fix') {
    event.preventDefault()
    return fix(submitter)
  }
  if (queue.length === 0) return
  event.preventDefault()
  waiting = [target, submitter]
  void send()
}
// The second click of a double click meant the translation that the first one has left.
let clicked = n
root.addEventListener(
  'click',
  event => {
    if (event.detail < 2) clicked = n
    else if (clicked !== n && event.pointerType === 'mouse' && event.target.closest('button') !== null) {
      event.preventDefault()
      event.stopPropagation()
    }
  },
  { capture: true },
)
root.addEventListener('click', event => {
  const link = event.target.closest('a[data-n], #before, #after, #fix-open')
  if (event.target.closest('#cells') !== null) {
    const box = byId('cells').getBoundingClientRect()
    const across =
      getComputedStyle(byId('cells')).direction === 'rtl' ? box.right - event.clientX : event.clientX - box.left
    const size = box.width / PER_ROW
    const at = Math.floor((event.clientY - box.top) / size) * PER_ROW + Math.floor(across / size)
    if (must + at + 1 <= data.toRead) void show(must + at + 1)
  }
  if (link === null || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  if (link.id === 'fix-open') return openField('fix', 'textarea')
  link.closest(':popover-open')?.hidePopover()
  void show(link.id === 'before' ? n - 1 : link.id === 'after' ? n + 1 : Number(link.dataset.n))
})
byId('next')?.addEventListener('click', next)
byId('help')?.addEventListener('click', () => byId('keys').showModal())
form?.addEventListener('input', ({ target }) => {
  if (target.matches('textarea')) keepDraft()
})
form?.addEventListener('change', ({ target }) => {
  if (target.name !== 'reason') return
  saveNote()
  say(fill(texts.reason, { reason: target.parentElement.querySelector('span').textContent }))
})

const chooseReason = at => {
  const radio = form.querySelectorAll('[name="reason"]')[at]
  if (!isFault(markOf(n)) || radio === undefined) return
  radio.checked = true
  radio.dispatchEvent(new Event('change', { bubbles: true }))
}
const KEYS = {
  j: () => show(n + 1),
  k: () => show(n - 1),
  g: () => decide('good'),
  m: () => decide('minor'),
  x: () => decide('major'),
  s: () => decide('skip'),
  u: undo,
  f: () => items.get(n).fields.length > 0 && openField('fix', 'textarea'),
  c: () => openField('note', 'textarea'),
  '?': () => byId('keys').showModal(),
}
document.addEventListener('keydown', event => {
  const { target, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || n === 0) return
  if (byId('keys')?.open) return
  if (target.closest('textarea, select, input:not([type="radio"])') !== null) {
    if (key === 'Escape') byId('item-key').focus()
    else if (key === 'Enter' && !event.shiftKey && target.name === 'comment' && markOf(n) !== '.') {
      event.preventDefault()
      next()
    }
    return
  }
  if (form !== null && key === 'Enter' && target.closest('a, button, summary') === null) {
    event.preventDefault()
    return next()
  }
  if (!letters) return
  const latin = toLatin(event)
  const run = KEYS[latin] ?? (/^[1-6]$/.test(latin) ? () => chooseReason(latin - 1) : undefined)
  if (run === undefined || (form === null && !'jk'.includes(latin))) return
  event.preventDefault()
  run()
})

// Two readers at once: what the other one decided is shown when the reader returns.
const refresh = async () => {
  if (document.visibilityState !== 'visible' || queue.length > 0 || !data.isOpen) return
  const answer = await fetchPatiently(`${path}?from=0`, { headers }).catch(() => undefined)
  if (answer?.ok && queue.length === 0) apply(await answer.json())
}
document.addEventListener('visibilitychange', () => void refresh())
addEventListener('focus', () => void refresh())
addEventListener('online', () => void send())

// Another page of this tab loses no typed text: it is back when the review is opened again.
let isInside = false
function leave(go) {
  isInside = true
  go()
}
document.addEventListener('click', event => {
  const link = event.target.closest('a[href]')
  const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || link?.getAttribute('href').startsWith('#')
  isInside = link?.origin === location.origin && !event.defaultPrevented && !isElsewhere
})
document.addEventListener('submit', event => {
  isInside = !event.defaultPrevented && event.target.method !== 'dialog'
})
addEventListener('beforeunload', event => {
  if (queue.length > 0 || (Object.keys(drafts).length > 0 && !isInside)) event.preventDefault()
  isInside = false
})

root.classList.add('rv-script')
for (const one of queue) marks[one.n - 1] = letterOf(one)
if (n > 0) showMarks()
if (form !== null && drafts[n] !== undefined) showForm(items.get(n))
else if (form !== null) keepDraft()
void send()
void loadAhead()
