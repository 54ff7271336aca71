import { collectionDefinitions, logDefinitions } from './definitions.ts'

/** The tables of a transaction by name. The writer of each is created on first use, because most transactions use few tables. */
export class TransactionTables<Writer> {
  readonly #create: (name: string) => Writer
  readonly #writers = new Map<string, Writer>()

  static {
    for (const name of [...Object.keys(collectionDefinitions), ...Object.keys(logDefinitions)]) {
      Object.defineProperty(TransactionTables.prototype, name, {
        get(this: TransactionTables<unknown>) {
          return this.#getWriter(name)
        },
      })
    }
  }

  constructor(create: (name: string) => Writer) {
    this.#create = create
  }

  /** The writers of the tables that were used, in the order of their first use. */
  get writers(): ReadonlyMap<string, Writer> {
    return this.#writers
  }

  #getWriter(name: string): Writer {
    const writer = this.#writers.get(name) ?? this.#create(name)
    this.#writers.set(name, writer)
    return writer
  }
}
