// Shows the progress of an open run while the page is open.
import { fetchPatiently, waitOf } from './busy.js'

const root = document.getElementById('run')
const OUTCOMES = ['translated', 'suggested', 'needs_review', 'unchanged', 'skipped', 'unresolved']
const FAILURES = ['unresolved', 'skipped']
/** Failures that the page lists; the others have a page of their own. */
const MAX_FAILURES = 50
/** Announcements are at least this far apart. */
const SAY_MS = 10_000
/** The smallest segment of the bar, in percent. */
const MIN_WIDTH = 1.2

const find = name => root.querySelectorAll(`[data-run="${name}"]`)
const write = (name, text) => {
  for (const place of find(name)) if (place.textContent !== text) place.textContent = text
}
// The formats and the texts of the page.
const { lang } = document.documentElement
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])
const count = number => number.toLocaleString(lang)
const dollars = amount =>
  amount.toLocaleString(lang === 'en' ? 'en-US' : lang, {
    style: 'currency',
    currency: 'USD',
    ...(amount !== 0 && amount < 0.01 && { maximumSignificantDigits: 2 }),
  })

const show = ({ counts, usage, state, started_at }) => {
  const failed = FAILURES.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  write('done', count(counts.done))
  write('total', count(counts.total))
  write('failed', count(failed))
  write('cost', usage.cost === undefined ? root.dataset.free : dollars(usage.cost))
  for (const name of ['requests', 'input_tokens', 'output_tokens', 'characters']) write(name, count(usage[name] ?? 0))
  for (const section of find('failures')) section.hidden = failed === 0
  for (const text of find('selecting')) text.hidden = counts.total > 0
  for (const text of find('counting')) text.hidden = counts.total === 0
  showLegend({ ...counts, waiting: Math.max(0, counts.total - counts.done) })
  showBar(counts)
  for (const mark of root.querySelectorAll('[data-state-mark]')) mark.hidden = mark.dataset.stateMark !== state
  if (state === 'running') document.title = document.title.replace(root.dataset.pending, root.dataset.running)
  if (started_at !== undefined) startClock()
  const values = { done: count(counts.done), total: count(counts.total), failed: count(failed) }
  say(fill(failed > 0 ? root.dataset.saidFailed : root.dataset.said, values))
}

const showLegend = counts => {
  for (const entry of root.querySelectorAll('[data-legend]')) {
    const number = counts[entry.dataset.legend] ?? 0
    entry.hidden = number === 0
    write(entry.dataset.legend, count(number))
  }
}

const showBar = counts => {
  const { total } = counts
  const widths = OUTCOMES.map(name => (counts[name] ? Math.max(MIN_WIDTH, (100 * counts[name]) / total) : 0))
  const excess = Math.max(0, widths.reduce((sum, width) => sum + width, 0) - 100)
  widths[widths.indexOf(Math.max(...widths))] -= excess
  for (const bar of find('bar')) {
    let x = 0
    for (const [at, name] of OUTCOMES.entries()) {
      const segment = bar.querySelector(`[data-outcome="${name}"]`)
      segment.setAttribute('x', `${Math.round(x * 100) / 100}%`)
      segment.setAttribute('width', `${Math.round(widths[at] * 100) / 100}%`)
      x += widths[at]
    }
    const named = OUTCOMES.filter(name => counts[name] > 0).map(name =>
      fill(bar.querySelector(`[data-outcome="${name}"]`).dataset.label, { count: count(counts[name]) }),
    )
    const outcomes = new Intl.ListFormat(lang, { type: 'unit' }).format(named)
    const values = { done: count(counts.done), total: count(total), outcomes }
    bar.setAttribute('aria-label', fill(named.length === 0 ? bar.dataset.done : bar.dataset.byOutcome, values))
  }
}

let saidAt = 0
let timer
const say = text => {
  clearTimeout(timer)
  timer = setTimeout(
    () => {
      saidAt = Date.now()
      write('said', text)
    },
    Math.max(0, saidAt + SAY_MS - Date.now()),
  )
}

const elapsed = (ms, texts) => {
  const seconds = Math.floor(ms / 1000)
  const [minutes, hours, days] = [60, 3600, 86_400].map(unit => Math.floor(seconds / unit))
  if (minutes === 0) return fill(texts.seconds, { seconds })
  if (hours === 0) return fill(texts.minutes, { minutes, seconds: seconds % 60 })
  return days === 0
    ? fill(texts.hours, { hours, minutes: minutes % 60 })
    : fill(texts.days, { days, hours: hours % 24 })
}

let isTicking = false
const startClock = () => {
  const [clock] = find('elapsed')
  if (isTicking || clock === undefined) return
  isTicking = true
  // The clock of the browser may differ from that of the server, so only differences count.
  const begun = Date.now() - Number(clock.dataset.ms ?? 0)
  setInterval(() => {
    clock.textContent = elapsed(Date.now() - begun, clock.dataset)
  }, 1000)
}

const listFailure = (locale, { id, key, outcome, message }) => {
  const list = document.getElementById('failures')
  const name = `${id} ${locale}`
  const isListed = [...list.children].some(row => row.dataset.item === name)
  if (!FAILURES.includes(outcome) || isListed || list.children.length >= MAX_FAILURES) return
  const row = root.querySelector(`template[data-outcome="${outcome}"]`).content.firstElementChild.cloneNode(true)
  row.dataset.item = name
  row.querySelector('bdi').textContent = key
  row.querySelector('.locale-code').textContent = locale
  row.querySelector('.item-why p').textContent = message ?? ''
  const { strings, branch } = root.dataset
  const link = row.querySelector('a')
  if (link) link.href = `${strings}${id}?${new URLSearchParams({ locale, ...(branch && { branch }) })}`
  list.append(row)
}

const { live, page, state } = root.dataset
const isActive = name => name === 'pending' || name === 'running'
const events = new EventSource(live)
// The server renders what a paused or ended run offers.
const reload = () => {
  events.close()
  location.replace(page)
}
events.addEventListener('run', ({ data }) => {
  const run = JSON.parse(data)
  if (isActive(state) === isActive(run.state)) show(run)
  else reload()
})
events.addEventListener('part', ({ data }) => {
  const { locale, items } = JSON.parse(data)
  if (isActive(state)) for (const item of items) listFailure(locale, item)
})
events.addEventListener('end', reload)
// The answer to a form is the next page. Reloading before it arrives would lose it.
root.addEventListener('submit', () => events.close())
// Without a stream, such as after the session ended, the link is needed. A busy server is asked for the page again when it wants to be.
let isAsking = false
const offerReload = async () => {
  const isClosed = events.readyState === EventSource.CLOSED
  for (const link of find('reload')) link.hidden = !isClosed
  if (!isClosed || isAsking) return
  isAsking = true
  const first = await fetch(page).catch(() => undefined)
  if (first === undefined || waitOf(first) === undefined) return
  const response = await fetchPatiently(page).catch(() => undefined)
  if (response?.ok) reload()
}
events.addEventListener('open', () => void offerReload())
events.addEventListener('error', () => void offerReload())
