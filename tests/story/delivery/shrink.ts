import type { History } from './history.ts'

/** Removes steps as long as the history still fails, in at most so many tries. */
export async function shrink(
  history: History,
  fails: (shorter: History) => Promise<boolean>,
  tries: number,
): Promise<History> {
  let { steps } = history
  let left = tries
  for (let size = Math.ceil(steps.length / 2); size >= 1 && left > 0; ) {
    let isShorter = false
    for (let from = steps.length - size; from > -size && left > 0; from -= size) {
      const shorter = [...steps.slice(0, Math.max(from, 0)), ...steps.slice(from + size)]
      left -= 1
      if (!(await fails({ ...history, steps: shorter }))) continue
      steps = shorter
      isShorter = true
    }
    if (size === 1 && !isShorter) break
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return { ...history, steps }
}
