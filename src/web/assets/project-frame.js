// Shows the current tab, closes open menus of the bar by Escape and by a click elsewhere, and puts the focus into the search by Ctrl+K or Command+K.
import { toLatin } from './keys.js'

const tab = document.querySelector('.project-tabs > [aria-current]')
if (tab !== null) {
  const place = tab.getBoundingClientRect()
  // Only the row of tabs moves, and nothing where all of them fit.
  tab.parentElement.scrollBy({ left: place.left + place.width / 2 - innerWidth / 2, behavior: 'instant' })
}

const menus = document.querySelectorAll('details[data-closes]')

document.addEventListener('click', ({ target }) => {
  for (const menu of menus) if (!menu.contains(target)) menu.open = false
})

document.addEventListener('keydown', event => {
  if (event.key === 'Escape') {
    for (const menu of menus) {
      if (!menu.open) continue
      menu.open = false
      menu.querySelector('summary').focus()
    }
  }
  const search = document.querySelector('[data-project-search]')
  if (toLatin(event).toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || search === null) return
  if (!search.checkVisibility()) return
  event.preventDefault()
  search.focus()
  search.select()
})
