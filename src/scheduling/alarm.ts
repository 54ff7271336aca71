/** Wakes a job in the background. Rings that nobody waits for are kept. */
export class Alarm {
  #isRinging = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#isRinging = true
    this.#wake?.()
  }

  async wait(milliseconds?: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    if (!this.#isRinging) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
        if (milliseconds !== undefined) timer = setTimeout(resolve, milliseconds).unref()
      })
    }
    clearTimeout(timer)
    this.#wake = undefined
    this.#isRinging = false
  }
}
