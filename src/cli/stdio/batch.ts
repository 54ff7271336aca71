/** A batch of JSON-RPC 2.0: its answers are sent together, when the last one is there. */
export class Batch {
  readonly #send: (answers: readonly object[]) => Promise<void>
  readonly #answers: object[] = []
  /** Requests without an answer, and the batch itself while it is read. */
  #open = 1

  constructor(send: (answers: readonly object[]) => Promise<void>) {
    this.#send = send
  }

  /** Counts a request. */
  begin(): void {
    this.#open += 1
  }

  /** Ends a request, which has no answer if it was cancelled, or the reading of the batch. */
  async end(answer?: object): Promise<void> {
    if (answer !== undefined) this.#answers.push(answer)
    this.#open -= 1
    // A batch of notifications is not answered.
    if (this.#open === 0 && this.#answers.length > 0) await this.#send(this.#answers)
  }
}
