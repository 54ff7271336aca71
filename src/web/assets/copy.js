// Adds a copy button to each text block, if the browser has a clipboard.
for (const button of navigator.clipboard ? document.querySelectorAll('button[data-copy]') : []) {
  const block = button.closest('.copy').querySelector('pre, textarea')
  const usual = button.textContent
  const { copied, failed } = button.dataset
  const say = text => () => {
    button.textContent = text
    setTimeout(() => {
      button.textContent = usual
    }, 2000)
  }
  button.hidden = false
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.value ?? block.textContent).then(say(copied), say(failed))
  })
}

export {}
