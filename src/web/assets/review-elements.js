// The data of the page of a review, and the elements that are built from it.
export const byId = id => document.getElementById(id)
export const data = JSON.parse(byId('review-data').textContent)
const { texts } = data

const SYMBOLS = { '.': 'u', n: 'f' }
const BANNER_ICONS = { danger: 'error', warning: 'warning', info: 'info' }
const SIGNS = { old: '−', new: '+' }
export const symbolOf = mark => `rv-${SYMBOLS[mark] ?? mark}`

export const build = (tag, attributes, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value)
  element.append(...children.flat().filter(child => child !== undefined))
  return element
}
const draw = (kind, symbol, attributes) => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `#${symbol}`)
  for (const [name, value] of Object.entries({ class: kind, viewBox: '0 0 16 16', ...attributes }))
    svg.setAttribute(name, value)
  svg.append(use)
  return svg
}
const icon = name => draw(`rv-i rv-i-${name}`, `rv-i-${name}`, { 'aria-hidden': 'true' })
export const square = mark =>
  draw(`rv-mark ${symbolOf(mark)}`, symbolOf(mark), { role: 'img', 'aria-label': texts[mark] })

// The elements of item-card.tsx.
const buildPiece = piece => {
  if (typeof piece === 'string') return piece
  const [text, kinds] = piece
  let inner = text
  if (kinds.includes('p')) inner = build('bdi', { class: 'rv-ph', dir: 'ltr' }, text)
  else if (kinds.includes('t')) inner = build('span', { class: 'rv-term' }, text)
  if (kinds.includes('d')) return build('del', {}, inner)
  return kinds.includes('i') ? build('ins', {}, inner) : inner
}
const buildText = ({ lang, dir, pieces }) =>
  pieces.length === 0
    ? build('p', { class: 'rv-text rv-none' }, texts.empty)
    : build('p', { class: 'rv-text', lang, dir }, pieces.map(buildPiece))
const buildForm = text => {
  if (text.name === undefined) return build('div', {}, buildText(text))
  const examples = text.examples === undefined ? undefined : build('small', {}, text.examples)
  return build('div', {}, build('span', { class: 'rv-form' }, build('bdi', {}, text.name), examples), buildText(text))
}
const buildRow = ({ kind, label, by, forms }) => {
  const sign = SIGNS[kind] && build('span', { class: 'rv-sign', 'aria-hidden': 'true' }, SIGNS[kind])
  const author = by === undefined ? undefined : build('span', { class: 'rv-by' }, build('bdi', {}, by))
  const head = build('div', { class: 'rv-label' }, sign, build('b', {}, label), author)
  return build('div', { class: `rv-row ${kind}` }, head, build('div', { class: 'rv-texts' }, forms.map(buildForm)))
}
const buildFinding = ({ kind, text, fix, isEnglish, check }) => {
  const english = isEnglish ? { lang: 'en', dir: 'auto' } : {}
  const advice = fix === undefined ? undefined : build('span', { class: 'quiet', ...english }, fix)
  const words = build('span', english, text)
  return build('li', { class: `rv-finding ${kind}` }, icon(kind), words, advice, build('small', {}, check))
}
export const buildItem = item => {
  const head = build(
    'header',
    { class: 'rv-item-head' },
    build('h2', { id: 'item-key', tabindex: '-1' }, build('bdi', {}, item.key)),
    build('a', { class: 'rv-file', href: item.href }, build('bdi', {}, item.file)),
    build('span', { class: 'rv-place' }, item.place),
  )
  const banner = item.banner.map(({ kind, title, text }) => {
    const words = build('span', {}, build('b', {}, title), ` ${text}`)
    return build('p', { class: `rv-because ${kind}` }, icon(BANNER_ICONS[kind]), words)
  })
  const clean = build('li', {}, icon('check'), build('span', {}, texts.clean))
  const facts = build(
    'ul',
    { class: 'rv-facts' },
    item.findings.length === 0 ? clean : item.findings.map(buildFinding),
    item.note === undefined ? undefined : build('li', { class: 'rv-note', dir: 'auto' }, item.note),
    item.facts.map(fact => build('li', {}, fact)),
  )
  const box = build('div', { class: 'rv-box' }, banner, item.rows.map(buildRow), facts)
  return build('article', { class: 'rv-item', id: 'item', 'data-n': item.n }, head, box)
}
export const buildNeighbor = ({ key, state, text }) =>
  build(
    'li',
    {},
    byId('states')
      .content.querySelector(`.${state.replace('_', '-')}`)
      .cloneNode(true),
    build('span', { class: 'rv-key' }, build('bdi', {}, key)),
    buildText(text),
  )
