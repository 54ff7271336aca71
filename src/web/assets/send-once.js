// The answer of a form that counts once has what no later one shows: a second press would throw it away.
for (const { form } of document.querySelectorAll('input[name="once"]')) {
  let isSent = false
  form.addEventListener('submit', event => {
    if (isSent) event.preventDefault()
    isSent = true
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isSent = false
  })
}
