/** An error as every surface must return it. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string
  readonly fix: string | undefined

  constructor(code: string, message: string, fix: string | undefined) {
    super(message)
    this.code = code
    this.fix = fix
  }
}
