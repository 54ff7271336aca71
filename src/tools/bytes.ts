/** How many bytes a value takes in an answer. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
