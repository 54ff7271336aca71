// The page of a busy server: loads again, or sends the form again, when the server asked to. Two minutes in all, then by the button alone.
const MAX_WAIT_S = 120
/** Waits of an earlier error, which the user has left, do not count. */
const FORGET_MS = 300_000

for (const box of document.querySelectorAll('[data-retry]')) {
  const seconds = Math.max(1, Number(box.dataset.retry))
  const key = `retry ${location.pathname}`
  const { waited = 0, at = 0 } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
  const before = Date.now() - at < FORGET_MS ? waited : 0
  if (before + seconds > MAX_WAIT_S) continue
  sessionStorage.setItem(key, JSON.stringify({ waited: before + seconds, at: Date.now() }))
  box.querySelector('[data-retry-text]').hidden = false
  setTimeout(() => box.querySelector('[data-retry-now]').click(), seconds * 1000)
}

export {}
