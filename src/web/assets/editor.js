// Keys, live checks, placeholders and unsaved text of the list of strings and the editor. Without it, every step is a form or a link.
import { fetchPatiently } from './busy.js'
import { toLatin } from './keys.js'
import { isUnsaved } from './unsaved.js'

const root = document.querySelector('[data-strings]')
const editor = document.querySelector('[data-editor]')
const config = JSON.parse(document.getElementById('editor-data')?.dataset.config ?? '{}')
const form = document.getElementById('edit')
const areas = form === null ? [] : [...form.querySelectorAll('textarea[data-form]')]
const status = root.querySelector('[data-status]')
const done = root.querySelector('[data-done]')
const dialog = root.querySelector('[data-keys]')
const hasLetters = config.letters ?? root.dataset.letters !== 'off'
const isMac = /Mac|iP(hone|ad)/.test(navigator.platform)
/** A check starts when the user pauses this long. */
const PAUSE_MS = 150

// What only the script can do is hidden without it.
for (const element of root.querySelectorAll('[data-hints], [data-combo]')) element.hidden = false
for (const element of root.querySelectorAll('[data-letter]')) element.hidden = !hasLetters
for (const element of root.querySelectorAll('[data-mod]')) element.textContent = isMac ? '⌘' : 'Ctrl'
for (const element of root.querySelectorAll('[data-no-script]')) element.hidden = true
for (const select of root.querySelectorAll('[data-submit-on-change] select')) {
  select.addEventListener('change', () => select.form.requestSubmit())
}
const here = root.querySelector('.se-keys [aria-current]')
if (here !== null) here.scrollIntoView({ block: 'nearest' })

const say = text => {
  if (status !== null && status.textContent !== text) status.textContent = text
}

let findingsText = status?.textContent ?? ''
const showStatus = () => say([isUnsaved() ? config.texts?.unsaved : '', findingsText].filter(Boolean).join(' · '))
form?.addEventListener('submit', event => {
  if (isComposing) event.preventDefault()
})

/* Fields: highlights, length, height */

const escapeWord = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const tokens = [...(config.placeholders ?? [])].sort((a, b) => b.length - a.length)
const pattern = tokens.length === 0 ? undefined : new RegExp(tokens.map(escapeWord).join('|'), 'g')
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter() : undefined

const highlight = area => {
  const copy = area.previousElementSibling
  if (!copy?.classList.contains('se-marks')) return
  const parts = []
  let at = 0
  for (const match of pattern === undefined ? [] : area.value.matchAll(pattern)) {
    parts.push(area.value.slice(at, match.index))
    const chip = document.createElement('mark')
    chip.textContent = match[0]
    parts.push(chip)
    at = match.index + match[0].length
  }
  // A line break at the end has no height of its own.
  copy.replaceChildren(...parts, `${area.value.slice(at)}\u200b`)
}

const measure = area => {
  const counter = area.closest('.se-form')?.querySelector('[data-length]')
  if (counter) {
    const count = segmenter === undefined ? area.value.length : [...segmenter.segment(area.value)].length
    counter.textContent = config.texts.length.replace('{count}', count).replace('{max}', counter.dataset.length)
    counter.classList.toggle('over', count > Number(counter.dataset.length))
  }
}

const update = area => {
  highlight(area)
  measure(area)
}

for (const area of areas) {
  const copy = document.createElement('div')
  copy.className = 'se-marks string'
  copy.setAttribute('aria-hidden', 'true')
  copy.lang = area.lang
  copy.dir = area.dir
  area.before(copy)
  area.classList.add('grows')
  area.rows = 1
  update(area)
}

/* Checks while the user types */

let isComposing = false
let timer
let request
/** The text of each field that the shown findings are about. */
let checked = new Map(areas.map(area => [area, area.defaultValue]))
/** The name of a fix that was chosen for an earlier text, and its field: it waits for the findings of the current text. */
let waiting
const schedule = () => {
  clearTimeout(timer)
  timer = setTimeout(check, PAUSE_MS)
}

const check = async () => {
  request?.abort()
  request = new AbortController()
  const body = new URLSearchParams(new FormData(form))
  body.set('csrf', config.csrf)
  const texts = new Map(areas.map(area => [area, area.value]))
  const number = form.querySelector('[data-number]')
  if (number !== null) body.set('n', number.value)
  try {
    const response = await fetchPatiently(config.check, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      signal: request.signal,
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const findings = await response.json()
    checked = texts
    showFindings(findings)
  } catch (error) {
    if (error.name === 'AbortError') return
    // Offline or signed out: saving checks the text again.
    waiting = undefined
    findingsText = ''
    showStatus()
  }
}

const showFindings = ({ findings, status: text, preview, examples }) => {
  for (const example of form.querySelectorAll('[data-example]')) {
    example.textContent = examples[example.dataset.example] ?? ''
    example.parentElement.hidden = example.textContent === ''
  }
  for (const list of form.querySelectorAll('[data-findings]')) {
    const own = findings.filter(finding => finding.form === list.dataset.findings)
    const focused = list.contains(document.activeElement)
    list.replaceChildren(...own.map(toItem))
    list.hidden = own.length === 0
    const area = list.closest('.se-form')?.querySelector('textarea')
    if (area) {
      if (own.some(({ level }) => level === 'error')) area.setAttribute('aria-invalid', 'true')
      else area.removeAttribute('aria-invalid')
      if (focused) area.focus()
    }
  }
  const output = form.querySelector('[data-preview]')
  if (output !== null) output.replaceChildren(...(preview === undefined ? [] : toPreview(preview)))
  findingsText = text
  showStatus()
  if (waiting === undefined) return
  const { area, name } = waiting
  if (area.value !== checked.get(area)) return
  waiting = undefined
  const fixes = [...form.querySelectorAll('[data-fix]')]
  fixes.find(button => fieldOf(button.closest('[data-findings]')) === area && button.ariaLabel === name)?.click()
}

const isolate = (textContent, attributes) =>
  Object.assign(document.createElement('bdi'), { textContent, ...attributes })
const toPreview = ({ form: name, text }) => {
  const [{ lang, dir }] = areas
  return [isolate(name, { dir: 'ltr' }), ': “', isolate(text, { lang, dir }), '”']
}

const toItem = ({ level, message, fix, isEnglish, corrected }, at) => {
  const item = document.createElement('li')
  item.className = `se-fin ${level}`
  item.tabIndex = -1
  item.dataset.level = level
  const words = document.createElement('span')
  if (isEnglish) {
    words.dir = 'auto'
    words.lang = 'en'
  }
  const name = document.createElement('b')
  name.lang = document.documentElement.lang
  name.textContent = config.texts[level]
  words.append(name, ` ${message}${fix !== undefined && corrected === undefined ? ` ${fix}` : ''}`)
  const mark = document.querySelector(`[data-mark="${level}"]`)?.firstElementChild
  if (mark) item.append(mark.cloneNode(true))
  item.append(words)
  if (corrected !== undefined) {
    const button = document.createElement('button')
    button.type = 'submit'
    button.className = 'button small'
    button.name = 'action'
    button.value = `fix-${at}`
    button.dataset.fix = corrected
    button.textContent = config.texts.apply
    button.setAttribute('aria-label', `${config.texts.apply}: ${message}`)
    item.append(button)
  }
  return item
}

const change = area => {
  update(area)
  showStatus()
  if (!isComposing) schedule()
}

form?.addEventListener('compositionstart', () => {
  isComposing = true
  clearTimeout(timer)
})
form?.addEventListener('compositionend', event => {
  isComposing = false
  change(event.target)
})
form?.addEventListener('input', event => {
  waiting = undefined
  if (event.target.matches('textarea[data-form]')) change(event.target)
  else if (event.target.matches('[data-number]')) schedule()
})

/** Replaces the text of a field so that the browser can undo it. */
const replaceText = (area, text, from = 0, to = area.value.length) => {
  area.focus()
  area.setSelectionRange(from, to)
  if (!document.execCommand('insertText', false, text)) area.setRangeText(text, from, to, 'end')
  change(area)
}

/* Fixes, memory and placeholders */

const fieldOf = list =>
  list.dataset.findings === ''
    ? areas.length === 1
      ? areas[0]
      : undefined
    : list.closest('.se-form')?.querySelector('textarea')

form?.addEventListener('click', event => {
  const button = event.target.closest('button')
  if (button?.dataset.fix === undefined) return
  const area = fieldOf(button.closest('[data-findings]'))
  // Branches of one message are corrected together, by the server.
  if (area === undefined || area === null) return
  event.preventDefault()
  // A fix has the whole text that it corrects: that of an earlier one would remove what was typed since.
  if (area.value !== checked.get(area)) {
    waiting = { area, name: button.ariaLabel }
    return schedule()
  }
  replaceText(area, button.dataset.fix)
  findingsText = ''
  say(config.texts.fixed)
})

for (const button of root.querySelectorAll('[data-insert]')) {
  button.addEventListener('click', event => {
    const [area] = areas
    if (areas.length !== 1 || area === undefined || button.dataset.insert.startsWith('{"')) return
    event.preventDefault()
    replaceText(area, button.dataset.insert)
    say(config.texts.inserted)
  })
}

let lastArea = areas[0]
for (const area of areas) {
  area.addEventListener('focus', () => {
    lastArea = area
  })
}

const insert = raw => {
  if (lastArea === undefined) return
  replaceText(lastArea, raw, lastArea.selectionStart, lastArea.selectionEnd)
}

const places = root.querySelector('[data-placeholders]')
if (places !== null && tokens.length > 0) {
  places.hidden = false
  places.replaceChildren(
    ...config.placeholders.map(raw => {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'se-ph'
      button.textContent = raw
      button.setAttribute('aria-label', config.texts.insert.replace('{placeholder}', raw))
      button.addEventListener('click', () => insert(raw))
      return button
    }),
  )
}

/** Inserts the first placeholder of the source that the field lacks. */
const insertMissing = () => {
  const missing = config.placeholders?.find(raw => !lastArea?.value.includes(raw)) ?? config.placeholders?.[0]
  if (missing !== undefined) insert(missing)
}

/* Keys */

const press = selector => {
  const target = root.querySelector(selector)
  if (target === null) return false
  target.click()
  return true
}
const focusOn = target => {
  if (target === null || target === undefined) return false
  target.focus()
  target.scrollIntoView({ block: 'nearest' })
  return true
}
const move = by => {
  if (editor !== null) return press(`[data-step="${by > 0 ? 'next' : 'previous'}"]`)
  const links = [...root.querySelectorAll('.se-keys a')]
  const at = links.indexOf(document.activeElement)
  return focusOn(links[Math.max(0, Math.min(links.length - 1, at + by))])
}
const requestChanges = () => {
  const details = document.querySelector('#review textarea')
  return focusOn(details)
}
const LETTERS = {
  j: () => move(1),
  k: () => move(-1),
  Enter: () => (editor === null ? false : focusOn(areas[0])),
  a: () => press('.se-acts [value="approve"]'),
  r: requestChanges,
  h: () => focusOn(document.getElementById('history')),
  o: () => focusOn(document.getElementById('others')),
  s: () => press('[data-view]'),
  '/': () => focusOn(root.querySelector('[data-search]')),
  '?': () => {
    dialog.showModal()
    return true
  },
}

const isField = target => target.closest('input, textarea, select, [contenteditable]') !== null
const isPressable = target => target.closest('a, button, summary') !== null

/** Sends the form that has the focus: a comment, else the translation. */
const send = () => {
  const { activeElement } = document
  const own = activeElement?.form
  if (own && own !== form) {
    if (!isField(activeElement)) return false
    own.requestSubmit(own.querySelector('button') ?? [...own.elements].find(({ type }) => type === 'submit'))
    return true
  }
  form?.requestSubmit(root.querySelector('.se-acts .button.primary'))
  return form !== null
}

const onCombo = event => {
  const key = toLatin(event).toLowerCase()
  if (key === 'enter') return send()
  if (key === '.') {
    const own = lastArea?.closest('.se-form')?.querySelector('[data-fix]')
    const fix = own ?? root.querySelector('[data-fix]')
    fix?.click()
    return fix !== null && fix !== undefined
  }
  if (key === 'i' && areas.includes(document.activeElement)) {
    insertMissing()
    return true
  }
  return false
}

document.addEventListener('keydown', event => {
  if (event.isComposing || isComposing || event.defaultPrevented || event.altKey || dialog?.open) return
  if (event.ctrlKey || event.metaKey) {
    if (!event.shiftKey && onCombo(event)) event.preventDefault()
    return
  }
  if (event.key === 'Escape' && isField(event.target)) {
    event.target.blur()
    root.querySelector('[data-heading]')?.focus()
    return
  }
  if (!hasLetters || isField(event.target)) return
  if (event.key === 'Enter' && isPressable(event.target)) return
  const key = toLatin(event)
  const digit = /^[1-9]$/.test(key) ? root.querySelectorAll('[data-insert]')[Number(key) - 1] : undefined
  if (digit !== undefined) {
    digit.click()
    event.preventDefault()
  } else if (Object.hasOwn(LETTERS, key) && LETTERS[key]()) event.preventDefault()
})
root.querySelector('[data-open-keys]')?.addEventListener('click', () => dialog.showModal())

/* What was opened */

const wrong = form?.querySelector('.se-fin.error')
if (root.querySelector('.notice.danger') !== null && wrong) wrong.focus()
else if (root.querySelector('.se-conflict') !== null) root.querySelector('.se-conflict').focus()
else if (done?.textContent !== '' && areas.length > 0 && document.activeElement === document.body) {
  // Saving leads to the next string: the user goes on writing.
  areas[0].focus()
}
showStatus()
