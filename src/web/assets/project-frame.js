// Closes open menus of the bar by Escape and by a click elsewhere, and puts the focus into the search by Ctrl+K or Command+K.
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
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || search === null) return
  if (!search.checkVisibility()) return
  event.preventDefault()
  search.focus()
  search.select()
})

export {}
