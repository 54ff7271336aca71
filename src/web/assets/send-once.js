// The response of a one-time form shows a value only once: a second click would discard it.
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

export {}
