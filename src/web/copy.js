// Shows a button beside every text to copy, where the browser can copy.
for (const button of navigator.clipboard ? document.querySelectorAll('button[data-copy]') : []) {
  const block = button.closest('.copy').querySelector('pre')
  const said = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = said
    }, 2000)
  })
}
