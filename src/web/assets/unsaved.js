// What the user wrote and has not sent: the browser asks before it is lost. A form that is on its way is not sent twice.
const editForm = document.getElementById('edit')
/** A form without an answer can be sent again after this time: the user may have stopped it. */
const RETRY_MS = 10_000

/** Whether the editor has a text that differs from the saved one. */
export const isUnsaved = () =>
  editForm !== null &&
  (editForm.querySelector('[data-unsaved]') !== null ||
    [...editForm.querySelectorAll('textarea[data-form]')].some(area => area.value !== area.defaultValue))

/** Comments and reasons are empty until a user writes one, also those that were refused. */
const isUnsent = form =>
  form === editForm
    ? isUnsaved()
    : [...form.querySelectorAll('textarea, input[type="text"]')].some(field => field.value.trim() !== '')

const forms = [...document.querySelectorAll('form[method="post"]')]
/** The form that is on its way, and the one that the page is left for. */
let sent
let leaving

addEventListener('beforeunload', event => {
  // A comment or a decision would discard the text, as a link would.
  if (!forms.some(form => form !== leaving && isUnsent(form))) return
  event.preventDefault()
  // The user may stay.
  sent = undefined
  leaving = undefined
})
document.addEventListener('submit', event => {
  if (event.defaultPrevented || !forms.includes(event.target)) return
  if (sent === event.target) return event.preventDefault()
  sent = event.target
  leaving = event.target
  setTimeout(() => {
    sent = undefined
  }, RETRY_MS)
})
addEventListener('pageshow', () => {
  sent = undefined
  leaving = undefined
})
